/** The columns of a left join that name a policy; all null when the row is not for one. */
type PolicyColumns = {
  policyId: string | null;
  policyNumber: string | null;
  policyName: string | null;
};

/** A policy as other things refer to it: an entry, an instalment, a claim, a document. */
type PolicyReference = { id: string; number: string; name: string };

/** The policy that a row is for, or null. */
export const policyReference = ({
  policyId: id,
  policyNumber: number,
  policyName: name,
}: PolicyColumns): PolicyReference | null =>
  id !== null && number !== null && name !== null ? { id, number, name } : null;

/** A row with the policy that it is for instead of the columns that name it. */
export const withPolicy = <Row extends PolicyColumns>({
  policyId,
  policyNumber,
  policyName,
  ...row
}: Row) => ({ ...row, policy: policyReference({ policyId, policyNumber, policyName }) });

/** The columns of a left join that name a claim; all null when the row is not for one. */
type ClaimColumns = { claimId: string | null; claimNumber: string | null };

/** A row with the claim that it is for instead of the columns that name it. */
export const withClaim = <Row extends ClaimColumns>({ claimId, claimNumber, ...row }: Row) => ({
  ...row,
  claim: claimId !== null && claimNumber !== null ? { id: claimId, number: claimNumber } : null,
});
