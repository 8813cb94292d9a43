// A desk for claims in tests: a claim of Anna's with its case, handlers, and a core that decides on it in memory.
import type {
  ClaimFacts,
  ClaimStanding,
  CoreClaimAct,
  CoreClaimAnswer,
  CoreClaimPreview,
  StaffClaim,
} from '@hofn/contracts';
import {
  approvals,
  authorities,
  caseEvents,
  cases,
  claimActs,
  claimEvents,
  claimPayments,
  claims,
  coreRecords,
  customers,
  type Database,
  documents,
  employeeRoles,
  employees,
  mails,
  ownChanges,
  staffViews,
} from '@hofn/database';
import { claimAuthorityActs } from '@hofn/domain/authority.ts';
import type { StaffRole } from '@hofn/domain/staff-roles.ts';
import { and, eq } from 'drizzle-orm';
import { ragnar } from '../../core/testing.ts';
import { type ReceivedAct, startFakeCore } from '../../requests/testing/fake-core.ts';
import { defaultSettings } from '../../settings.ts';
import { createIssuer, fillDatabase, fillStaff, fixedClock, noon, startApi } from '../../testing.ts';
import { fillWorkItem } from '../../work-items/testing.ts';

const annaSsn = '1402851489';
const rolesOf = {
  katrin: ['claims'],
  bjarni: ['claims'],
  una: ['service'],
} as const satisfies Record<string, readonly StaffRole[]>;
export type Name = keyof typeof rolesOf;

const annaC1 = and(eq(claims.customerId, 'anna'), eq(claims.id, 'c1'));
const title = { is: 'Vatnstjón', en: 'Water damage' };
const cover = { id: 'water', title: { is: 'Vatn', en: 'Water' } };

