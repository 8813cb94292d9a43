import { createCheckCodes } from '../platform/check-codes.ts';

export { hashOfCode } from '../platform/check-codes.ts';

/** What is confirmed; the same confirmation has the same code. */
export type Confirmed = { customerId: string; policyId: string; validFrom: string; validTo: string };

/** Creates the codes of travel confirmations. */
export const createCodes = (secret: string | undefined) => {
  const codeOf = createCheckCodes(secret);
  return ({ customerId, policyId, validFrom, validTo }: Confirmed): string =>
    codeOf([customerId, policyId, validFrom, validTo]);
};
export type Codes = ReturnType<typeof createCodes>;
