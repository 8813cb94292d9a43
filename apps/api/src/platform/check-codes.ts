import { createHash, createHmac, randomBytes } from 'node:crypto';
import { readCode, writeCode } from './codes.ts';

// Ten bytes make sixteen symbols: eighty bits, which nobody guesses.
const codeBytes = 10;

/** The only form in which a code is stored: SHA-256 in hex. */
export const hashOfCode = (code: string): string => createHash('sha256').update(readCode(code)).digest('hex');

/**
 * Creates the codes of papers that anyone can check with us: `ABCD-EFGH-JKMN-PQRS`, derived from what is confirmed and a secret,
 * so that a code can be shown again without being stored. Without a configured secret the process makes one up; codes it has
 * issued stay valid, because they are looked up by their hash.
 */
export const createCheckCodes = (secret: string | undefined) => {
  const key = secret ?? randomBytes(32);
  return (confirmed: readonly string[]): string =>
    writeCode(createHmac('sha256', key).update(JSON.stringify(confirmed)).digest().subarray(0, codeBytes));
};
export type CheckCodes = ReturnType<typeof createCheckCodes>;
