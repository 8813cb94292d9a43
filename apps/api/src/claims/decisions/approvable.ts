import type { ClaimAct } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import { type ClaimAuthorityAct, claimAuthorityActs } from '@hofn/domain/authority.ts';
import { formatMoney, type Language } from '@hofn/texts';
import type { ApprovableAct, ApprovalRow } from '../../platform/approvals.ts';
import { Fault } from '../../platform/fault.ts';
import { textsIn } from '../../platform/texts.ts';
import type { Services } from '../../services.ts';
import { maskedAccount } from '../masked-account.ts';
import { createClaimActing } from './acting.ts';
import { sumOfPayments } from './amounts.ts';
import { accountOf } from './staff-claim.ts';
import { createDecisionStore, type DecidedClaim } from './store.ts';

/** What is stored of an act that is proposed. */
type ProposedAct = { act: Extract<ClaimAct, { kind: ClaimAuthorityAct }> };

const proposedIn = ({ payload }: ApprovalRow): ProposedAct => payload as ProposedAct;

/** Acts whose amounts need authority (rule ROLE-3). */
export const needsAuthority = (act: ClaimAct): act is ProposedAct['act'] =>
  claimAuthorityActs.some((kind) => kind === act.kind);

/** Whether the customer is paid into the account that is on file now. */
const isIntoOwnAccount = ({ act }: ProposedAct, { customer }: Pick<DecidedClaim, 'customer'>): boolean =>
  act.kind !== 'claim.pay' ||
  act.payments.every(
    ({ recipientSsn, account }) => recipientSsn !== customer.ssn || account === accountOf(customer),
  );

const linesOf = (act: ProposedAct['act'], language: Language): { label: string; value: string }[] => {
  const t = textsIn(language);
  const money = (isk: number) => formatMoney(language, isk);
  switch (act.kind) {
    case 'claim.reserve':
      return [];
    case 'claim.decide': {
      const sums = (['loss', 'depreciation', 'ownShare', 'deductible'] as const).map((name) => {
        return { name, sum: act.covers.reduce((all, cover) => all + cover[name], 0) };
      });
      return [
        ...sums
          .filter(({ name, sum }) => name === 'loss' || sum > 0)
          .map(({ name, sum }) => ({ label: t(`claimProposal|${name}`), value: money(sum) })),
        { label: t('claimProposal|reasons'), value: act.reasons[language] },
      ];
    }
    case 'claim.pay':
      return act.payments.map(({ recipient, account, amount }) => ({
        label: recipient,
        value: `${money(amount)}, ${maskedAccount(account)}`,
      }));
  }
};

/** Acts on claims that somebody else approves where they are above the handler’s authority (rule ROLE-3). */
export const approvableClaimActs = (services: Services): ApprovableAct[] => {
  const store = createDecisionStore(services.db);
  const acting = createClaimActing(services);
  const find = ({ customerId, claimId }: ApprovalRow, tx: Db) => store.claim(customerId, claimId ?? '', tx);
  return claimAuthorityActs.map((act) => ({
    act,
    lock: (tx, { customerId, claimId }) => store.lockClaim(tx, customerId, claimId ?? ''),
    currentVersion: async (tx, row) => (await find(row, tx))?.record?.version ?? null,
    isStillValid: async (tx, row) => {
      const of = await find(row, tx);
      return of !== undefined && isIntoOwnAccount(proposedIn(row), of);
    },
    carryOut: async (tx, row, approver) => {
      const { act: proposed } = proposedIn(row);
      const { id, customerId, claimId, caseId, amount, subjectVersion, proposedBy, proposedByName } = row;
      if (claimId === null) throw new Fault('notFound');
      if ((await store.acts(customerId, claimId, tx)).some(({ state }) => state === 'asked'))
        throw new Fault('conflict');
      // Authority for a payment is asked for with all that was ordered before it.
      const own = proposed.kind === 'claim.pay' ? sumOfPayments(proposed.payments) : amount;
      await acting.ask(tx, {
        // The proposal is carried out once, so its id is the key under which the core does it.
        ...{ id, customerId, claimId, caseId, act: proposed, amount: own, claimVersion: subjectVersion },
        ...{ employeeId: proposedBy, employeeName: proposedByName, approvedBy: approver.name },
      });
      return { after: () => acting.perform(id) };
    },
    describe: async (tx, row, language) => {
      const { claim } = (await find(row, tx)) ?? {};
      const number = claim?.number ?? '';
      return {
        title: textsIn(language)(`claimProposal|title.${act}`, { number }),
        lines: linesOf(proposedIn(row).act, language),
      };
    },
  }));
};