/** A core that has claim c1 and decides on it, as far as tests of the front need one. */
const createClaimCore = () => {
  let version = 1;
  let facts: ClaimFacts;
  let limit = 0;
  let policy = '';
  const answers = new Map<string, CoreClaimAnswer>();
  const reset = () => {
    version = 1;
    limit = 500_000;
    policy = '1000002';
    answers.clear();
    facts = {
      ...{ customer: annaSsn, claim: null, number: 'T-1', policy: null, title, status: 'inProgress' },
      ...{ dateOfLoss: '2026-11-10', place: null, line: 'home', reportedAt: null, lossAmount: null },
      ...{ compensation: null, handler: null, needs: [], needsBy: null, nextBy: null, payments: [] },
      events: [event(0, 'inProgress', '2026-11-12T10:00:00Z')],
    };
  };
  const event = (
    sequence: number,
    status: ClaimFacts['status'],
    at: string,
    note: ClaimFacts['events'][number]['note'] = null,
  ): ClaimFacts['events'][number] => ({
    ...{ sequence, status, at, role: 'handler', name: 'Katrín Ósk Prófdóttir', note },
    ...{ lossAmount: null, compensation: null },
  });
  const payableOf = (act: CoreClaimAct['act']) =>
    act.kind === 'claim.decide'
      ? act.covers.map(({ id, ...of }) => {
          const { loss, depreciation, ownShare, deductible } = of;
          const payable = Math.min(limit, Math.max(0, loss - depreciation - ownShare - deductible));
          return { ...of, id, title: cover.title, payable };
        })
      : [];
  const ordered = () => facts.payments.reduce((sum, { amount }) => sum + amount, 0);
  const decided = () => facts.covers?.reduce((sum, { payable }) => sum + payable, 0) ?? 0;
  const standing = (): ClaimStanding => ({
    ...{ version, coverage: 'covered', reserve: facts.reserve ?? null },
    policy: { number: policy, product: 'home', validFrom: '2026-01-01', validTo: '2026-12-31' },
    covers: [{ ...cover, sumInsured: 500_000, deductible: 40_000, used: 0, left: 500_000 }],
    ...{ decided: decided(), ordered: ordered(), paid: 0 },
    acts: [
      'claim.policy',
      'claim.ask',
      'claim.reserve',
      'claim.decide',
      ...(decided() > 0 ? (['claim.pay'] as const) : []),
    ],
  });
  const faultOf = ({ claim, act, payable }: CoreClaimAct): string | undefined => {
    if (claim.version !== version) return 'claimChanged';
    const decides = payableOf(act).reduce((all, line) => all + line.payable, 0);
    if (payable !== undefined && payable !== decides) return 'amountChanged';
    const sum = act.kind === 'claim.pay' ? act.payments.reduce((all, { amount }) => all + amount, 0) : 0;
    return ordered() + sum > decided() && sum > 0 ? 'abovePayable' : undefined;
  };
  const reasonsOf = (code: string) => [{ code, texts: { is: `Neitað: ${code}`, en: `Refused: ${code}` } }];
  const apply = ({ act, decidedBy, approvedBy }: CoreClaimAct) => {
    const add = (status: ClaimFacts['status'], note: ClaimFacts['events'][number]['note'] = null) => {
      // Events 0 and 1 of a filed claim are on file already.
      const sequence = facts.events.length + (facts.claim === null ? 0 : 2);
      facts = { ...facts, status, events: [...facts.events, event(sequence, status, noon, note)] };
    };
    version += 1;
    if (act.kind === 'claim.policy') policy = act.policy;
    if (act.kind === 'claim.reserve') facts = { ...facts, reserve: act.reserve };
    if (act.kind === 'claim.ask') {
      add('awaitingDocuments');
      facts = { ...facts, needs: act.needs, needsBy: act.needsBy };
    }
    if (act.kind === 'claim.settle') {
      const amount = (act.loss ?? 0) - 40_000;
      const line = { id: 'water', claimed: act.loss, loss: act.loss ?? 0, depreciation: 0, ownShare: 0 };
      add('approved');
      facts = {
        ...{ ...facts, covers: [{ ...line, title: cover.title, deductible: 40_000, payable: amount }] },
        compensation: amount,
        decision: { decidedOn: '2026-11-21', by: 'own-1', rules: 'own-1', approvedBy: null, reasons: title },
        payments: act.payTo ? [{ ...act.payTo, id: 'rules-1', amount, state: 'approved', paidOn: null }] : [],
      };
    }
    if (act.kind === 'claim.decide') {
      const covers = payableOf(act);
      const compensation = covers.reduce((sum, { payable }) => sum + payable, 0);
      add(compensation > 0 ? 'approved' : 'rejected', act.reasons);
      const decision = {
        ...{ decidedOn: '2026-11-21', by: decidedBy?.name ?? '', approvedBy: approvedBy?.name ?? null },
        reasons: act.reasons,
      };
      facts = { ...facts, needs: [], needsBy: null, covers, compensation, decision };
    }
    if (act.kind === 'claim.pay') {
      const payments = act.payments.map(({ recipientSsn: _, ...payment }) => ({
        ...payment,
        ...{ state: 'approved' as const, paidOn: null },
      }));
      facts = { ...facts, payments: [...facts.payments, ...payments] };
    }
    if (act.kind === 'claim.close') add('closed', act.note);
    if (act.kind === 'claim.reopen') add('reopened', act.note);
  };
  const fact = () => ({ type: 'claims' as const, key: 'T1', version, facts: { ...facts } });
  /** Says what has become of the payments, as the core does once its bank has. */
  const settlePayment = (state: 'paid' | 'failed' | 'returned') => {
    version += 1;
    const fault = { is: 'Reikningnum hefur verið lokað', en: 'The account has been closed' };
    const to = state === 'paid' ? { state, paidOn: '2026-11-21' } : { state, paidOn: null, fault };
    facts = { ...facts, payments: facts.payments.map((payment) => ({ ...payment, ...to })) };
    return fact();
  };
  reset();
  return {
    reset,
    fact,
    /** Takes on claim c1, which the customer has just filed. */
    takeOn: () => {
      facts = { ...facts, ...{ claim: 'c1', status: 'received', events: [], unverified: false } };
      return fact();
    },
    /** Says of itself what the claim has become with its last payment, as the core does when everything is paid, or comes back. */
    follow: (status: 'settled' | 'approved', state: 'paid' | 'returned') => {
      const { events, lossAmount, compensation } = facts;
      const said = { ...event(events.length, status, noon), role: 'system' as const, name: null };
      facts = { ...facts, status, events: [...events, { ...said, lossAmount, compensation }] };
      return settlePayment(state);
    },
    /** Goes on from another version, as a core does that counts by time. */
    goOnFrom: (from: number) => {
      version = from;
      return fact();
    },
    /** Says what is left of the sum insured, as a decision on another claim of the policy changes it. */
    leave: (amount: number) => {
      limit = amount;
    },
    settlePayment,
    behave: ({ path, key, act }: ReceivedAct<CoreClaimAct>): CoreClaimPreview | CoreClaimAnswer => {
      const fault = faultOf(act);
      if (path.endsWith('/preview'))
        return {
          ...{ result: fault ? 'declined' : 'done', reasons: fault ? reasonsOf(fault) : [] },
          ...{ standing: standing(), covers: payableOf(act.act) },
        };
      const before = answers.get(key);
      if (before) return before;
      if (!fault) apply(act);
      const receipt = { key, sha256: 'a'.repeat(64), recordedAt: noon };
      const answer: CoreClaimAnswer = fault
        ? { result: 'declined', reasons: reasonsOf(fault), receipt }
        : { result: 'done', reasons: [], facts: [fact()], receipt };
      answers.set(key, answer);
      return answer;
    },
  };
};

