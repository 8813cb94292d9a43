import type { claimNoticeCalls } from '@hofn/contracts';
import { audit } from '../platform/audit.ts';
import { recordEvent } from '../platform/events.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import type { KennitalaCheck } from '../platform/kennitala.ts';
import type { Handlers } from '../platform/registrar.ts';
import type { AnnounceVisitorFile } from '../platform/uploads/announce-visitor-file.ts';
import type { Notices } from './notices.ts';

/** Claims that are filed without signing in. */
export const claimNoticeHandlers = (parts: {
  idempotently: Idempotently;
  announceVisitorFile: AnnounceVisitorFile;
  notices: Notices;
  kennitala: KennitalaCheck;
}): Handlers<typeof claimNoticeCalls> => {
  const { idempotently, announceVisitorFile, notices, kennitala } = parts;
  return {
    noticeAttachments: async ({ context }) => ({ items: await notices.files(context) }),
    addNoticeAttachment: announceVisitorFile,
    fileNotice: async (call) => {
      const { body, context, language, request } = call;
      const checked = await kennitala.settingsFor([body.reporter, body.form], 'visitor');
      return idempotently(call, async (tx) => {
        const { id, reference, isNew } = await notices.file(tx, context, body, language, checked);
        await audit(tx, request, context, 'claim.fileNotice', { object: { notice: id } });
        if (isNew) await recordEvent(tx, 'claim.noticeFiled', id, { number: reference });
        return { reference };
      });
    },
  };
};
