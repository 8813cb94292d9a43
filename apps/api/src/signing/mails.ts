import type { Db } from '@hofn/database';
import { firstNames } from '@hofn/domain/names.ts';
import { formatDate } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { Compose } from '../platform/mail/mails.ts';
import { textsIn } from '../platform/texts.ts';
import { createSigningStore } from './store.ts';

/** The mails about documents to sign: that one waits, that its last day comes, and that it is signed. */
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
      // Nobody is asked to sign what they have signed since.
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
