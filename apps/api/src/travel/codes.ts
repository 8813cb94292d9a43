import { createHash, createHmac, randomBytes } from 'node:crypto';
import { readCode, writeCode } from '../platform/codes.ts';

// Ten bytes make sixteen symbols: eighty bits, which nobody guesses.
const codeBytes = 10;

/** The only form in which a code is stored: SHA-256 in hex. */
export const hashOfCode = (code: string): string => createHash('sha256').update(readCode(code)).digest('hex');

/** What is confirmed; the same confirmation has the same code. */
export type Confirmed = { customerId: string; policyId: string; validFrom: string; validTo: string };

/**
 * Creates the codes of travel confirmations: `ABCD-EFGH-JKMN-PQRS`, derived from what is confirmed and a secret, so that a
 * code can be shown again without being stored. Without a configured secret the process makes one up; codes it has issued
 * stay valid, because they are looked up by their hash.
 */
export const createCodes = (secret: string | undefined) => {
  const key = secret ?? randomBytes(32);
  return ({ customerId, policyId, validFrom, validTo }: Confirmed): string => {
    const text = JSON.stringify([customerId, policyId, validFrom, validTo]);
    const bytes = createHmac('sha256', key).update(text).digest().subarray(0, codeBytes);
    return writeCode(bytes);
  };
};
export type Codes = ReturnType<typeof createCodes>;
