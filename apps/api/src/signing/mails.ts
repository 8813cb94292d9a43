import type { Db } from '@hofn/database';
import { firstNames } from '@hofn/domain/names.ts';
import { formatDate } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { Compose } from '../platform/mail/mails.ts';
import { textsIn } from '../platform/texts.ts';
import { createSigningStore } from './store.ts';

/** E-mails about documents to sign: a new one, a reminder, and a confirmation of the signature. */
export const signingMails = ({
  db,
  site,
}: {
  db: Db;
  site: string;
}): Record<'toSign' | 'reminderToSign' | 'documentSigned', Compose> => {
  const store = createSigningStore(db);
  const about =
    (kind: 'toSignEmail' | 'reminderToSignEmail' | 'documentSignedEmail'): Compose =>
    async ({ subject, language, about: { documentId = '' } }) => {
      const row = await store.one(subject, language, documentId);
      // Signed meanwhile: no reminder.
      if (!row || (kind !== 'documentSignedEmail' && row.signed)) return undefined;
      const t = textsIn(language);
      const params = { document: row.title, date: formatDate(language, row.signBy) };
      return {
        language,
        ...(subject.kind === 'person' && { firstName: firstNames(subject.fullName) }),
        subject: t(`${kind}|subject`),
        preheader: t(`${kind}|preheader`, params),
        body: t(`${kind}|body`, params),
        button: { title: t(`${kind}|button`), url: site + pathOf('portal.toSign', language) },
      };
    };
  return {
    toSign: about('toSignEmail'),
    reminderToSign: about('reminderToSignEmail'),
    documentSigned: about('documentSignedEmail'),
  };
};
