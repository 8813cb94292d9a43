import type { ClaimAct, ClaimCoverDecided, CoreClaimPreview } from '@hofn/contracts';

/** Total payable of decided covers, in whole ISK. */
export const sumOf = (covers: readonly Pick<ClaimCoverDecided, 'payable'>[]): number =>
  covers.reduce((sum, { payable }) => sum + payable, 0);

/** ISK that payments come to. */
export const sumOfPayments = (payments: readonly { amount: number }[]): number =>
  payments.reduce((sum, { amount }) => sum + amount, 0);

/** The amount of an act in whole ISK: the reserve, what is payable or what is ordered; null for other acts. */
export const amountOf = (act: ClaimAct, { covers }: Pick<CoreClaimPreview, 'covers'>): number | null => {
  switch (act.kind) {
    case 'claim.reserve':
      return act.reserve;
    case 'claim.decide':
      return sumOf(covers);
    case 'claim.pay':
      return sumOfPayments(act.payments);
    default:
      return null;
  }
};

/** ISK for which authority is needed: of a payment with what the claim has ordered before. */
export const authorityFor = (act: ClaimAct, said: CoreClaimPreview): number =>
  (amountOf(act, said) ?? 0) + (act.kind === 'claim.pay' ? (said.standing?.ordered ?? 0) : 0);
