import type { Db } from '@hofn/database';
import { firstNames } from '@hofn/domain/names.ts';
import { formatDate } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { RequestContext } from '../platform/authorization.ts';
import type { Compose, Mails } from '../platform/mail/mails.ts';
import { textsIn } from '../platform/texts.ts';
import { createAccessStore, type GrantParty } from './store.ts';

type Kind =
  | 'accessGiven'
  | 'accessGivenByYou'
  | 'accessGivenFor'
  | 'accessRevoked'
  | 'accessRevokedFor'
  | 'accessReturned';

/** What is composed for a grant that replaces another: that the access changed, not that it was given (rule LIFE-12). */
const changed = {
  accessGiven: 'accessChanged',
  accessGivenByYou: 'accessChangedByYou',
  accessGivenFor: 'accessChangedFor',
} as const;
const isGiven = (kind: Kind): kind is keyof typeof changed => Object.hasOwn(changed, kind);

/**
 * Notifies the parties of access by e-mail: the grantee when it was given, changed or revoked, the giver when it was given,
 * changed or returned, and the customer when somebody gave, changed or revoked it in their name. Each in their own language,
 * if they have an address. The giver is notified of their own act, since somebody else may have used their session.
 */
export const createAccessNotifications = (mails: Mails) => {
  const notify = async (
    tx: Db,
    { actor }: RequestContext,
    kind: Kind,
    about: { grantId: string; giver: string; replaces?: string },
    to: GrantParty | undefined,
  ) => {
    if (!to || to.email === null) return;
    const { language, email: recipient } = to;
    await mails.write(tx, { actor, subject: to }, { kind, about, recipient, language });
  };
  return {
    given: async (
      tx: Db,
      context: RequestContext,
      {
        id,
        replaces,
        subject,
        actor,
        holder,
      }: {
        id: string;
        /** The grant in force that this one replaces. */
        replaces: string | undefined;
        subject: GrantParty | undefined;
        actor: GrantParty | undefined;
        holder: GrantParty;
      },
    ) => {
      const about = { grantId: id, giver: context.subject.id, ...(replaces !== undefined && { replaces }) };
      await notify(tx, context, 'accessGiven', about, holder);
      await notify(tx, context, 'accessGivenByYou', about, actor);
      if (context.via !== 'self') await notify(tx, context, 'accessGivenFor', about, subject);
    },
    revoked: async (
      tx: Db,
      context: RequestContext,
      {
        id,
        subject,
        holder,
      }: { id: string; subject: GrantParty | undefined; holder: GrantParty | undefined },
    ) => {
      const about = { grantId: id, giver: context.subject.id };
      await notify(tx, context, 'accessRevoked', about, holder);
      if (context.via !== 'self') await notify(tx, context, 'accessRevokedFor', about, subject);
    },
    returned: (
      tx: Db,
      context: RequestContext,
      { id, subject }: { id: string; subject: GrantParty | undefined },
    ) => notify(tx, context, 'accessReturned', { grantId: id, giver: subject?.id ?? '' }, subject),
  };
};

/** Composes the e-mails about access. */
export const accessMails = ({ db, site }: { db: Db; site: string }): Record<Kind, Compose> => {
  const store = createAccessStore(db);
  const compose =
    (kind: Kind): Compose =>
    async ({ subject, language, about: { grantId = '', giver = '', replaces } }) => {
      const grant = await store.find({ id: giver }, grantId);
      const from = await store.byId(giver);
      if (!grant || !from) return undefined;
      const old = replaces === undefined ? undefined : await store.find({ id: giver }, replaces);
      const t = textsIn(language);
      const which = old && isGiven(kind) ? changed[kind] : kind;
      const params = {
        giver: from.fullName,
        holder: grant.name,
        role: t(`accessRole|${grant.role}`),
        may: t(`accessRole|${grant.role}May`),
        date: formatDate(language, grant.validTo),
        oldRole: old ? t(`accessRole|${old.role}`) : '',
        oldDate: old ? formatDate(language, old.validTo) : '',
      };
      return {
        language,
        ...(subject.kind === 'person' && { firstName: firstNames(subject.fullName) }),
        subject: t(`${which}Email|subject`, params),
        preheader: t(`${which}Email|preheader`, params),
        body: t(`${which}Email|body`, params),
        button: { title: t(`${which}Email|button`), url: site + pathOf('portal.settingsAccess', language) },
      };
    };
  return {
    accessGiven: compose('accessGiven'),
    accessGivenByYou: compose('accessGivenByYou'),
    accessGivenFor: compose('accessGivenFor'),
    accessRevoked: compose('accessRevoked'),
    accessRevokedFor: compose('accessRevokedFor'),
    accessReturned: compose('accessReturned'),
  };
};
