import type { ClaimAct, CoreClaimPreview, StaffClaim } from '@hofn/contracts';
import { claimAuthorityActs } from '@hofn/domain/authority.ts';
import { dayOfInstant, type Language } from '@hofn/texts';
import type { FastifyRequest } from 'fastify';
import { authorityOf } from '../../authority/authority-of.ts';
import { approvalsOfCase } from '../../authority/propose.ts';
import { shownWithCase } from '../../authority/shown.ts';
import { CoreWrongFields } from '../../core/port.ts';
import type { ApprovableActs } from '../../platform/approvals.ts';
import type { StaffMember } from '../../platform/authorization.ts';
import { keyOfEmployee } from '../../platform/employee-id.ts';
import { Fault } from '../../platform/fault.ts';
import type { Services } from '../../services.ts';
import { hasSeen } from '../../views/has-seen.ts';
import { createViewStore } from '../../views/store.ts';
import type { WorkItemKinds } from '../../work-items/describe.ts';
import { auditCase, createCaseReader, type ReadCase } from '../../work-items/read-case.ts';
import { coreActOf } from './acting.ts';
import { possiblePolicies } from './possible-policies.ts';
import { type Standing, staffClaimOf } from './staff-claim.ts';
import { createDecisionStore, type DecidedClaim } from './store.ts';

/** How long one view of a claim counts, so that a customer reads it once. */
const viewMs = 30 * 60_000;

/** How handlers read a claim: what is on file, what the core says of it, and what they may do alone. */
export const createClaimReading = (
  services: Pick<Services, 'db' | 'clock' | 'core' | 'logger'>,
  { kinds, approvable }: { kinds: WorkItemKinds; approvable: ApprovableActs },
) => {
  const { db, clock, core, logger } = services;
  const store = createDecisionStore(db);
  const read = createCaseReader({ db, clock, kinds });
  const views = createViewStore(db);
  const today = () => dayOfInstant(clock.now());

  /** @throws Fault `notFound` where the case is about no customer’s claim */
  const readClaim = async (request: FastifyRequest, id: string, language: Language) => {
    const found = await read(request, id, language);
    const { matter, customer } = found.item;
    const isClaim = matter.kind === 'claim' && matter.claimId !== null && customer !== null;
    const of = isClaim ? await store.claim(customer.id, matter.claimId ?? '') : undefined;
    if (!of || !customer) throw new Fault('notFound');
    return { found, customer, of };
  };

  const preview = (of: DecidedClaim, act: ClaimAct, version: number, employeeName: string) =>
    core?.previewClaim(coreActOf(of, { act, version, employeeName, approvedBy: null, payable: null }));

  /** Whether the core that is connected has the claim, or will have it once it has read that it was filed. */
  const isCores = ({ record }: DecidedClaim): boolean =>
    core !== undefined && (record === null || record.source === core.source);

  const standingOf = async (of: DecidedClaim, employee: StaffMember): Promise<Standing> => {
    if (!isCores(of)) return { decides: 'elsewhere', standing: null };
    const version = of.record?.version;
    if (version === undefined) return { decides: 'core', standing: null };
    try {
      // Any act says what the claim is judged by.
      const said = await preview(of, { kind: 'claim.reserve', reserve: 0 }, version, employee.name);
      return { decides: 'core', standing: said?.standing ?? null };
    } catch (error) {
      logger.warn({ err: error }, 'the core has not said what a claim is judged by');
      return { decides: 'silent', standing: null };
    }
  };

  /** Policies that the claim can be judged by; none where another system decides on it. */
  const policiesFor = async (of: DecidedClaim, language: Language): Promise<StaffClaim['policies']> =>
    core && isCores(of) ? possiblePolicies(db, of, { source: core.source, language, today: today() }) : [];

  /** What the employee may do alone, by act, up to which amount. */
  const ownAuthority = async (of: DecidedClaim, { id }: StaffMember): Promise<StaffClaim['authority']> => {
    const asked = { employeeKey: keyOfEmployee(id), line: of.claim.line, day: today() };
    const upTo = await Promise.all(claimAuthorityActs.map((act) => authorityOf(db, { ...asked, act })));
    return claimAuthorityActs.map((act, index) => ({ act, upTo: upTo[index] ?? null }));
  };

  const shown = async (
    of: DecidedClaim,
    { caseId, employee, language }: { caseId: string; employee: StaffMember; language: Language },
  ): Promise<StaffClaim> => {
    const { customerId, id } = of.claim;
    const reader = { employee, language, now: clock.now() };
    const [standing, policies, payments, acts, otherClaims, accountChangedAt, authority, proposals] =
      await Promise.all([
        standingOf(of, employee),
        policiesFor(of, language),
        store.payments(customerId, id),
        store.acts(customerId, id),
        store.otherClaims(customerId, id, employee),
        store.accountChangedAt(customerId),
        ownAuthority(of, employee),
        approvalsOfCase(db, caseId),
      ]);
    const approvals = await shownWithCase(db, approvable, proposals, reader);
    const rows = { standing, policies, payments, acts, otherClaims, accountChangedAt, authority, approvals };
    return staffClaimOf(of, rows, { language, today: today() });
  };

  /** Records that the employee sees the claim; for the customer once within half an hour. */
  const recordSeen = (
    request: FastifyRequest,
    employee: StaffMember,
    { line, item }: ReadCase,
    subject: string,
  ): Promise<void> =>
    db.transaction(async (tx) => {
      const at = clock.now();
      const since = new Date(at.getTime() - viewMs).toISOString();
      const seen = { employeeId: employee.id, customerId: subject, target: line.row.id, since };
      if (!(await hasSeen(tx, seen)))
        await views.recordMomentaryView(tx, employee, subject, {
          ...{ reason: 'claim', call: 'staffCase', target: line.row.id, at: at.toISOString() },
        });
      await auditCase(tx, request, employee, item, { object: { case: line.row.id }, act: 'claim' });
    });

  /** What the core would do. @throws Fault `coreNotConnected`, `serviceUnavailable`, `conflict` for another version */
  const previewed = async (
    of: DecidedClaim,
    act: ClaimAct,
    { version, employee }: { version: number; employee: StaffMember },
  ): Promise<CoreClaimPreview> => {
    if (!core || !isCores(of)) throw new Fault('coreNotConnected');
    if (of.record?.version !== version) throw new Fault('conflict');
    try {
      const said = await preview(of, act, version, employee.name);
      if (!said) throw new Fault('coreNotConnected');
      return said;
    } catch (cause) {
      if (cause instanceof CoreWrongFields)
        throw new Fault('validation', { fields: cause.fields.map((path) => ({ path, reason: 'form' })) });
      throw cause instanceof Fault ? cause : new Fault('serviceUnavailable', { cause });
    }
  };

  return { readClaim, shown, recordSeen, previewed, policiesFor };
};
