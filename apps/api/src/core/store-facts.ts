import { type CoreFact, type FactType, factTypes } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import { dayOfInstant } from '@hofn/texts';
import { issueDocumentsNow } from '../documents/issue.ts';
import type { FieldFault } from '../platform/fault.ts';
import { factFault, upsertFacts } from './upsert.ts';
import type { AnyWriters } from './writers.ts';

/** A fact that failed validation, with the faults. */
export type RefusedFact = { type: FactType; key: string; fields: FieldFault[] };

/**
 * Stores the facts that a core returns with its answer, in the transaction `tx`, through the same writers as facts that it
 * sends: customers get the same e-mails and documents. Facts that others refer to come first.
 * @param now for documents and as the time of arrival
 * @returns the facts that were refused; the others are stored
 */
export const storeReturnedFacts = async (
  tx: Db,
  writers: AnyWriters,
  facts: readonly CoreFact[],
  { source, now }: { source: string; now: Date },
): Promise<RefusedFact[]> => {
  const at = now.toISOString();
  const refused: RefusedFact[] = [];
  const customerIds = new Set<string>();
  for (const { type, key, version, facts: said, acknowledges } of facts) {
    const parsed = factTypes[type].safeParse(said);
    if (!parsed.success) {
      const fields = parsed.error.issues.map(({ path, message }) =>
        factFault(['facts', ...path].join('.'), message),
      );
      refused.push({ type, key, fields });
      continue;
    }
    const arrival = { key, version, facts: parsed.data as unknown, ...(acknowledges && { acknowledges }) };
    const [result] = await upsertFacts(tx, writers[type], { source, at }, [arrival]);
    if (!result || result.outcome === 'refused')
      refused.push({ type, key, fields: result?.outcome === 'refused' ? result.fields : [] });
    else if (result.customerId !== null) customerIds.add(result.customerId);
  }
  await issueDocumentsNow(tx, { today: dayOfInstant(now), customerIds: [...customerIds] });
  return refused;
};
