import { createHash, createHmac, randomBytes } from 'node:crypto';
import { readCode, writeCode } from '../platform/codes.ts';

// Ten bytes make sixteen signs, eighty bits that nobody guesses.
const codeBytes = 10;

/** The only form in which a code is kept: SHA-256 in hex. */
export const hashOfCode = (typed: string): string =>
  createHash('sha256').update(readCode(typed)).digest('hex');

/** What a confirmation is of; the same one has the same code. */
export type Confirmed = { customerId: string; policyId: string; validFrom: string; validTo: string };

/**
 * Makes the codes of travel confirmations: `ABCD-EFGH-JKMN-PQRS`, derived from what is confirmed and a secret, so that
 * no code needs to be kept to be shown again. Without a secret of its own a process makes one for its life; the codes
 * that it gave out stay good, for they are looked up by their hash.
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
