import type { ClaimAct, ClaimCoverAssessed, ClaimPaymentToMake, CoreClaimAct, Facts } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import { insuranceClaims, insuranceOutbox } from '@hofn/database/schema/insurance.ts';
import { and, eq } from 'drizzle-orm';
import { ask, type Call, type createCores } from '../acts/testing.ts';
import { recordOf } from '../store/records.ts';
import { inBook } from '../store/work.ts';

type Claim = Facts<'claims'>;

/** A cover of the policies that `fillCustomers` fills the core with; it shares their sum insured with the others. */
export const testCover = 'collision-leaving-the-road-and-rollover';

export const note = { is: 'Bílnum var ekið út af vegi.', en: 'The car left the road.' };

/** A claim that the customer has filed in the portal. */
export const claimOf = (customer: string, number: string, changes: Partial<Claim> = {}): Claim => ({
  ...{ customer, claim: `filed-${number}`, number, policy: `policy-${customer}` },
  ...{ title: { is: 'Útafakstur', en: 'Car off the road' }, status: 'received', dateOfLoss: '2026-11-20' },
  ...{ place: 'Hvalnes', line: 'vehicle', reportedAt: '2026-11-21T09:00:00Z', lossAmount: null },
  ...{ compensation: null, unverified: false, handler: null, needs: [], needsBy: null, nextBy: null },
  ...{ events: [], payments: [] },
  ...changes,
});

/** Adds a claim to the core, as an event of the front does. @returns its number */
export const addClaim = async (db: Db, customer: string, changes: Partial<Claim> = {}): Promise<string> => {
  const number = changes.number ?? 'T-1';
  await db.transaction(async (tx) => {
    await inBook(tx, customer, (book) =>
      book.put('claims', `claim-${number}`, claimOf(customer, number, changes)),
    );
    await tx
      .delete(insuranceOutbox)
      .where(and(eq(insuranceOutbox.customer, customer), eq(insuranceOutbox.type, 'claims')));
  });
  return number;
};

/** A claim as the core has it now. */
export const readClaim = async (db: Db, number: string): Promise<{ version: number; facts: Claim }> => {
  const [row] = await db.select().from(insuranceClaims).where(eq(insuranceClaims.number, number));
  if (!row) throw new Error(`There is no claim ${number}`);
  const { version, facts } = recordOf('claims', row);
  return { version, facts: facts as Claim };
};

export const lineOf = (loss: number, changes: Partial<ClaimCoverAssessed> = {}): ClaimCoverAssessed => ({
  ...{ id: testCover, claimed: null, loss, depreciation: 0, ownShare: 0, deductible: 0 },
  ...changes,
});

/** A decision that pays for a loss under the cover of the tests. */
export const decide = (...covers: ClaimCoverAssessed[]): ClaimAct => ({
  kind: 'claim.decide',
  covers,
  reasons: note,
});

export const paymentOf = (
  id: string,
  amount: number,
  {
    account = '004821',
    ...changes
  }: Partial<Omit<ClaimPaymentToMake, 'account'>> & { account?: string } = {},
): ClaimPaymentToMake => ({
  ...{ id, title: { is: 'Bætur', en: 'Compensation' }, recipient: 'Prófari', recipientSsn: '1402851489' },
  ...{ amount, account: `0133-26-${account}` },
  ...changes,
});

export const pay = (...payments: ClaimPaymentToMake[]): ClaimAct => ({ kind: 'claim.pay', payments });

/** An employee who does things with a customer's claim through a core's port, with its newest version unless another is given. */
export const handlerOf = (
  { url, db }: { url: string; db: Db },
  { customer, number, name = 'Ragna' }: { customer: string; number: string; name?: string },
) => {
  const bodyOf = async (act: ClaimAct, version?: number, payable?: number): Promise<CoreClaimAct> => ({
    claim: { customer, number, version: version ?? (await readClaim(db, number)).version },
    act,
    ...{ decidedBy: act.kind === 'claim.settle' ? null : { name }, approvedBy: null },
    ...(payable !== undefined && { payable }),
  });
  type About = Omit<Call, 'kind' | 'act'> & { version?: number; payable?: number };
  const call = async (act: ClaimAct, { version, payable, ...about }: About = {}) =>
    ask(url, { kind: act.kind, act: await bodyOf(act, version, payable), ...about });
  return {
    bodyOf,
    call,
    /** Does something that the core has to do. */
    do: async (act: ClaimAct, about: About = {}) => {
      const { status, answer } = await call(act, about);
      if (status !== 200 || answer.result !== 'done')
        throw new Error(`${act.kind} was answered ${status} ${JSON.stringify(answer)}`);
      return answer;
    },
    preview: (act: ClaimAct, about: About = {}) => call(act, { ...about, isPreview: true }),
    read: () => readClaim(db, number),
  };
};

type Cores = ReturnType<typeof createCores>;

/** Opens cores of a test file, each with a claim, and two employees who work on it. */
export const createClaims =
  (cores: Cores) =>
  async (open: Parameters<Cores['open']>[0], changes: Partial<Claim> = {}) => {
    const opened = await cores.open(open);
    const { owner, core, ssn } = opened;
    const number = await addClaim(owner.db, ssn, changes);
    const about = { url: core.url, db: owner.db };
    const handler = handlerOf(about, { customer: ssn, number });
    const other = handlerOf(about, { customer: ssn, number, name: 'Birta' });
    return { ...opened, db: owner.db, number, handler, other };
  };
