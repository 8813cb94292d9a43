import { approvals, authorities, cases, type Database } from '@hofn/database';
import type { AuthorityAct } from '@hofn/domain/authority.ts';
import { eq } from 'drizzle-orm';
import { defineFeature, type Feature } from '../feature.ts';
import { features } from '../features.ts';
import type { ApprovableAct } from '../platform/approvals.ts';
import { payloadHash } from './payload-hash.ts';

/** What the example acts are about, which tests change. */
export type Subjects = {
  /** The version of the claim that every proposal is about; null when it is gone. */
  version: number | null;
  /** The account that is paid to. */
  account: string;
  /** What was carried out: the proposal, its proposer and approver, and whether the work after the transaction has run. */
  done: { id: string; amount: number; proposedBy: string; approvedBy: string; isAfter: boolean }[];
  /** Thrown instead of carrying out. */
  refusal?: Error | undefined;
};

const exampleAct = (act: AuthorityAct, subjects: Subjects): ApprovableAct => ({
  act,
  lock: (tx, { caseId }) => tx.select().from(cases).where(eq(cases.id, caseId)).for('update'),
  currentVersion: async () => subjects.version,
  isStillValid: async (_tx, { payload }) => payload.account === subjects.account,
  carryOut: async (_tx, { id, amount, proposedBy }, { id: approvedBy }) => {
    if (subjects.refusal) throw subjects.refusal;
    return {
      after: async () => {
        subjects.done.push({ id, amount, proposedBy, approvedBy, isAfter: true });
      },
    };
  },
  describe: async (_tx, { payload }, language) => ({
    title: language === 'is' ? 'Greiða bætur' : 'Pay a claim',
    lines: [{ label: language === 'is' ? 'Reikningur' : 'Account', value: String(payload.account) }],
  }),
});

/** The features of the product, with acts that only tests know in place of those that can be proposed. */
export const withExampleActs = (subjects: Subjects, acts: readonly AuthorityAct[]): Feature[] => [
  ...features.map(({ approvable: _own, ...feature }) => feature),
  defineFeature({
    name: 'exampleActs',
    approvable: () => acts.map((act) => exampleAct(act, subjects)),
  }),
];

const account = '0133-26-004821';

/** Subjects that nothing has changed. */
export const freshSubjects = (): Subjects => ({ version: 4, account, done: [] });

const examplePayload = { account };

/** Authority of Katrín and Una, one for Una that waits for a second administrator, and a colleague’s proposal about Anna’s claim. */
export const fillAuthority = async ({ db }: Database): Promise<void> => {
  await db.delete(approvals);
  await db.delete(authorities);
  const at = '2026-11-20T12:00:00Z';
  const given = {
    ...{ act: 'claim.decide', line: null, upTo: 1_000_000, validFrom: '2026-01-01' },
    ...{ givenBy: 'employee|ragna', givenByName: 'Ragna Prófdóttir', givenAt: at },
  };
  const confirmed = {
    ...{ confirmedBy: 'employee|farinn', confirmedByName: 'Farinn Prófsson', confirmedAt: at },
  };
  await db.insert(authorities).values([
    { ...given, ...confirmed, id: 'heimild1', employeeId: 'employee|katrin' },
    { ...given, ...confirmed, id: 'heimild2', employeeId: 'employee|una' },
    { ...given, id: 'heimild3', employeeId: 'employee|una', act: 'claim.pay' },
  ]);
  await db.insert(approvals).values({
    ...{
      id: 'tillaga1',
      act: 'claim.decide',
      line: null,
      amount: 800_000,
      customerId: 'anna',
      claimId: 'c1',
    },
    ...{ caseId: 'k1', payload: examplePayload, payloadHash: payloadHash(examplePayload), subjectVersion: 4 },
    ...{ proposedBy: 'employee|ragna', proposedByName: 'Ragna Prófdóttir', proposedAt: at },
  });
};
