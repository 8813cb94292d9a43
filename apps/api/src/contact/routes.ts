import type { contactCalls } from '@hofn/contracts';
import type { Database, Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant } from '@hofn/texts';
import type { FastifyRequest } from 'fastify';
import { audit } from '../platform/audit.ts';
import { type RequestContext, requireFreshSignIn } from '../platform/authorization.ts';
import { recordEvent } from '../platform/events.ts';
import { Fault } from '../platform/fault.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import type { Mails } from '../platform/mail/mails.ts';
import { recordOwnChange } from '../platform/own-changes.ts';
import type { Handlers } from '../platform/registrar.ts';
import { contactOf, generalInfoOf, popupInfoOf } from './contact.ts';
import { createContactNotifications } from './mails.ts';
import { type ContactRow, createContactStore } from './store.ts';

const orNotFound = (row: ContactRow | undefined): ContactRow => {
  if (!row) throw new Fault('notFound');
  return row;
};

/** The settings that a save can change. */
const settings = ['email', 'mobilePhone', 'homePhone', 'language'] as const;
const settingsOf = (row: ContactRow) => Object.fromEntries(settings.map((name) => [name, row[name]]));

export const contactHandlers = ({
  database,
  clock,
  mails,
  idempotently,
}: {
  database: Database;
  clock: Clock;
  mails: Mails;
  idempotently: Idempotently;
}): Handlers<typeof contactCalls> => {
  const store = createContactStore(database.db);
  const today = () => dayOfInstant(clock.now());
  const news = createContactNotifications(mails);

  /** Saves changes, and notifies both e-mail addresses when one replaces the other. */
  const save = async (
    tx: Db,
    context: RequestContext,
    changes: Parameters<typeof store.save>[1],
    { request, action }: { request: FastifyRequest; action: 'contact.change' | 'contact.confirm' },
  ): Promise<ContactRow> => {
    const store = createContactStore(tx);
    const before = orNotFound(await store.lock(context.subject));
    if (changes.email !== before.email) requireFreshSignIn(context);
    const row = orNotFound(await store.save(context.subject, changes));
    const changeId = await recordOwnChange(tx, context.subject, 'contact', clock.now());
    const changed = settings.filter((name) => row[name] !== before[name]);
    const masked = { before: settingsOf(before), after: settingsOf(row) };
    // Two addresses may be the same once masked, so what differs is named too.
    await audit(tx, request, context, action, { ...masked, changed });
    if (changed.length > 0)
      await recordEvent(tx, 'contact.changed', context.subject.id, { changeId, changed });
    if (row.email !== before.email) await news.emailChanged(tx, context, before, row);
    return row;
  };

  return {
    generalInfo: async ({ context: { subject } }) => generalInfoOf(orNotFound(await store.contact(subject))),
    saveGeneralInfo: (input) => {
      const { body, context, request } = input;
      return idempotently(input, async (tx) => {
        const changes = { ...contactOf(body), language: body.language };
        // Only the customer's own save confirms that the details are correct.
        const confirmed = context.via === 'self' && { contactConfirmedOn: today() };
        const row = await save(
          tx,
          context,
          { ...changes, ...confirmed },
          { request, action: 'contact.change' },
        );
        return generalInfoOf(row);
      });
    },
    popupInfo: async ({ context: { subject } }) =>
      popupInfoOf(orNotFound(await store.contact(subject)), today()),
    savePopupInfo: (input) => {
      const { body, context, request } = input;
      return idempotently(input, async (tx) => {
        const changes = { ...contactOf(body), contactConfirmedOn: today() };
        const row = await save(tx, context, changes, { request, action: 'contact.confirm' });
        return popupInfoOf(row, today());
      });
    },
  };
};
