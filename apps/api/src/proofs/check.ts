import type { ProofCheck } from '@hofn/contracts';
import type { ProofFacts } from '@hofn/database';
import { coverPhaseOf, isOver } from '@hofn/domain/cover-phase.ts';
import { initialsOf } from '@hofn/domain/names.ts';
import { coverEndedOn, isCancelledBefore } from '@hofn/domain/policy-status.ts';
import { dayOfInstant } from '@hofn/texts';
import { type FoundPolicy, hasChanged } from './facts.ts';
import { claimsIn, fingerprintOf, isOpenClaim } from './history-facts.ts';
import type { CheckedCode, ProofRow } from './store.ts';

/** A person by initials alone; the name of a company is no secret. */
const holderOf = ({ fullName, isCompany }: ProofFacts['holder']): string =>
  isCompany ? fullName : initialsOf(fullName);

const insuranceOf = (
  proof: ProofRow,
  facts: ProofRow['facts'] & { kind: 'insurance' },
  found: FoundPolicy,
  today: string,
): NonNullable<ProofCheck['insurance']> => {
  const { policy, row } = found;
  const phase = coverPhaseOf(policy);
  return {
    number: policy.number,
    name: policy.name,
    insured: facts.policy.insured,
    holder: holderOf(facts.holder),
    recipient: proof.recipientName ?? '',
    reference: proof.reference,
    sumInsured: facts.policy.sumInsured,
    lastDay: isOver(phase) ? null : policy.validTo,
    renews: policy.renewsOn !== null,
    endedOn: coverEndedOn(row, today),
    neverBegan: isCancelledBefore(row),
    pausedSince: phase === 'paused' ? policy.since : null,
    pausesAfter: policy.planned?.kind === 'suspend' ? policy.planned.lastDay : null,
    changed: phase === 'applies' && hasChanged(facts, found),
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
export const checkOf = (
  code: CheckedCode | undefined,
  found: FoundPolicy | undefined,
  today: string,
): ProofCheck => {
  const nothing = { insurance: null, claimsHistory: null };
  if (!code) return { state: 'unknown', kind: null, issuedOn: null, ...nothing };
  const { kind, proof } = code;
  const issued = { kind, issuedOn: dayOfInstant(code.issuedAt), ...nothing };
  if (proof?.facts.kind === 'claimsHistory')
    return { ...issued, state: 'issued', claimsHistory: statementOf(proof.facts) };
  if (proof && found)
    return {
      ...issued,
      state: coverPhaseOf(found.policy) === 'applies' ? 'inForce' : 'notInForce',
      insurance: insuranceOf(proof, proof.facts, found, today),
    };
  return { state: 'erased', ...issued };
};
