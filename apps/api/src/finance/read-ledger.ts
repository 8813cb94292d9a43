import { type CoreLedgerGroup, type CoreLedgerPeriod, mostLedgerGroups } from '@hofn/contracts';
import { type CorePort, CoreUnanswered } from '../core/port.ts';
import { Fault } from '../platform/fault.ts';

/** Most postings in a file, which is made in memory. `npm run core:ledger` has no limit. */
export const mostPostings = 100_000;
/** How often a period is read whose postings change meanwhile. */
const tries = 2;

const unanswered = (error: unknown): never => {
  throw error instanceof CoreUnanswered ? new Fault('serviceUnavailable', { cause: error }) : error;
};

const sumOf = ({ postings }: Pick<CoreLedgerGroup, 'postings'>): number =>
  postings.reduce((sum, { amount }) => sum + amount, 0);

/** Debits, or credits, of a group, neither negative. */
const debitOf = ({ postings }: Pick<CoreLedgerGroup, 'postings'>): number =>
  postings.reduce((sum, { amount }) => sum + Math.max(0, amount), 0);

/** Reads all pages once. @returns undefined when they are not what the last one says they are */
const readOnce = async (core: CorePort, period: CoreLedgerPeriod): Promise<CoreLedgerGroup[] | undefined> => {
  const groups: CoreLedgerGroup[] = [];
  let [postings, debit] = [0, 0];
  let after: string | null = null;
  for (;;) {
    const page = await core.ledgerPage({ ...period, after, limit: mostLedgerGroups });
    for (const group of page.groups) {
      if (sumOf(group) !== 0 || group.day < period.from || group.day > period.to)
        throw new Fault('ledgerIncomplete', { cause: new Error(`The group ${group.key} does not add up`) });
      postings += group.postings.length;
      debit += debitOf(group);
      groups.push(group);
    }
    if (postings > mostPostings)
      throw new Fault('validation', {
        fields: [{ path: 'to', reason: 'tooManyLines', params: { max: mostPostings } }],
      });
    if (page.next === null)
      return page.total?.groups === groups.length && page.total.debit === debit ? groups : undefined;
    // A core that repeats itself would never end.
    if (page.next === after || page.groups.length === 0) return undefined;
    after = page.next;
  }
};

/**
 * All postings of a period: complete, each group adding up to zero, or nothing.
 * @throws Fault `serviceUnavailable` when the core does not answer, `ledgerIncomplete` when its postings do not add up, `validation`
 * for more than a file can have
 */
export const readPostings = async (core: CorePort, period: CoreLedgerPeriod): Promise<CoreLedgerGroup[]> => {
  for (let tried = 0; tried < tries; tried += 1) {
    const groups = await readOnce(core, period).catch(unanswered);
    if (groups) return groups;
  }
  throw new Fault('ledgerIncomplete');
};

/** Debits and credits of a period by account. @throws Fault as `readPostings` */
export const readSummary = async (core: CorePort, period: CoreLedgerPeriod) => {
  const { accounts, total } = await core.ledgerSummary(period).catch(unanswered);
  const debit = accounts.reduce((sum, one) => sum + one.debit, 0);
  const credit = accounts.reduce((sum, one) => sum + one.credit, 0);
  if (debit !== credit || debit !== total.debit) throw new Fault('ledgerIncomplete');
  return { accounts, groups: total.groups, debit, credit };
};
export type LedgerSummary = Awaited<ReturnType<typeof readSummary>>;
