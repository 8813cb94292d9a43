import { accessDays, addDays } from '@hofn/domain';
import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { issueDocumentsOf } from '../documents/issue.ts';
import type { Db } from '../open.ts';
import { accessGrants } from '../schema/access.ts';
import { claimDrafts, claimMessages, claims } from '../schema/claims.ts';
import { customers } from '../schema/customers.ts';
import { documents } from '../schema/documents.ts';
import { policies } from '../schema/policies.ts';
import { submissions } from '../schema/submissions.ts';
import { type CustomerActs, customerActs, draftedClaim, type FiledForm, filedClaim } from './acts.ts';
import { firstSubmission, seedCases } from './cases.ts';
import { noonOf, opaqueId } from './ids-and-instants.ts';
import { seedTextBlocks } from './text-blocks.ts';

/** Documents older than this count as read. */
const readAfterDays = 100;

type Ids = ReadonlyMap<string, string>;

const policyIdOf = async (tx: Db, number: string): Promise<string> => {
  const [row] = await tx.select({ id: policies.id }).from(policies).where(eq(policies.number, number));
  return row?.id ?? '';
};

const formOf = async (tx: Db, today: string, { policy, lossDaysAgo, form }: FiledForm) => ({
  ...form,
  policy: await policyIdOf(tx, policy),
  dateOfLoss: addDays(today, -lossDaysAgo),
});

const applyCustomer = async (
  tx: Db,
  ids: Ids,
  today: string,
  { ssn, contactConfirmed, card, access = [] }: CustomerActs,
): Promise<void> => {
  const customerId = ids.get(ssn);
  if (customerId === undefined) return;
  await tx
    .update(customers)
    .set({
      contactConfirmedOn: contactConfirmed === undefined ? null : addDays(today, -contactConfirmed),
      cardNumberMasked: card?.number ?? null,
      cardToken: card?.token ?? null,
      cardExpires: card?.expires ?? null,
      cardBrand: card?.brand ?? null,
    })
    .where(eq(customers.id, customerId));
  for (const { to, role, daysAgo } of access) {
    const holderId = ids.get(to);
    if (holderId === undefined) continue;
    const validFrom = addDays(today, -daysAgo);
    await tx.insert(accessGrants).values({
      ...{ customerId, holderId, role, validFrom, validTo: accessDays(validFrom).usual },
      ...{ id: opaqueId('access', ssn, to), givenAt: noonOf(validFrom), givenBy: customerId },
    });
  }
};

/** What was typed into a claim that the core took over since, and the messages about it. */
const applyFiledClaim = async (tx: Db, ids: Ids, today: string): Promise<void> => {
  const customerId = ids.get(filedClaim.ssn);
  if (customerId === undefined) return;
  const form = await formOf(tx, today, filedClaim);
  const [claim] = await tx
    .update(claims)
    .set({ form, line: filedClaim.line })
    .where(and(eq(claims.customerId, customerId), eq(claims.policyId, form.policy)))
    .returning({ id: claims.id });
  if (!claim) return;
  await tx.insert(claimMessages).values(
    filedClaim.messages.map(({ daysAgo, hour, ...message }, place) => ({
      ...message,
      ...{ customerId, claimId: claim.id, id: String(place + 1) },
      sentAt: `${addDays(today, -daysAgo)}T${String(hour).padStart(2, '0')}:42:00Z`,
    })),
  );
};

const applyDraft = async (tx: Db, ids: Ids, today: string): Promise<void> => {
  const customerId = ids.get(draftedClaim.ssn);
  if (customerId === undefined) return;
  const { line, step, keptDays, lossDaysAgo } = draftedClaim;
  const begunAt = noonOf(addDays(today, -lossDaysAgo));
  await tx.insert(claimDrafts).values({
    ...{ customerId, id: opaqueId('claim draft', customerId), line, step, language: 'is' },
    form: await formOf(tx, today, draftedClaim),
    ...{ createdAt: begunAt, changedAt: begunAt, expiresAt: noonOf(addDays(today, keptDays)) },
  });
};

/** Whether the acts of the demo were applied: a start that was killed before applies them at the next one. */
export const hasActs = async (db: Db): Promise<boolean> =>
  (await db.$count(submissions, eq(submissions.id, firstSubmission))) > 0;

/**
 * Adds what the demo's customers and staff did in Höfn to the facts that the demo's core has sent: cards, grants, a
 * claim as it was filed, drafts, messages, cases, and the documents that have become due.
 * @param options.today `YYYY-MM-DD`
 * @param options.ssns kennitalas of the demo's customers
 */
export const applyActs = async (
  db: Db,
  { today, ssns }: { today: string; ssns: readonly string[] },
): Promise<void> =>
  db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: customers.id, ssn: customers.ssn })
      .from(customers)
      .where(inArray(customers.ssn, [...ssns]));
    const ids = new Map(rows.map(({ id, ssn }) => [ssn, id]));
    const customerIds = [...ids.values()];
    for (const acts of customerActs) await applyCustomer(tx, ids, today, acts);
    await applyFiledClaim(tx, ids, today);
    await applyDraft(tx, ids, today);
    await seedCases(tx, today, customerIds);
    await seedTextBlocks(tx, today);
    await issueDocumentsOf(tx, { today, customerIds, periodic: true });
    await tx
      .update(documents)
      .set({ readAt: sql`${documents.issuedOn} + interval '60 hours'` })
      .where(
        and(
          inArray(documents.customerId, customerIds),
          lt(documents.issuedOn, addDays(today, -readAfterDays)),
        ),
      );
  });
