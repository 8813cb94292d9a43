import type { Db } from '@hofn/database';
import { firstNames } from '@hofn/domain/names.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { RequestContext } from '../platform/authorization.ts';
import type { Compose, Mails } from '../platform/mail/mails.ts';
import { textsIn } from '../platform/texts.ts';
import { type ContactRow, createContactStore } from './store.ts';

type Kind = 'emailChanged' | 'emailRegistered';

/** Notifies of a changed e-mail address, at both: the new one may belong to somebody else. */
export const createContactNotifications = (mails: Mails) => ({
  /** @param before the details on file until now */
  emailChanged: async (
    tx: Db,
    context: RequestContext,
    before: ContactRow,
    after: ContactRow,
  ): Promise<void> => {
    const about: Record<string, string> = context.via === 'self' ? {} : { by: context.actor.id };
    const write = async (kind: Kind, { email: recipient, language }: ContactRow) => {
      if (recipient !== null) await mails.write(tx, context, { kind, about, recipient, language });
    };
    await write('emailChanged', before);
    await write('emailRegistered', after);
  },
});

/** Composes the e-mails about a changed address. */
export const contactMails = ({ db, site }: { db: Db; site: string }): Record<Kind, Compose> => {
  const store = createContactStore(db);
  const compose =
    (kind: Kind): Compose =>
    async ({ subject, language, about: { by } }) => {
      const t = textsIn(language);
      const actor = by === undefined ? undefined : await store.contact({ id: by });
      return {
        language,
        ...(subject.kind === 'person' && { firstName: firstNames(subject.fullName) }),
        subject: t(`${kind}Email|subject`),
        preheader: t(`${kind}Email|preheader`),
        body: actor
          ? t(`${kind}Email|bodyBy`, { actor: actor.fullName, customer: subject.fullName })
          : t(`${kind}Email|body`, { customer: subject.fullName }),
        button: { title: t(`${kind}Email|button`), url: site + pathOf('portal.settings', language) },
      };
    };
  return { emailChanged: compose('emailChanged'), emailRegistered: compose('emailRegistered') };
};
