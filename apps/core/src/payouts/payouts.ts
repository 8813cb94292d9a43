import type { Db } from '@hofn/database';
import { addDays } from '@hofn/domain';
import type { Clock } from '@hofn/domain/clock.ts';
import type { PayoutState } from '@hofn/insurance/claim-amounts.ts';
import type { Logger } from '@hofn/service';
import { findPayout, notePayout, type Payout, takePayouts } from '../store/payments-out.ts';
import { inBook } from '../store/work.ts';
import type { Bank, BankAnswer } from './bank.ts';
import { type Becomes, putPayout } from './outcome.ts';

/** Payments that are asked about beside each other: fewer than a pool has connections. */
const atOnce = 5;
/** Days for which a payment that was made is still asked about: the money may come back. */
const returnDays = 10;

const stateOf: Readonly<Record<Exclude<BankAnswer['state'], 'processing'>, PayoutState>> = {
  paid: 'paid',
  rejected: 'failed',
  returned: 'returned',
};

/** What the recipient reads with a payment: the claim's key without what we begin such keys with. */
const referenceOf = ({ claim }: Payout): string => claim.replace(/^claim-/, '').slice(0, 100);

/** Stores what has become of a payment, with its claim. @param at instant @returns whether it has */
const become = (db: Db, { key, customer, claim, payment }: Payout, becomes: Becomes, at: string) =>
  db.transaction(async (tx) => {
    const done = await inBook(tx, customer, (book) => ({
      isChanged: putPayout(book, { claim, payment }, becomes, at),
      day: book.state.today,
    }));
    if (!done?.result.isChanged) return false;
    const { state, reason } = becomes;
    const tomorrow = `${addDays(at.slice(0, 10), 1)}${at.slice(10)}`;
    await notePayout(tx, key, {
      state,
      ...(state === 'ordered' && { orderedAt: at }),
      ...(state === 'paid' && { paidOn: done.result.day, askAt: tomorrow }),
      ...((state === 'failed' || state === 'returned') && { fault: reason ?? 'none', askAt: null }),
    });
    return true;
  });

/**
 * Orders approved payments of claims from the bank, each once, and asks what has become of those that were ordered (rule DESK-9).
 * That a payment is ordered is stored before the bank is asked, and the bank is asked under the payment's own key, so that an answer
 * that was lost, or a process that was killed, leads to the same question again and to no second payment. Any number of replicas
 * work beside each other.
 */
export const createPayouts = ({
  db,
  bank,
  clock,
  logger,
}: {
  db: Db;
  bank: Bank;
  clock: Clock;
  logger: Logger;
}) => {
  const now = () => clock.now().toISOString();

  /** What the bank says of a payment. What it may have been asked before is asked about first. */
  const askBank = async (payout: Payout, isFirst: boolean): Promise<BankAnswer | undefined> => {
    const known = isFirst ? undefined : await bank.find(payout.key);
    if (known || payout.state === 'paid') return known;
    return bank.pay({ ...payout, reference: referenceOf(payout) });
  };

  /** A payment that has not come back for so long is not asked about again. */
  const isOver = ({ state, paidOn }: Payout): boolean =>
    state === 'paid' && paidOn !== null && addDays(paidOn, returnDays) < now().slice(0, 10);

  /** Stores that a payment is ordered, before the bank is asked. @returns whether it is: ordered by this process, or by another */
  const order = async (payout: Payout): Promise<'own' | 'other' | undefined> => {
    if (await become(db, payout, { state: 'ordered' }, now())) return 'own';
    return (await findPayout(db, payout.key))?.state === 'ordered' ? 'other' : undefined;
  };

  /** Asks the bank about a payment, and stores what it says. */
  const workOn = async (payout: Payout): Promise<void> => {
    if (isOver(payout)) {
      await notePayout(db, payout.key, { askAt: null });
      return;
    }
    const ordered = payout.state === 'approved' ? await order(payout) : 'other';
    if (!ordered) return;
    const answer = await askBank(payout, ordered === 'own' && payout.tries === 1);
    if (!answer || answer.state === 'processing') return;
    const { claim, payment } = payout;
    const state = stateOf[answer.state];
    if (state === payout.state || !(await become(db, payout, { state, reason: answer.reason }, now())))
      return;
    logger.info({ claim, payment, state }, 'a payment of a claim has become something else');
  };

  const workOnOne = async (payout: Payout): Promise<void> => {
    const { claim, payment, tries } = payout;
    try {
      await workOn(payout);
    } catch (error) {
      // Nobody knows whether it was made: it is asked about again, under the same key.
      logger.warn({ err: error, claim, payment, tries }, 'the bank has not answered about a payment');
    }
  };

  return {
    /** Works on the payments that are due to be asked about. @returns how many there were */
    work: async (): Promise<number> => {
      const taken = await takePayouts(db, now(), atOnce);
      await Promise.all(taken.map(workOnOne));
      return taken.length;
    },
  };
};
export type Payouts = ReturnType<typeof createPayouts>;