/** Starts an API with claim c1 of Anna's, its case k1, two claims handlers and a core. */
export const startClaimDesk = async (database: Database) => {
  const { db } = database;
  const clock = fixedClock();
  await fillDatabase(database);
  await fillStaff(database);
  await db.insert(employees).values({
    ...{ id: 'employee|bjarni', username: 'bjarni', fullName: 'Bjarni Prófsson' },
    ...{ email: 'bjarni@example.is', passwordHash: 'none' },
  });
  await db.insert(employeeRoles).values(
    (Object.keys(rolesOf) as Name[]).flatMap((name) =>
      rolesOf[name].map((role) => ({
        ...{ employeeId: `employee|${name}`, role, lines: null, validFrom: '2026-01-01', validTo: null },
        ...{ givenBy: null, givenAt: new Date('2026-01-01') },
      })),
    ),
  );
  const issuer = await createIssuer();
  const core = await startFakeCore<CoreClaimAct>();
  const claimCore = createClaimCore();
  const often = { RATE_READ: 100_000, RATE_WRITE: 100_000 };
  const bankService = {
    accountStatus: async ({ account }: { account: string }) => {
      return account === '000001' ? ('notOwned' as const) : ('open' as const);
    },
  };
  const settings = { ...defaultSettings(), ...often, ...core.settings };
  const api = await startApi(database, issuer, { clock, settings, bankService });
  const exp = Date.parse('2100-01-01') / 1000;
  const tokens = new Map<string, string>([['anna', await issuer.token('anna', { exp })]]);
  for (const name of Object.keys(rolesOf))
    tokens.set(name, await issuer.token(`employee|${name}`, { actor_kind: 'employee', exp }));

  const ask = (as: Name | 'anna', path: string, options: object = {}) =>
    api.ask(path, { token: tokens.get(as) ?? '', language: 'en', ...options });
  const send = (as: Name | 'anna', path: string, body: object, key?: string) =>
    ask(as, path, {
      ...{ method: 'POST', body: JSON.stringify(body) },
      headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
    });
  const putAsCore = async (
    type: 'claims' | 'customers',
    {
      key,
      type: _,
      ...body
    }: { key: string; type?: string; version: number; facts: object; acknowledges?: string[] },
  ): Promise<number> => {
    const iat = clock.now().getTime() / 1000;
    const token = await issuer.serviceToken(['core.claims.write', 'core.customers.write'], {
      iat,
      exp: iat + 600,
    });
    const answer = await api.ask(`/api/core/v1/${type}/${key}`, {
      ...{ method: 'PUT', token, headers: { 'content-type': 'application/json' } },
      body: JSON.stringify(body),
    });
    return answer.status;
  };
  const at = '/api/staff/v1/cases/k1/claim';
  /** Authority for every act on claims, in place of what the employee has. */
  const giveAuthority = async (name: Name, upTo: number): Promise<void> => {
    const employeeId = `employee|${name}`;
    await db.delete(authorities).where(eq(authorities.employeeId, employeeId));
    await db.insert(authorities).values(
      claimAuthorityActs.map((act) => ({
        ...{ id: `${name} ${act}`, employeeId, act, upTo, validFrom: '2026-01-01' },
        ...{ givenBy: 'a', givenByName: 'A', givenAt: '2026-01-01T12:00:00Z' },
        ...{ confirmedBy: 'b', confirmedByName: 'B', confirmedAt: '2026-01-01T12:00:00Z' },
      })),
    );
  };
  return {
    ...{ db, clock, api, core, claimCore, ask, at, giveAuthority },
    stop: async (): Promise<void> => {
      await api.stop();
      await core.stop();
    },
    /** Puts claim, case and core back to how they were at the start. */
    reset: async (): Promise<void> => {
      clock.set(noon);
      claimCore.reset();
      core.behaves(claimCore.behave);
      for (const table of [claimActs, claimEvents, claimPayments, caseEvents, cases, mails, documents])
        await db.delete(table);
      for (const table of [coreRecords, ownChanges, staffViews, approvals, authorities])
        await db.delete(table);
      await giveAuthority('katrin', 500_000);
      await giveAuthority('bjarni', 5_000_000);
      await db
        .update(claims)
        .set({
          ...{ number: 'T-1', status: 'inProgress', covers: null, decision: null, reserve: null },
          ...{ lossAmount: null, compensation: null, needs: null, needsBy: null, line: 'home' },
          ...{ unverified: false, policyId: null },
        })
        .where(annaC1);
      await db.insert(claimEvents).values({
        ...{ customerId: 'anna', claimId: 'c1', sequence: 0, status: 'inProgress', role: 'handler' },
        ...{ at: '2026-11-12T10:00:00Z', name: 'Katrín Ósk Prófdóttir' },
      });
      await db
        .update(customers)
        .set({ bank: '0133', bankLedger: '26', bankAccount: '004410' })
        .where(eq(customers.id, 'anna'));
      await db.insert(coreRecords).values({
        ...{ source: 'kerfi', type: 'claims', key: 'T1', version: 1, id: 'c1', customerId: 'anna' },
        receivedAt: noon,
      });
      await fillWorkItem(database);
    },
    claim: async (as: Name = 'katrin'): Promise<StaffClaim> =>
      (await (await ask(as, at)).json()) as StaffClaim,
    /** Acts on the version of the claim that is on file. */
    act: async (act: object, { as = 'katrin', key }: { as?: Name; key?: string } = {}) => {
      const [record] = await db.select().from(coreRecords);
      const answer = await send(as, at, { version: record?.version ?? 0, act }, key);
      const body = (await answer.json()) as {
        result?: string;
        reasons?: string[];
        claim?: StaffClaim;
        errorCode?: string;
        errors?: Record<string, string[]>;
      };
      return { status: answer.status, ...body };
    },
    send,
    /** The core sends a fact by the core connection. */
    putAsCore: (fact: ReturnType<typeof claimCore.fact> & { quiet?: boolean }): Promise<number> =>
      putAsCore('claims', fact),
    /** The core sends Anna with the account that is on file, and has taken her own changes over. */
    acknowledgeChanges: async (): Promise<number> => {
      const [anna] = await db.select().from(customers).where(eq(customers.id, 'anna'));
      const changes = await db.select().from(ownChanges).where(eq(ownChanges.customerId, 'anna'));
      const { bank, bankLedger: ledger, bankAccount: account } = anna ?? {};
      return putAsCore('customers', {
        ...{
          key: 'anna',
          version: 1,
          facts: { ...ragnar, ssn: annaSsn, bankAccount: { bank, ledger, account } },
        },
        acknowledges: changes.map(({ id }) => id),
      });
    },
  };
};
export type ClaimDesk = Awaited<ReturnType<typeof startClaimDesk>>;
