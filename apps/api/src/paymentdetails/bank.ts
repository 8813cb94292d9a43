import type { BankAccount } from '@hofn/domain/bank-account.ts';
import { z } from 'zod';
import { askService, type Service } from '../platform/ask.ts';
import { Fault } from '../platform/fault.ts';

/** How an account stands to somebody: theirs and open, theirs and closed, another's, or not there at all. */
const standing = z.enum(['open', 'closed', 'notOwned', 'unknown']);
export type Standing = z.infer<typeof standing>;

/** What we ask of the banks. */
export type BankService = {
  /**
   * @param ssn kennitala of whoever says that the account is theirs
   * @throws Fault `serviceUnavailable` when there is no answer
   */
  standing(account: BankAccount, ssn: string): Promise<Standing>;
};

/** The bank service's settings, as the API's environment has them. */
export const bankServiceOf = (settings: {
  BANK_SERVICE_URL: string;
  BANK_SERVICE_KEY: string;
  BANK_SERVICE_TIMEOUT_MS: number;
}): Service => ({
  url: settings.BANK_SERVICE_URL,
  key: settings.BANK_SERVICE_KEY,
  timeoutMs: settings.BANK_SERVICE_TIMEOUT_MS,
});

/** A bank service over HTTP: `POST accounts/standing` with the account and the kennitala, with our key as bearer. */
export const httpBankService = (service: Service): BankService => ({
  standing: async ({ bank, ledger, account }, ssn) => {
    try {
      const answer = await askService(service, 'accounts/standing', { bank, ledger, account, ssn });
      return z.object({ standing }).parse(answer).standing;
    } catch (cause) {
      throw new Fault('serviceUnavailable', { cause });
    }
  },
});
