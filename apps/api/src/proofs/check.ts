import type { Policy, ProofCheck } from '@hofn/contracts';
import { addDays } from '@hofn/domain';
import { coverPhaseOf } from '@hofn/domain/cover-phase.ts';
import { initialsOf } from '@hofn/domain/names.ts';
import { dayOfInstant } from '@hofn/texts';
import { hasChanged } from './facts.ts';
import { claimsIn, fingerprintOf, isOpenClaim } from './history-facts.ts';
import type { CheckedCode, ProofRow } from './store.ts';

/** The last day of cover of a policy that is over; one that lapsed did not cover on the day of the lapse. */
const endOf = (policy: Policy): string =>
  policy.status === 'lapsed' && policy.since !== null ? addDays(policy.since, -1) : policy.validTo;

/** A person by initials alone; the name of a company is no secret. Kennitalas of companies begin with 4 to 7. */
const holderOf = ({ fullName, ssn }: { fullName: string; ssn: string }): string =>
  /^[4-7]/.test(ssn) ? fullName : initialsOf(fullName);

const insuranceOf = (
  proof: ProofRow,
  facts: ProofRow['facts'] & { kind: 'insurance' },
  policy: Policy,
): NonNullable<ProofCheck['insurance']> => {
  const phase = coverPhaseOf(policy);
  const isOver = phase === 'over' || phase === 'never';
  return {
    number: policy.number,
    name: policy.name,
    insured: facts.policy.insured,
    holder: holderOf(facts.holder),
    recipient: proof.recipientName ?? '',
    reference: proof.reference,
    sumInsured: facts.policy.sumInsured,
    lastDay: isOver ? null : policy.validTo,
    renews: policy.renewsOn !== null,
    endedOn: isOver ? endOf(policy) : null,
    pausedSince: phase === 'paused' ? policy.since : null,
    changed: phase === 'applies' && hasChanged(facts, policy),
  };
};

const statementOf = (
  facts: ProofRow['facts'] & { kind: 'claimsHistory' },
): NonNullable<ProofCheck['claimsHistory']> => {
  const claims = claimsIn(facts);
  return {
    ...{ holder: holderOf(facts.holder), from: facts.from, to: facts.to },
    fingerprint: fingerprintOf(facts),
    policies: facts.policies.map(({ number, insured }) => ({ number, insured })),
    claims: claims.map(({ number, dateOfLoss }) => ({ number, dateOfLoss })),
    open: claims.filter(isOpenClaim).length,
  };
};

/** What anyone with a code learns today; of a policy or claims nothing but what the proof says and whether it is in force. */
export const checkOf = (code: CheckedCode | undefined, policy: Policy | undefined): ProofCheck => {
  const nothing = { insurance: null, claimsHistory: null };
  if (!code) return { state: 'unknown', kind: null, issuedOn: null, ...nothing };
  const { kind, proof } = code;
  const issued = { kind, issuedOn: dayOfInstant(code.issuedAt), ...nothing };
  if (proof?.facts.kind === 'claimsHistory')
    return { ...issued, state: 'issued', claimsHistory: statementOf(proof.facts) };
  if (proof && policy)
    return {
      ...issued,
      state: coverPhaseOf(policy) === 'applies' ? 'inForce' : 'notInForce',
      insurance: insuranceOf(proof, proof.facts, policy),
    };
  return { state: 'erased', ...issued };
};
