import type { ClaimPaymentToMake, StaffPayment } from '@hofn/contracts';
import { bankAccountFault, formatBankAccount, parseBankAccount } from '@hofn/domain/bank-account.ts';
import { parseKennitala } from '@hofn/domain/kennitala.ts';
import type { BankService } from '../../paymentdetails/bank.ts';
import { Fault, type FieldFault } from '../../platform/fault.ts';
import { accountOf } from './staff-claim.ts';
import type { DecidedClaim } from './store.ts';

/** What the customer reads of each payment. */
export const paymentTitles = {
  customer: { is: 'Bætur', en: 'Compensation' },
  other: { is: 'Greitt öðrum vegna tjónsins', en: 'Paid to somebody else for the loss' },
} as const;

/** Whether a bank says that an account is open and belongs to a kennitala. */
type Bank = Pick<BankService, 'accountStatus'>;

/** Reads and checks the account of somebody other than the customer. @throws Fault `serviceUnavailable` */
const otherAccount = async (
  bank: Bank,
  { account: typed, recipientSsn }: Extract<StaffPayment, { to: 'other' }>,
  path: string,
): Promise<string | FieldFault> => {
  const parsed = parseBankAccount(typed);
  if (!parsed.ok || bankAccountFault(parsed.account)) return { path, reason: 'payoutAccount' };
  const status = await bank.accountStatus(parsed.account, recipientSsn);
  return status === 'open' ? formatBankAccount(parsed.account) : { path, reason: 'payoutAccountNotTheirs' };
};

/**
 * The payments that the core is asked to make. The bank confirms that accounts other than the customer’s on file, which it has
 * confirmed already, are open and belong to the recipient (rule DESK-9).
 * @param version of the claim, which each order changes: it begins their ids, so that no two orders have the same
 * @throws Fault `validation` naming the fields of payments that cannot be made, `serviceUnavailable` when the bank does not answer
 */
export const paymentsToMake = async (
  { customer }: Pick<DecidedClaim, 'customer'>,
  payments: readonly StaffPayment[],
  { version, bank, allowTestIds }: { version: number; bank: Bank; allowTestIds: boolean },
): Promise<ClaimPaymentToMake[]> => {
  const fields: FieldFault[] = [];
  const made: ClaimPaymentToMake[] = [];
  for (const [index, payment] of payments.entries()) {
    const path = `act.payments.${index}`;
    const { amount } = payment;
    const common = { id: `${version}-${index + 1}`, title: paymentTitles[payment.to], amount };
    if (payment.to === 'customer') {
      const account = accountOf(customer);
      if (account === null) fields.push({ path: `${path}.to`, reason: 'noPayoutAccount' });
      else made.push({ ...common, recipient: customer.fullName, recipientSsn: customer.ssn, account });
      continue;
    }
    const { recipient, recipientSsn } = payment;
    if (!parseKennitala(recipientSsn, { checkDigit: 'off', allowTestIds }).ok) {
      fields.push({ path: `${path}.recipientSsn`, reason: 'ssn' });
      continue;
    }
    // Otherwise an account that is not on file would be paid without a second look.
    if (recipientSsn === customer.ssn) {
      fields.push({ path: `${path}.recipientSsn`, reason: 'payeeIsCustomer' });
      continue;
    }
    const account = await otherAccount(bank, payment, `${path}.account`);
    if (typeof account === 'string') made.push({ ...common, recipient, recipientSsn, account });
    else fields.push(account);
  }
  if (fields.length > 0) throw new Fault('validation', { fields });
  return made;
};
