import type { BankAccount } from '@hofn/domain/bank-account.ts';
import { z } from 'zod';
import { Fault } from '../platform/fault.ts';
import { type PartnerService, postToPartner } from '../platform/partner-http.ts';

/** A bank account's status: owned by the person and open, owned and closed, somebody else's, or non-existent. */
const accountStatus = z.enum(['open', 'closed', 'notOwned', 'unknown']);
export type AccountStatus = z.infer<typeof accountStatus>;

/** What we need from the banks. */
export type BankService = {
  /**
   * @param ssn kennitala of the person who claims the account
   * @throws Fault `serviceUnavailable` when the bank does not respond
   */
  accountStatus(account: BankAccount, ssn: string): Promise<AccountStatus>;
};

/** The bank service's settings from the API's environment. */
export const bankServiceOf = (settings: {
  BANK_SERVICE_URL: string;
  BANK_SERVICE_KEY: string;
  BANK_SERVICE_TIMEOUT_MS: number;
}): PartnerService => ({
  url: settings.BANK_SERVICE_URL,
  key: settings.BANK_SERVICE_KEY,
  timeoutMs: settings.BANK_SERVICE_TIMEOUT_MS,
});

/** A bank service over HTTP: `POST accounts/standing` with the account and the kennitala, with our key as bearer. */
export const httpBankService = (service: PartnerService): BankService => ({
  accountStatus: async ({ bank, ledger, account }, ssn) => {
    try {
      const response = await postToPartner(service, 'accounts/standing', { bank, ledger, account, ssn });
      return z.object({ standing: accountStatus }).parse(response).standing;
    } catch (cause) {
      throw new Fault('serviceUnavailable', { cause });
    }
  },
});
