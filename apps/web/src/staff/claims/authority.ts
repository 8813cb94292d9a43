import type { StaffClaim } from '@hofn/contracts';

/** Whether an amount of an act is more than the reader may do alone (rule ROLE-3). */
export const isAboveAuthority = (
  { authority }: Pick<StaffClaim, 'authority'>,
  act: StaffClaim['authority'][number]['act'],
  amount: number,
): boolean => {
  const upTo = authority.find((own) => own.act === act)?.upTo ?? null;
  return upTo === null || amount > upTo;
};
