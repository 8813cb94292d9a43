import { z } from 'zod';
import type { Payout } from '../store/payments-out.ts';

/** What the bank says of a payment, with its code for why it was not made or came back. */
const bankAnswer = z.object({
  state: z.enum(['processing', 'paid', 'rejected', 'returned']),
  reason: z.string().max(60).optional(),
});
export type BankAnswer = z.infer<typeof bankAnswer>;

/** A payment as the bank is asked for it. */
export type BankOrder = Pick<Payout, 'key' | 'amount' | 'recipient' | 'recipientSsn' | 'account'> & {
  /** What the recipient reads with it. */
  reference: string;
};

/** What the core needs of a bank. Whatever throws is an answer that is not known: the payment may have been made. */
export type Bank = {
  /** Asks for a payment, which is made once for its key. */
  pay(order: BankOrder): Promise<BankAnswer>;
  /** What has become of a payment; undefined when the bank was never asked under its key. */
  find(key: string): Promise<BankAnswer | undefined>;
};

/** Bank responses that are final: a retry would be refused too. */
const isFinal = (status: number): boolean => status === 400 || status === 422;

/** Where a bank is. */
export type BankAddress = {
  /** With a slash at the end. */
  url: string;
  /** Our key to it. */
  key: string;
};

/** How long the bank may take to answer: less than until it is asked again. */
const answerMs = 10_000;

/**
 * A bank over HTTP, with our key as bearer: `POST payments` with an `idempotency-key`, and `GET payments/{key}`.
 * @param stopping nobody waits for an answer any longer
 */
export const httpBank = ({ url, key: ownKey }: BankAddress, stopping: AbortSignal): Bank => {
  const call = async (path: string, init: { method?: string; headers?: object; body?: string }) => {
    const response = await fetch(new URL(path, url), {
      ...init,
      headers: { authorization: `Bearer ${ownKey}`, ...init.headers },
      redirect: 'error',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(answerMs)]),
    });
    const text = await response.text();
    return { status: response.status, text };
  };
  const read = ({ status, text }: { status: number; text: string }): BankAnswer => {
    if (status < 200 || status > 299) throw new Error(`The bank answered ${status}`);
    return bankAnswer.parse(JSON.parse(text));
  };
  return {
    pay: async ({ key, amount, recipient, recipientSsn: ssn, account: whole, reference }) => {
      const [bank, ledger, account] = whole.split('-');
      const said = await call('payments', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ bank, ledger, account, ssn, recipient, amount, reference }),
      });
      return isFinal(said.status) ? { state: 'rejected', reason: 'invalid' } : read(said);
    },
    find: async (key) => {
      const said = await call(`payments/${encodeURIComponent(key)}`, {});
      return said.status === 404 ? undefined : read(said);
    },
  };
};
