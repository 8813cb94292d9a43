import type { claimNoticeCalls } from '@hofn/contracts';
import { audit } from '../platform/audit.ts';
import type { Once } from '../platform/once.ts';
import type { Handlers } from '../platform/registrar.ts';
import type { OfferOfVisitor } from '../platform/uploads/visitor-offers.ts';
import type { Notices } from './notices.ts';

/** Claims that are filed without signing in. */
export const claimNoticeHandlers = (parts: {
  once: Once;
  offerOfVisitor: OfferOfVisitor;
  notices: Notices;
}): Handlers<typeof claimNoticeCalls> => {
  const { once, offerOfVisitor, notices } = parts;
  return {
    noticeAttachments: async ({ context }) => ({ items: await notices.files(context) }),
    addNoticeAttachment: offerOfVisitor,
    fileNotice: (asked) =>
      once(asked, async (tx) => {
        const { id, reference } = await notices.file(tx, asked.context, asked.body, asked.language);
        audit(asked.request, asked.context, 'claim.fileNotice', { notice: id });
        return { reference };
      }),
  };
};
