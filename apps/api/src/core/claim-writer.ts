import { isDeepStrictEqual } from 'node:util';
import type { ClaimFacts, ClaimPaymentState } from '@hofn/contracts';
import { claimEvents, claimPayments, claims, coreRecords, type Db, putRows } from '@hofn/database';
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { ClaimChanges } from '../claims/changes.ts';
import type { RuleAsking } from '../claims/decisions/ask-rules.ts';
import { maskedAccount } from '../claims/masked-account.ts';
import type { FieldFault } from '../platform/fault.ts';
import { anyOf } from '../platform/sql.ts';
import { refuseTakenNumbers } from './numbers.ts';
import { findCustomerAndPolicy, type OnPolicy } from './references.ts';
import { type Arrival, type FactWriter, type Found, factFault, type NewerFact } from './upsert.ts';

type Fact = NewerFact<ClaimFacts, OnPolicy>;
type ClaimRow = typeof claims.$inferSelect;

const placeOf = (customerId: string | null, id: string) => `${customerId} ${id}`;

/** Finds the claims that facts adopt: those the customer filed in the portal. */
const findFiled = async (
  tx: Db,
  arrivals: readonly Arrival<ClaimFacts>[],
  found: ReadonlyArray<Found<OnPolicy> | FieldFault[]>,
): Promise<Array<Found<OnPolicy> | FieldFault[]>> => {
  const ids = arrivals.flatMap(({ facts }) => facts.claim ?? []);
  const customerIds = found.flatMap((one) => (Array.isArray(one) ? [] : (one.customerId ?? [])));
  const rows =
    ids.length === 0
      ? []
      : await tx
          .select({ customerId: claims.customerId, id: claims.id })
          .from(claims)
          .where(and(anyOf(claims.customerId, customerIds), anyOf(claims.id, ids)));
  const filed = new Set(rows.map(({ customerId, id }) => placeOf(customerId, id)));
  return found.map((one, index) => {
    const claim = arrivals[index]?.facts.claim ?? null;
    if (Array.isArray(one) || claim === null) return one;
    return filed.has(placeOf(one.customerId, claim))
      ? { ...one, existingId: claim }
      : [factFault('facts.claim', 'The customer has no such claim.')];
  });
};

type EventRow = typeof claimEvents.$inferSelect;

/** The events on file of the claims that facts replace, by the facts' keys. */
const storedEvents = async (
  tx: Db,
  source: string,
  arrivals: readonly Arrival<ClaimFacts>[],
  found: ReadonlyArray<Found<OnPolicy> | FieldFault[]>,
): Promise<ReadonlyMap<string, EventRow[]>> => {
  const adopted = arrivals.flatMap(({ key }, index) => {
    const one = found[index];
    return !one || Array.isArray(one) || one.existingId === undefined
      ? []
      : [{ key, customer_id: one.customerId, claim_id: one.existingId }];
  });
  const keys = arrivals.map(({ key }) => key);
  if (keys.length === 0) return new Map();
  const place = sql`(
    select key, customer_id, id as claim_id from ${coreRecords}
      where source = ${source} and type = 'claims' and key = any(${sql.param(keys)}::text[])
    union select key, customer_id, claim_id
      from jsonb_to_recordset(${JSON.stringify(adopted)}::jsonb) as adopted(key text, customer_id text, claim_id text)
  ) as place`;
  const rows = await tx
    .select({ key: sql<string>`place.key`, event: claimEvents })
    .from(claimEvents)
    .innerJoin(
      place,
      and(eq(claimEvents.customerId, sql`place.customer_id`), eq(claimEvents.claimId, sql`place.claim_id`)),
    );
  const events = new Map<string, EventRow[]>();
  for (const { key, event } of rows) events.set(key, [...(events.get(key) ?? []), event]);
  return events;
};

const saysTheSame = (stored: EventRow, { at, note, ...event }: ClaimFacts['events'][number]): boolean =>
  isDeepStrictEqual(
    [stored.status, stored.role, stored.name, stored.lossAmount, stored.compensation],
    [event.status, event.role, event.name, event.lossAmount, event.compensation],
  ) &&
  Date.parse(stored.at) === Date.parse(at) &&
  stored.noteIs === (note?.is ?? null) &&
  stored.noteEn === (note?.en ?? null);

