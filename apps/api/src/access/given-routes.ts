import { randomUUID } from 'node:crypto';
import type { accessCalls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import type { KennitalaSettings } from '@hofn/domain';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant } from '@hofn/texts';
import { audit } from '../platform/audit.ts';
import type { RequestContext } from '../platform/authorization.ts';
import { Fault, type FieldFault } from '../platform/fault.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import type { KennitalaCheck } from '../platform/kennitala.ts';
import type { Mails } from '../platform/mail/mails.ts';
import type { Handlers } from '../platform/registrar.ts';
import type { DailyLimit } from '../platform/shared-counter.ts';
import { sendGrantList } from './grant-list.ts';
import { endOf, granteeOf, grantOf, visibleSince } from './grants.ts';
import { createAccessNotifications } from './mails.ts';
import { type AccessStore, createAccessStore, type GrantParty } from './store.ts';

const refused = (fault: FieldFault) => new Fault('validation', { fields: [fault] });

/** Access that the subject has given to others. */
export const givenAccessHandlers = ({
  database: { db },
  clock,
  kennitala,
  mails,
  idempotently,
  names,
}: {
  database: Database;
  clock: Clock;
  kennitala: KennitalaCheck;
  mails: Mails;
  idempotently: Idempotently;
  /** Kennitala numbers an account may look up the name of (rule HOLD-13). */
  names: DailyLimit;
}): Pick<Handlers<typeof accessCalls>, 'accessGrants' | 'accessName' | 'giveAccess' | 'revokeAccess'> => {
  const today = () => dayOfInstant(clock.now());
  const news = createAccessNotifications(mails);

  /** Counts a look-up, because its answer reveals who is a customer. @throws Fault `tooManyRequests` */
  const countLookUp = async ({ actor }: RequestContext): Promise<void> => {
    const wait = await names.count(actor.id);
    if (wait > 0) throw new Fault('tooManyRequests', { retryAfterSeconds: wait });
  };

  /** @throws Fault naming `ssn` when access cannot be given to it, `ssnNotFound` when no person is registered with it */
  const findGrantee = async (
    store: AccessStore,
    context: RequestContext,
    text: string,
    checked: KennitalaSettings,
  ): Promise<GrantParty> => {
    const { subject, actor } = context;
    const self = await store.byId(actor.id);
    const own = [subject.ssn, ...(self ? [self.ssn] : [])];
    const parsed = granteeOf(text, own, checked);
    if ('fault' in parsed) throw refused(parsed.fault);
    const found = await store.bySsn(parsed.ssn);
    if (found?.kind !== 'person') throw new Fault('ssnNotFound');
    return found;
  };

  return {
    accessGrants: async ({ context: { subject }, ...list }) => {
      const store = createAccessStore(db);
      const rows = await store.given(subject, visibleSince(today()));
      const all = rows.map((row) => grantOf(row, today()));
      return sendGrantList(store, 'given', all, subject.id, list, clock.now());
    },

    accessName: async ({ context, body, request }) => {
      await countLookUp(context);
      const store = createAccessStore(db);
      const { id, ssn, fullName, email } = await findGrantee(
        store,
        context,
        body.ssn,
        await kennitala.settingsFor(body.ssn, 'customer'),
      );
      await audit(db, request, context, 'access.name', { holder: id });
      const current = await store.active(context.subject, id, today());
      return {
        ssn,
        name: fullName,
        current: current ? grantOf(current, today()) : null,
        isNotified: email !== null,
      };
    },

    giveAccess: async (input) => {
      await countLookUp(input.context);
      const checked = await kennitala.settingsFor(input.body.ssn, 'customer');
      return idempotently(input, async (tx) => {
        const { context, body, request } = input;
        const { subject, actor } = context;
        const store = createAccessStore(tx);
        const grantee = await findGrantee(store, context, body.ssn, checked);
        const end = endOf(body.validTo, today());
        if ('fault' in end) throw refused(end.fault);
        const id = randomUUID();
        const givenAt = clock.now().toISOString();
        const ended = await store.replace(subject, grantee.id, actor.id, givenAt);
        // The giver must have seen what they change: another tab or delegate may have given more, or ended it.
        const replaced = ended && ended.validTo >= today() ? ended.id : undefined;
        if (replaced !== body.replaces) throw new Fault('grantChanged');
        const isAdded = await store.add({
          customerId: subject.id,
          id,
          holderId: grantee.id,
          role: body.role,
          validFrom: today(),
          validTo: end.validTo,
          givenAt,
          givenBy: actor.id,
        });
        const row = isAdded ? await store.find(subject, id) : undefined;
        // A concurrent request gave the same access; that grant wins and is shown.
        if (!row) throw new Fault('conflict');
        await news.given(tx, context, {
          id,
          replaces: replaced,
          subject: await store.byId(subject.id),
          actor: await store.byId(actor.id),
          holder: grantee,
        });
        await audit(tx, request, context, 'access.give', {
          object: { grant: id },
          holder: grantee.id,
          role: body.role,
          until: end.validTo,
          ...(replaced !== undefined && { replaces: replaced }),
        });
        return grantOf(row, today());
      });
    },

    revokeAccess: ({ context, params, request }) =>
      db.transaction(async (tx) => {
        const { subject, actor } = context;
        const store = createAccessStore(tx);
        const ended = await store.revoke(subject, params.id, actor.id, clock.now().toISOString(), today());
        if (!ended) throw new Fault('notFound');
        const [own, holder] = [await store.byId(subject.id), await store.byId(ended.holderId)];
        await news.revoked(tx, context, { id: params.id, subject: own, holder });
        await audit(tx, request, context, 'access.revoke', {
          object: { grant: params.id },
          holder: ended.holderId,
        });
        return null;
      }),
  };
};
