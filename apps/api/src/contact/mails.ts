import type { Db } from '@hofn/database';
import { firstNames } from '@hofn/domain/names.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { RequestContext } from '../platform/authorization.ts';
import type { Compose, Mails } from '../platform/mail/mails.ts';
import { textsIn } from '../platform/texts.ts';
import { type ContactRow, createContactStore } from './store.ts';

/** Notifies of a changed e-mail address, at the previous one: the new one may belong to somebody else. */
export const createContactNotifications = (mails: Mails) => ({
  /** @param before the details on file until now */
  emailChanged: async (tx: Db, context: RequestContext, before: ContactRow): Promise<void> => {
    const { email: recipient, language } = before;
    if (recipient === null) return;
    const by: Record<string, string> = context.via === 'self' ? {} : { by: context.actor.id };
    await mails.write(tx, context, { kind: 'emailChanged', about: by, recipient, language });
  },
});

/** Composes the e-mail about a changed address. */
export const contactMails = ({ db, site }: { db: Db; site: string }): { emailChanged: Compose } => {
  const store = createContactStore(db);
  return {
    emailChanged: async ({ subject, language, about: { by } }) => {
      const t = textsIn(language);
      const actor = by === undefined ? undefined : await store.contact({ id: by });
      return {
        language,
        ...(subject.kind === 'person' && { firstName: firstNames(subject.fullName) }),
        subject: t('emailChangedEmail|subject'),
        preheader: t('emailChangedEmail|preheader'),
        body: actor
          ? t('emailChangedEmail|bodyBy', { actor: actor.fullName, customer: subject.fullName })
          : t('emailChangedEmail|body', { customer: subject.fullName }),
        button: { title: t('emailChangedEmail|button'), url: site + pathOf('portal.settings', language) },
      };
    },
  };
};