/** Names events that say something else than those on file: customers may have read them, and decisions state them. */
const changedEvents = (facts: ClaimFacts, stored: readonly EventRow[]): FieldFault[] =>
  facts.events.flatMap((event, index) => {
    const before = stored.find(({ sequence }) => sequence === event.sequence);
    return !before || saysTheSame(before, event)
      ? []
      : [
          factFault(
            `facts.events.${index}`,
            'The event with this number says something else. Events never change: add another.',
          ),
        ];
  });

/** What a claim keeps of a notice: once it is verified here it stays so, and the reported place is not lost. */
const reportedOf = (
  { place, unverified = false }: ClaimFacts,
  before: typeof claims.$inferSelect | undefined,
): Pick<typeof claims.$inferInsert, 'place' | 'unverified'> => {
  const isUnverified = unverified && (before?.unverified ?? true);
  return { unverified: isUnverified, place: place ?? (isUnverified ? null : before?.form?.place || null) };
};

const rowOf = (
  { id, found, facts }: Fact,
  before: typeof claims.$inferSelect | undefined,
  at: string,
): typeof claims.$inferInsert => ({
  customerId: found.customerId ?? '',
  id,
  number: facts.number,
  policyId: found.policyId,
  titleIs: facts.title.is,
  titleEn: facts.title.en,
  status: facts.status,
  dateOfLoss: facts.dateOfLoss,
  reportedAt: facts.reportedAt,
  // One just adopted, without events of its own, has not changed since it was filed.
  changedAt: facts.events.findLast(({ status }) => status !== null)?.at ?? before?.changedAt ?? at,
  lossAmount: facts.lossAmount,
  compensation: facts.compensation,
  ...reportedOf(facts, before),
  line: facts.line,
  handlerName: facts.handler?.name ?? null,
  handlerPhone: facts.handler?.phone ?? null,
  needs: facts.status === 'awaitingDocuments' ? facts.needs : null,
  needsBy: facts.needsBy,
  nextBy: facts.nextBy,
  covers: facts.covers && facts.covers.length > 0 ? facts.covers : null,
  decision: facts.decision ?? null,
  reserve: facts.reserve ?? null,
});

const eventsOf = ({ id, found, facts }: Fact): Array<typeof claimEvents.$inferInsert> =>
  facts.events.map(({ note, ...event }) => ({
    ...event,
    customerId: found.customerId ?? '',
    claimId: id,
    noteIs: note?.is ?? null,
    noteEn: note?.en ?? null,
  }));

/** The columns of a payment's state: since a payment was approved it has steps too. */
const stateColumns = (
  state: ClaimPaymentState,
): Pick<typeof claimPayments.$inferInsert, 'state' | 'step'> => {
  switch (state) {
    case 'ordered':
    case 'failed':
    case 'returned':
      return { state: 'approved', step: state };
    default:
      return { state, step: null };
  }
};

const paymentsOf = ({ id, found, facts }: Fact): Array<typeof claimPayments.$inferInsert> =>
  facts.payments.map(({ title, account, state, fault = null, ...payment }) => ({
    ...payment,
    ...stateColumns(state),
    fault,
    customerId: found.customerId ?? '',
    claimId: id,
    titleIs: title.is,
    titleEn: title.en,
    account: account === null ? null : maskedAccount(account),
  }));

/** Whether a payment has failed or was returned. */
const isUnpaid = (state: ClaimPaymentState): boolean => state === 'failed' || state === 'returned';

/** The claims on file before they are replaced, with the ids of the payments that had been made, or had failed. */
const claimsBefore = async (tx: Db, newer: readonly Fact[]) => {
  // One that was filed in the portal is on file before its first version.
  const known = newer.filter(({ isNew, found }) => !isNew || found.existingId !== undefined);
  if (known.length === 0) return new Map<string, { claim: ClaimRow; paid: string[]; unpaid: string[] }>();
  const customerIds = known.flatMap(({ found }) => found.customerId ?? []);
  const ids = known.map(({ id }) => id);
  const rows = await tx
    .select()
    .from(claims)
    .where(and(inArray(claims.customerId, customerIds), inArray(claims.id, ids)))
    .orderBy(asc(claims.customerId), asc(claims.id))
    .for('update');
  const payments = await tx
    .select({
      customerId: claimPayments.customerId,
      claimId: claimPayments.claimId,
      id: claimPayments.id,
      state: claimPayments.state,
    })
    .from(claimPayments)
    .where(
      and(
        inArray(claimPayments.customerId, customerIds),
        inArray(claimPayments.claimId, ids),
        or(eq(claimPayments.state, 'paid'), inArray(claimPayments.step, ['failed', 'returned'])),
      ),
    );
  const ended = Map.groupBy(payments, ({ customerId, claimId }) => placeOf(customerId, claimId));
  return new Map(
    rows.map((claim) => {
      const place = placeOf(claim.customerId, claim.id);
      const idsOf = (isPaid: boolean) =>
        (ended.get(place) ?? []).filter(({ state }) => (state === 'paid') === isPaid).map(({ id }) => id);
      return [place, { claim, paid: idsOf(true), unpaid: idsOf(false) }];
    }),
  );
};

