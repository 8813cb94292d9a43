import { randomUUID } from 'node:crypto';
import type { AccessGrant, accessCalls, GrantList } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import type { KennitalaSettings } from '@hofn/domain';
import type { Clock } from '@hofn/domain/clock.ts';
import { compare, dayOfInstant, type Language } from '@hofn/texts';
import { narrowGrants } from '@hofn/texts/narrow-grants.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestContext } from '../platform/access.ts';
import { audit } from '../platform/audit.ts';
import { Fault, type FieldFault } from '../platform/fault.ts';
import { fileTypeOf, sendFile } from '../platform/file.ts';
import type { KennitalaCheck } from '../platform/kennitala.ts';
import type { Mails } from '../platform/mail/mails.ts';
import type { Once } from '../platform/once.ts';
import type { Handlers } from '../platform/registrar.ts';
import type { DailyLimit } from '../platform/shared-counter.ts';
import { companiesOf, endOf, grantOf, heldOf, holderOf, toldSince } from './access.ts';
import { grantsFile } from './files.ts';
import { createAccessNews } from './mails.ts';
import { type AccessStore, createAccessStore, type Party } from './store.ts';

type ListRequest = { query: GrantList; language: Language; request: FastifyRequest; reply: FastifyReply };

const refused = (fault: FieldFault) => new Fault('validation', { fields: [fault] });

export const accessHandlers = ({
  database: { db },
  clock,
  kennitala,
  mails,
  once,
  names,
}: {
  database: Database;
  clock: Clock;
  kennitala: KennitalaCheck;
  mails: Mails;
  once: Once;
  /** Kennitala numbers that one account may ask the name of (rule HOLD-13). */
  names: DailyLimit;
}): Handlers<typeof accessCalls> => {
  const today = () => dayOfInstant(clock.now());
  const news = createAccessNews(mails);

  /** Counts a look-up, whose answer shows who is a customer. @throws Fault `tooManyRequests` */
  const countLookUp = async ({ actor }: RequestContext): Promise<void> => {
    const wait = await names.count(actor.id);
    if (wait > 0) throw new Fault('tooManyRequests', { retryAfterSeconds: wait });
  };

  /** @throws Fault naming `ssn` when access cannot be given to it, `ssnNotFound` when nobody is registered by it */
  const holder = async (
    store: AccessStore,
    context: RequestContext,
    text: string,
    checked: KennitalaSettings,
  ): Promise<Party> => {
    const { subject, actor } = context;
    const self = await store.byId(actor.id);
    const own = [subject.ssn, ...(self ? [self.ssn] : [])];
    const asked = holderOf(text, own, checked);
    if ('fault' in asked) throw refused(asked.fault);
    const found = await store.bySsn(asked.ssn);
    if (found?.kind !== 'person') throw new Fault('ssnNotFound');
    return found;
  };

  /** Permits as the query narrows them: as JSON, or as the file that the request accepts (rule PORT-19). */
  const listed = async <Grant extends AccessGrant>(
    which: 'given' | 'held',
    all: readonly Grant[],
    readerId: string,
    { query, language, request, reply }: ListRequest,
  ): Promise<{ items: Grant[] } | undefined> => {
    const { search = '', state = '', ...rest } = query;
    const items = narrowGrants(all, { search, state, ...rest });
    const type = fileTypeOf(request.headers.accept);
    if (!type) return { items };
    const subject = await createAccessStore(db).byId(readerId);
    if (!subject) throw new Fault('notFound');
    const file = await grantsFile(type, which, items, { subject, language, now: clock.now() });
    sendFile(reply, type, file.name, file.content);
    return undefined;
  };

  return {
    accessGrants: async ({ context: { subject }, ...asked }) => {
      const rows = await createAccessStore(db).given(subject, toldSince(today()));
      const all = rows.map((row) => grantOf(row, today()));
      return listed('given', all, subject.id, asked);
    },

    accessName: async ({ context, body, request }) => {
      await countLookUp(context);
      const { id, ssn, fullName } = await holder(
        createAccessStore(db),
        context,
        body.ssn,
        await kennitala.settingsFor(body.ssn, 'customer'),
      );
      audit(request, context, 'access.name', { holder: id });
      return { ssn, name: fullName };
    },

    giveAccess: async (asked) => {
      await countLookUp(asked.context);
      const checked = await kennitala.settingsFor(asked.body.ssn, 'customer');
      return once(asked, async (tx) => {
        const { context, body, request } = asked;
        const { subject, actor } = context;
        const store = createAccessStore(tx);
        const to = await holder(store, context, body.ssn, checked);
        const end = endOf(body.validTo, today());
        if ('fault' in end) throw refused(end.fault);
        const id = randomUUID();
        const givenAt = clock.now().toISOString();
        await store.replace(subject, to.id, actor.id, givenAt);
        const given = await store.add({
          customerId: subject.id,
          id,
          holderId: to.id,
          role: body.role,
          validFrom: today(),
          validTo: end.validTo,
          givenAt,
          givenBy: actor.id,
        });
        const row = given ? await store.one(subject, id) : undefined;
        // Another gave it at this very moment: one of the two is shown, and stands.
        if (!row) throw new Fault('conflict');
        await news.given(tx, context, { id, subject: await store.byId(subject.id), holder: to });
        audit(request, context, 'access.give', {
          grant: id,
          holder: to.id,
          role: body.role,
          until: end.validTo,
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
        audit(request, context, 'access.revoke', { grant: params.id, holder: ended.holderId });
        return null;
      }),

    grantedAccessList: async ({ context: { actor } }) => {
      const rows = await createAccessStore(db).held(actor.id, today());
      return rows.filter(({ ended }) => ended === null).map(({ id, ssn, name }) => ({ id, ssn, name }));
    },

    grantedAccess: async ({ context: { actor }, ...asked }) => {
      const rows = await createAccessStore(db).held(actor.id, toldSince(today()));
      const all = rows.map((row) => heldOf(row, today()));
      return listed('held', all, actor.id, asked);
    },

    returnAccess: ({ context, params, request }) =>
      db.transaction(async (tx) => {
        const { actor } = context;
        const store = createAccessStore(tx);
        const ended = await store.giveUp(actor.id, params.id, clock.now().toISOString(), today());
        if (!ended) throw new Fault('notFound');
        await news.returned(tx, context, { id: params.id, subject: await store.byId(ended.customerId) });
        audit(request, context, 'access.return', { grant: params.id, giver: ended.customerId });
        return null;
      }),

    companyInvolvement: async ({ context: { actor } }) => {
      const rows = await createAccessStore(db).companies(actor.id, today());
      return { items: companiesOf(rows.toSorted((a, b) => compare(a.name, b.name))) };
    },
  };
};
