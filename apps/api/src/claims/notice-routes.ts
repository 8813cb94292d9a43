import type { claimNoticeCalls } from '@hofn/contracts';
import { audit } from '../platform/audit.ts';
import { Fault } from '../platform/fault.ts';
import type { Once } from '../platform/once.ts';
import type { Handlers } from '../platform/registrar.ts';
import type { Uploads } from '../platform/uploads/uploads.ts';
import { holderOfVisit, type Visits } from '../platform/visits.ts';
import type { Notices } from './notices.ts';

/** Claims that are filed without signing in. */
export const claimNoticeHandlers = (parts: {
  once: Once;
  uploads: Uploads;
  visits: Visits;
  notices: Notices;
}): Handlers<typeof claimNoticeCalls> => {
  const { once, uploads, visits, notices } = parts;
  return {
    noticeAttachments: async ({ context }) => ({ items: await notices.files(context) }),
    addNoticeAttachment: (asked) => {
      const { body, context } = asked;
      const { subject } = context;
      return once(asked, async (tx) => {
        const { filed } = await visits.hold(tx, subject.id, 'share');
        if (filed) throw new Fault('duplicateSubmission');
        return uploads.offer(tx, subject, holderOfVisit(subject.id), body, '');
      });
    },
    fileNotice: (asked) =>
      once(asked, async (tx) => {
        const { id, reference } = await notices.file(tx, asked.context, asked.body, asked.language);
        audit(asked.request, asked.context, 'claim.fileNotice', { notice: id });
        return { reference };
      }),
  };
};