const deletePaymentsOf = async (tx: Db, places: ReadonlyArray<{ customerId: string; id: string }>) => {
  if (places.length === 0) return;
  const json = JSON.stringify(
    places.map(({ customerId, id }) => ({ customer_id: customerId, claim_id: id })),
  );
  await tx.execute(sql`
    delete from ${claimPayments} where (customer_id, claim_id) in
      (select customer_id, claim_id from jsonb_to_recordset(${json}::jsonb) as place(customer_id text, claim_id text))`);
};

// The form that was filed, and the line that decides its questions, belong together.
const ofFiling = (column: 'line' | 'reported_at') => {
  const name = sql.identifier(column);
  return sql`case when claims.form is null then excluded.${name} else claims.${name} end`;
};

/**
 * Claims with their timeline and payments: the one way in which a claim changes after it was filed. What the customer
 * filed, messages and files stay, and so does every event: the timeline only grows.
 */
export const createClaimWriter = (
  changes: ClaimChanges,
  askRules: RuleAsking,
): FactWriter<ClaimFacts, OnPolicy> => ({
  type: 'claims',
  find: async (tx, source, arrivals) => {
    const filed = await findFiled(tx, arrivals, await findCustomerAndPolicy(tx, source, arrivals));
    const found = await refuseTakenNumbers(tx, { type: 'claims', source }, arrivals, filed);
    const stored = await storedEvents(tx, source, arrivals, found);
    return arrivals.map(({ key, facts }, index) => {
      const one = found[index] ?? [];
      const faults = [...(Array.isArray(one) ? one : []), ...changedEvents(facts, stored.get(key) ?? [])];
      return faults.length > 0 || Array.isArray(one) ? faults : one;
    });
  },
  write: async (tx, newer, at) => {
    const before = await claimsBefore(tx, newer);
    const rows = newer.map((fact) => {
      const last = before.get(placeOf(fact.found.customerId, fact.id));
      return { fact, last, row: rowOf(fact, last?.claim, at) };
    });
    await putRows(
      tx,
      claims,
      rows.map(({ row }) => row),
      { key: ['customerId', 'id'], keep: { line: ofFiling('line'), reportedAt: ofFiling('reported_at') } },
    );
    await deletePaymentsOf(
      tx,
      [...before.values()].map(({ claim }) => claim),
    );
    await putRows(tx, claimEvents, newer.flatMap(eventsOf), {
      key: ['customerId', 'claimId', 'sequence'],
      isLog: true,
    });
    await putRows(tx, claimPayments, newer.flatMap(paymentsOf), { key: ['customerId', 'claimId', 'id'] });
    for (const { fact, last, row } of rows) {
      const { id, facts, quiet = false } = fact;
      const paid = facts.payments.some(
        (payment) => payment.state === 'paid' && !last?.paid.includes(payment.id),
      );
      // The history of a claim that is imported needs nobody.
      const isHistory = quiet && last === undefined;
      const failed =
        !isHistory &&
        facts.payments.some(({ id: payment, state }) => isUnpaid(state) && !last?.unpaid.includes(payment));
      const after = {
        status: row.status,
        needs: row.needs ?? null,
        needsBy: row.needsBy ?? null,
        unverified: row.unverified ?? false,
      };
      await changes.follow(tx, { id: row.customerId }, id, {
        before: last?.claim,
        after,
        paid,
        failed,
        quiet,
      });
      // A core that has just taken on a claim from the portal.
      if (fact.isNew && last && !quiet)
        await askRules(tx, { customerId: row.customerId, claimId: id, version: fact.version });
    }
  },
});
