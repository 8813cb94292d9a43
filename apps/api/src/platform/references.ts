import { compareIcelandic } from '@hofn/texts';

/** Policies by name, in the order of the Icelandic alphabet, which the database does not know. */
export const byName = <Policy extends { name: string }>(policies: readonly Policy[]): Policy[] =>
  policies.toSorted((a, b) => compareIcelandic(a.name, b.name));

/** Columns of a left-joined policy; all null when the row has none. */
type PolicyColumns = {
  policyId: string | null;
  policyNumber: string | null;
  policyName: string | null;
};

/** A policy, as ledger entries, instalments, claims and documents refer to it. */
type PolicyReference = { id: string; number: string; name: string };

/** The policy of a row, or null. */
export const policyReference = ({
  policyId: id,
  policyNumber: number,
  policyName: name,
}: PolicyColumns): PolicyReference | null =>
  id !== null && number !== null && name !== null ? { id, number, name } : null;

/** Replaces a row's policy columns with its policy. */
export const withPolicy = <Row extends PolicyColumns>({
  policyId,
  policyNumber,
  policyName,
  ...row
}: Row) => ({ ...row, policy: policyReference({ policyId, policyNumber, policyName }) });

/** Columns of a left-joined claim; all null when the row has none. */
type ClaimColumns = { claimId: string | null; claimNumber: string | null };

/** Replaces a row's claim columns with its claim. */
export const withClaim = <Row extends ClaimColumns>({ claimId, claimNumber, ...row }: Row) => ({
  ...row,
  claim: claimId !== null && claimNumber !== null ? { id: claimId, number: claimNumber } : null,
});
