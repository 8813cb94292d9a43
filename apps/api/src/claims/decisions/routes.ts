import { randomUUID } from 'node:crypto';
import type {
  CaseDraftKind,
  ClaimAct,
  CoreClaimPreview,
  claimDecisionCalls,
  StaffClaimAct,
} from '@hofn/contracts';
import type { Db } from '@hofn/database';
import { dayOfInstant, type Language } from '@hofn/texts';
import { propose } from '../../authority/propose.ts';
import type { ApprovableActs } from '../../platform/approvals.ts';
import { auditStaff } from '../../platform/audit.ts';
import { employeeOf } from '../../platform/caller.ts';
import { Fault } from '../../platform/fault.ts';
import type { Handlers } from '../../platform/registrar.ts';
import type { Services } from '../../services.ts';
import type { WorkItemKinds } from '../../work-items/describe.ts';
import { deleteSentDrafts } from '../../work-items/draft-store.ts';
import { historyOf } from '../../work-items/history.ts';
import { takeForAct } from '../../work-items/take-for-act.ts';
import type { ClaimActing } from './acting.ts';
import { amountOf, authorityFor, sumOf } from './amounts.ts';
import { needsAuthority } from './approvable.ts';
import { checkAct, checkAmounts } from './check-act.ts';
import { decisionLetter } from './letter.ts';
import { paymentsToMake } from './payees.ts';
import { createClaimReading } from './reading.ts';
import { needsSecondLook } from './second-look.ts';
import { coversIn, reasonsIn } from './staff-claim.ts';
import { createDecisionStore, type DecidedClaim } from './store.ts';

/** The draft that an act sends. */
const draftOf: Partial<Record<ClaimAct['kind'], CaseDraftKind>> = {
  'claim.decide': 'claimDecide',
  'claim.ask': 'claimAsk',
};

/** What a decision makes of a claim, for a core that does not say. */
const verdictOf = ({ becomes, covers }: CoreClaimPreview): 'approved' | 'partlyApproved' | 'rejected' =>
  becomes ?? (sumOf(covers) === 0 ? 'rejected' : 'approved');

