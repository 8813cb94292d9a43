import { type Call, calls } from '@hofn/contracts';
import { type Database, employeeRoles } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { type StaffRole, staffRoles } from '@hofn/domain/staff-roles.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiCalls } from './testing.ts';
import { addressOf, bodyOf, startFilledApi } from './testing-calls.ts';

const una = 'employee|una';

// Written by hand, so that a new call needs a decision.
const everyone = staffRoles;
const desk: readonly StaffRole[] = [
  ...(['service', 'claims', 'injuries', 'adviser', 'finance', 'privacy', 'supervisor'] as const),
];
const claimHandlers: readonly StaffRole[] = ['claims', 'injuries', 'supervisor'];
const table: Record<string, readonly StaffRole[]> = {
  ...{ ssnLookup: desk, beginView: desk, endView: desk },
  ...{ changeStaffPasswordToken: everyone, staffSignIn: everyone, staffSessions: everyone },
  ...{ endStaffSession: everyone, staffPasskeys: everyone, staffPasskeyOptions: everyone },
  ...{ addStaffPasskey: everyone, renameStaffPasskey: everyone, removeStaffPasskey: everyone },
  ...{ queue: desk, staffCase: desk, actOnCase: desk, previewDecision: desk, caseProof: desk },
  ...{ staffClaim: claimHandlers, previewClaimDecision: claimHandlers, actOnClaim: claimHandlers },
  ...{ find: desk, openCustomerPage: desk },
  ...{ actOnCases: desk, colleaguesOfCases: desk },
  ...{ caseFile: desk, caseDrafts: desk, saveCaseDraft: desk, caseColleagues: desk, deskNews: desk },
  ...{ absences: [...desk, 'admin'], addAbsence: [...desk, 'admin'], removeAbsence: [...desk, 'admin'] },
  ...{ previewComplaint: desk, complaintRegister: ['supervisor', 'auditor'] },
  ...{ previewAnswer: desk, textBlocks: [...desk, 'admin'] },
  ...{ addTextBlock: ['supervisor', 'admin'], changeTextBlock: ['supervisor', 'admin'] },
  ...{ retireTextBlock: ['supervisor', 'admin'], textBlockVersions: ['supervisor', 'admin'] },
  ...{ authorities: ['admin'], giveAuthority: ['admin'], confirmAuthority: ['admin'] },
  ...{ endAuthority: ['admin'], approvals: desk, approval: desk, decideApproval: desk },
  ...{ privacyCase: ['privacy'], decidePrivacyCase: ['privacy'] },
  ...{ workload: ['supervisor'], workloadSample: ['supervisor'] },
  ...{ cardPayment: ['finance'], proposeRefund: ['finance'] },
  ...{ moneyMovements: ['finance'], ledger: ['finance', 'auditor'] },
  ...{ audit: ['supervisor', 'auditor'] },
  ...{ employees: ['admin'], addEmployee: ['admin'], actOnEmployee: ['admin'] },
};

describeWithDatabase('calls of staff by role', (open) => {
  let database: Database;
  let filled: Awaited<ReturnType<typeof startFilledApi>>;
  beforeAll(async () => {
    database = await open();
    filled = await startFilledApi(database);
    await filled.fill();
  });
  afterAll(() => filled.stop());

  test('ROLE-1: the table has every call of staff', () => {
    const ofStaff = Object.entries<Call>(calls).filter(([, { who }]) => who.kind === 'employee');
    expect(Object.keys(table).toSorted()).toEqual(ofStaff.map(([name]) => name).toSorted());
  });

  test.each(staffRoles)('ROLE-1: %s makes the calls of the table, and no other', async (role) => {
    const { api, issuer } = filled;
    await database.db.delete(employeeRoles);
    await database.db.insert(employeeRoles).values({
      ...{ employeeId: una, role, lines: null, validFrom: '2026-01-01', validTo: null },
      ...{ givenBy: null, givenAt: new Date('2026-01-01') },
    });
    const token = await issuer.token(una, { actor_kind: 'employee' });
    const admitted: string[] = [];
    for (const [name, row] of apiCalls.filter(([, { who }]) => who.kind === 'employee')) {
      const answer = await api.ask(addressOf(name, row.path), {
        method: row.method,
        token,
        ...bodyOf(name, row),
      });
      await answer.arrayBuffer();
      if (answer.status !== 403) admitted.push(name);
    }
    const may = Object.entries(table).flatMap(([name, roles]) => (roles.includes(role) ? name : []));
    expect(admitted.toSorted()).toEqual(may.toSorted());
  });
});
