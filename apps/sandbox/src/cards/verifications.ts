import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Language } from '@hofn/texts';
import { type AtRegistration, lastFour, testCards } from './test-cards.ts';

type Card = { token: string; cardNumberMasked: string; expires: string; brand: string };
type Step = 'card' | 'challenge' | 'waiting' | 'ended';

/** A verification and its progress. The card number is not stored. */
export type Verification = {
  id: string;
  origin: string;
  language: Language;
  expiresAt: Date;
  step: Step;
  card?: Card & { does: AtRegistration };
  result?: Result;
};

/** The result posted to the window that opened the page. */
export type Result = {
  message: string;
  verificationId: string;
  verificationData: string;
  verificationHash: string;
};

export type Typed = { number: string; expires: string; code: string };
export type TypedFault = { field: keyof Typed; text: 'notATestCard' | 'invalidExpiry' | 'invalidCode' };

/** Parses an expiry month like `08/29`; undefined if invalid or past. */
const monthOf = (text: string, today: string): string | undefined => {
  const [, month, year] = /^\s*(0[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d\d)\s*$/.exec(text) ?? [];
  return month && year && `20${year}-${month}` >= today.slice(0, 7) ? `${month}/${year}` : undefined;
};

/** In-memory card verifications: announced by a merchant, then completed by the cardholder. */
export const createVerifications = (key: string, clock: Clock) => {
  const all = new Map<string, Verification>();

  const signed = (verification: Verification, outcome: 'verified' | 'declined', message: string): Result => {
    const { id, card } = verification;
    const { does: _, ...known } = card ?? { does: undefined };
    const data = Buffer.from(JSON.stringify({ outcome, ...known })).toString('base64url');
    const hash = createHmac('sha256', key).update(`${id}.${data}`).digest('base64url');
    return { message, verificationId: id, verificationData: data, verificationHash: hash };
  };
  const end = (verification: Verification, result: Result) =>
    Object.assign(verification, { step: 'ended', result } satisfies Partial<Verification>);

  return {
    announce: (verification: Pick<Verification, 'id' | 'origin' | 'language' | 'expiresAt'>): void => {
      all.set(verification.id, { ...verification, step: 'card' });
    },
    /** Finds a verification that has not expired. */
    find: (id: string): Verification | undefined => {
      const found = all.get(id);
      if (found && clock.now() >= found.expiresAt) all.delete(id);
      return all.get(id);
    },
    /** Submits the card. @returns input errors */
    enter: (verification: Verification, typed: Typed): TypedFault[] => {
      const card = testCards.find(({ number }) => number === typed.number.replace(/[\s-]/g, ''));
      const expires = monthOf(typed.expires, clock.now().toISOString());
      const faults: TypedFault[] = [];
      if (!card) faults.push({ field: 'number', text: 'notATestCard' });
      if (!expires) faults.push({ field: 'expires', text: 'invalidExpiry' });
      if (!/^\s*\d{3}\s*$/.test(typed.code)) faults.push({ field: 'code', text: 'invalidCode' });
      if (!card || !expires || faults.length > 0) return faults;
      const four = lastFour(card.number);
      verification.card = {
        token: `card-${randomBytes(12).toString('hex').replaceAll(/\d/g, 'x')}-${four}`,
        cardNumberMasked: `•••• ${four}`,
        expires,
        brand: card.brand,
        does: card.does,
      };
      verification.step = 'challenge';
      if (card.does === 'declines') end(verification, signed(verification, 'declined', 'cardDeclined'));
      return [];
    },
    /** The cardholder's answer to the 3-D Secure challenge. */
    answer: (verification: Verification, confirmed: boolean): void => {
      const does = verification.card?.does;
      if (!does || verification.step !== 'challenge') return;
      if (confirmed && does === 'neverAnswers') verification.step = 'waiting';
      else if (confirmed && does === 'succeeds')
        end(verification, signed(verification, 'verified', 'verificationSucceeded'));
      else end(verification, signed(verification, 'declined', 'cardAuthenticationFailed'));
    },
  };
};
export type Verifications = ReturnType<typeof createVerifications>;
