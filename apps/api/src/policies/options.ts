import type { PolicyOptions } from '@hofn/contracts';
import { type Db, documents, policies } from '@hofn/database';
import { countsInTotals, isCovering, policyStatus } from '@hofn/domain';
import type { Language } from '@hofn/texts';
import { and, desc, eq } from 'drizzle-orm';
import { lapseOfPolicy } from '../payments/lapse-day.ts';
import type { Customer } from '../platform/authorization.ts';
import { findTariff } from '../platform/tariffs.ts';
import { findRequestable, requestOptionsOf } from '../requests/policy-requests.ts';
import { isNews, statusOf } from '../requests/requests.ts';
import { createRequestStore } from '../requests/store.ts';
import { addableTo } from './addable.ts';

/** The newest certificate of a policy. One of cover that does not apply proves nothing (rule LIFE-40). */
export const certificateOf = async (
  db: Db,
  policy: typeof policies.$inferSelect,
  today: string,
): Promise<string | null> => {
  if (!isCovering(policy, today) && policyStatus(policy, today) !== 'pending') return null;
  const [certificate] = await db
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(
        eq(documents.customerId, policy.customerId),
        eq(documents.policyId, policy.id),
        eq(documents.kind, 'certificate'),
      ),
    )
    .orderBy(desc(documents.issuedOn), desc(documents.version))
    .limit(1);
  return certificate?.id ?? null;
};

/** What the page of a policy offers beside the policy (rule LIFE-2); undefined when the subject has no such policy. */
export const optionsOf = async (
  db: Db,
  subject: Pick<Customer, 'id'>,
  id: string,
  { language, today, now }: { language: Language; today: string; now: Date },
): Promise<PolicyOptions | undefined> => {
  const [policy] = await db
    .select()
    .from(policies)
    .where(and(eq(policies.customerId, subject.id), eq(policies.id, id)));
  if (!policy) return undefined;
  const certificateId = await certificateOf(db, policy, today);
  const addable = countsInTotals(policy, today) ? await addableTo(db, policy, { language, today }) : [];
  const found = await findRequestable(db, subject, id);
  const requests = createRequestStore(db);
  const newest = (await requests.newestByPolicy(subject)).get(id);
  if (!found) return undefined;
  // An accepted change that waits for its day was agreed on the policy as it is now.
  const isBusy = newest?.state === 'pending' || (newest?.applyOn ?? null) !== null;
  const keepsOthersOut = newest?.kind === 'withdraw' || (newest?.proposalId ?? null) !== null;
  const edition = isBusy ? undefined : await findTariff(db, today);
  const requestable = requestOptionsOf(found, { language, today, edition });
  return {
    certificateId,
    mayLapseOn: isCovering(policy, today)
      ? await lapseOfPolicy(db, { customerId: subject.id, policyId: id }, today)
      : null,
    addable,
    // One at a time, except for a withdrawal, which ends the others.
    requestable: isBusy
      ? { ...requestable, kinds: requestable.kinds.filter((kind) => kind === 'withdraw' && !keepsOthersOut) }
      : requestable,
    request:
      newest && isNews(newest, now) ? statusOf(newest, language, await requests.retractable(subject)) : null,
  };
};