/** Decisions on claims at the desk (rules DESK-8 to DESK-10). */
export const claimDecisionHandlers = (
  services: Services,
  { kinds, approvable, acting }: { kinds: WorkItemKinds; approvable: ApprovableActs; acting: ClaimActing },
): Handlers<typeof claimDecisionCalls> => {
  const { db, clock, idempotently, bankService, settings } = services;
  const store = createDecisionStore(db);
  const { readClaim, shown, recordSeen, previewed, policiesFor } = createClaimReading(services, {
    kinds,
    approvable,
  });
  const today = () => dayOfInstant(clock.now());

  const coreActIn = async (of: DecidedClaim, act: StaffClaimAct, version: number): Promise<ClaimAct> => {
    if (act.kind === 'claim.policy') {
      // Not from the list: one that would hide the claim from its readers, or that another core has.
      const isPossible = (await policiesFor(of, 'is')).some(({ number }) => number === act.policy);
      if (!isPossible)
        throw new Fault('validation', { fields: [{ path: 'act.policy', reason: 'policyNotTheirs' }] });
    }
    if (act.kind !== 'claim.pay') return act;
    const allowTestIds = settings.KENNITALA_TEST_IDS;
    const payments = await paymentsToMake(of, act.payments, { version, bank: bankService, allowTestIds });
    return { kind: act.kind, payments };
  };

  return {
    staffClaim: async ({ params, language, request }) => {
      const employee = employeeOf(request);
      const { found, customer, of } = await readClaim(request, params.id, language);
      await recordSeen(request, employee, found, customer.id);
      return shown(of, { caseId: params.id, employee, language });
    },

    previewClaimDecision: async ({ params, body: { version, covers, reasons }, language, request }) => {
      const employee = employeeOf(request);
      const { found, customer, of } = await readClaim(request, params.id, language);
      checkAmounts(covers, 'covers');
      const written = reasons ?? { is: '–', en: '–' };
      const act = { kind: 'claim.decide', covers, reasons: written } as const;
      const said = await previewed(of, act, { version, employee });
      // The letter repeats the customer’s name and the matter.
      await recordSeen(request, employee, found, customer.id);
      const payable = sumOf(said.covers);
      const draft = {
        ...{ covers: said.covers, payable, status: verdictOf(said), by: employee.name },
        reasons: written,
      };
      const letterIn = (reader: Language) => decisionLetter(of, draft, { language: reader, today: today() });
      return {
        ...{ covers: coversIn(language, said.covers), payable, sentIn: found.line.row.language },
        reasons: said.result === 'done' ? [] : reasonsIn(language, said.reasons),
        letters: reasons && { is: letterIn('is'), en: letterIn('en') },
      };
    },

    actOnClaim: async ({ params, body, language, request }) => {
      const employee = employeeOf(request);
      const { found, customer, of } = await readClaim(request, params.id, language);
      // Every answer shows the claim.
      await recordSeen(request, employee, found, customer.id);
      const write = { context: { actor: employee, subject: { id: params.id } }, body, request };
      const again = async ({ id, isProposed }: { id: string; isProposed: boolean }) => {
        const now = await store.claim(customer.id, of.claim.id);
        if (!now) throw new Fault('notFound');
        const claim = await shown(now, { caseId: params.id, employee, language });
        const lastEvent = (await historyOf(db, params.id)).at(-1)?.event.sequence ?? -1;
        if (isProposed) return { result: 'proposed' as const, reasons: [], claim, lastEvent };
        const { state, reasons } = (await store.one(id)) ?? { state: 'asked', reasons: [] };
        return {
          result: state === 'done' || state === 'asked' ? state : ('declined' as const),
          ...{ reasons: reasonsIn(language, reasons), claim, lastEvent },
        };
      };
      const before = await idempotently.replayedAnswer<{ id: string; isProposed: boolean }>(write);
      if (before) return again(before);
      checkAct(body.act, today());
      const act = await coreActIn(of, body.act, body.version);
      const said = await previewed(of, act, { version: body.version, employee });
      if (said.result !== 'done')
        return {
          ...{ result: 'declined', reasons: reasonsIn(language, said.reasons) },
          ...{ claim: await shown(of, { caseId: params.id, employee, language }), lastEvent: -1 },
        };
      const amount = amountOf(act, said);
      if (body.payable !== undefined && body.payable !== amount) throw new Fault('previewChanged');
      const id = randomUUID();
      const about = { customerId: customer.id, claimId: of.claim.id, caseId: params.id };
      const done = await idempotently(write, async (tx: Db) => {
        // In the order in which facts lock them.
        await store.lockClaim(tx, customer.id, of.claim.id);
        await takeForAct(tx, params.id, employee, clock.now());
        if ((await store.acts(customer.id, of.claim.id, tx)).some(({ state }) => state === 'asked'))
          throw new Fault('conflict');
        const kind = draftOf[act.kind];
        const place = { caseId: params.id, employeeId: employee.id };
        if (kind) await deleteSentDrafts(tx, place, [kind]);
        const needed = authorityFor(act, said);
        const isProposed = await needsSecondLook(tx, of, { act, amount: needed, employee, today: today() });
        if (isProposed && needsAuthority(act))
          await propose(tx, {
            ...{ ...about, act: act.kind, line: of.claim.line, amount: needed, employee, language },
            ...{ payload: { act }, subjectVersion: body.version, now: clock.now() },
          });
        else
          await acting.ask(tx, {
            ...{ ...about, id, act, claimVersion: body.version, amount, approvedBy: null },
            ...{ employeeId: employee.id, employeeName: employee.name },
          });
        await auditStaff(
          tx,
          request,
          {
            ...{ actor: employee.id, subject: customer.id, object: { claim: of.claim.id } },
            ...{ act: act.kind, amount, result: isProposed ? 'proposed' : 'asked' },
          },
          'staff.claim',
        );
        return { id, isProposed };
      });
      if (!done.isProposed) await acting.perform(done.id);
      return again(done);
    },
  };
};
