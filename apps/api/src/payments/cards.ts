import { z } from 'zod';
import { type PartnerService, postToPartner } from '../platform/partner-http.ts';

/**
 * A charge of an amount in whole ISK. The service charges once for each `key`, however often it is called.
 * `hold`: key of the hold that it takes; the service refuses it when that was released.
 */
export type Charge = { key: string; token: string; amount: number; hold?: string };

/** Result of a hold; a `cancelled` one never took place, or was released, and holds nothing any more. */
export type HoldOutcome = { state: 'held' } | { state: 'declined' } | { state: 'cancelled' };

/** Result of a charge; a `cancelled` one never took place and never will. */
export type Outcome =
  | { state: 'charged'; reference: string }
  | { state: 'declined' }
  | { state: 'cancelled' };

/** A refund of a charge, or of part of it, in whole ISK. The service refunds once for each `key`, however often it is called. */
export type RefundOrder = { key: string; charge: string; amount: number };

/** Result of a refund: `processing` until the service knows; `refused` with its code for why. */
export type RefundOutcome =
  | { state: 'refunded'; reference: string }
  | { state: 'refused'; reason: string }
  | { state: 'processing' };

/** The card service did not answer, or gave an unknown answer: whether it charged is unknown. */
export class CardServiceUnavailable extends Error {
  override name = 'CardServiceUnavailable';
}

/** A card service. Repeated calls with the same key give the same result. */
export type CardService = {
  /** @throws CardServiceUnavailable */
  charge(charge: Charge): Promise<Outcome>;
  /**
   * Looks up the result of a charge. If there was none, cancels the key: a late charge with it is refused.
   * @throws CardServiceUnavailable
   */
  settle(key: string): Promise<Outcome>;
  /**
   * Holds an amount on a card without charging it, once for each key.
   * @throws CardServiceUnavailable
   */
  hold(charge: Omit<Charge, 'hold'>): Promise<HoldOutcome>;
  /**
   * Looks up a hold. If there was none, cancels the key: a late hold with it is refused.
   * @throws CardServiceUnavailable
   */
  settleHold(key: string): Promise<HoldOutcome>;
  /**
   * Releases a hold that was not charged, whether it arrived or not: a late one with the key is refused.
   * @throws CardServiceUnavailable
   */
  release(key: string): Promise<HoldOutcome>;
  /** @throws CardServiceUnavailable */
  refund(refund: RefundOrder): Promise<RefundOutcome>;
};

const outcome = z.discriminatedUnion('state', [
  z.object({ state: z.literal('charged'), reference: z.string().min(1) }),
  z.object({ state: z.literal('declined') }),
  z.object({ state: z.literal('cancelled') }),
]);

const holdOutcome = z.discriminatedUnion('state', [
  z.object({ state: z.literal('held') }),
  z.object({ state: z.literal('declined') }),
  z.object({ state: z.literal('cancelled') }),
]);

const refundOutcome = z.discriminatedUnion('state', [
  z.object({ state: z.literal('refunded'), reference: z.string().min(1) }),
  z.object({ state: z.literal('refused'), reason: z.string().max(60) }),
  z.object({ state: z.literal('processing') }),
]);

/** Settings of the card service, from the API's environment. */
export const cardServiceOf = (settings: {
  CARD_SERVICE_URL: string;
  CARD_SERVICE_KEY: string;
  CARD_SERVICE_TIMEOUT_MS: number;
}): PartnerService => ({
  url: settings.CARD_SERVICE_URL,
  key: settings.CARD_SERVICE_KEY,
  timeoutMs: settings.CARD_SERVICE_TIMEOUT_MS,
});

/**
 * A card service over HTTP with JSON, our key as bearer token: `POST charges`, `holds` and `refunds`, `POST charges/{key}/settle`,
 * `POST holds/{key}/settle` and `POST holds/{key}/release`.
 */
export const httpCardService = (settings: PartnerService): CardService => {
  const ask = async <Answer>(path: string, body: object, answer: z.ZodType<Answer>): Promise<Answer> => {
    try {
      return answer.parse(await postToPartner(settings, path, body));
    } catch (error) {
      throw new CardServiceUnavailable('no answer from the card service', { cause: error });
    }
  };
  return {
    charge: ({ key, token, amount, hold }) =>
      ask('charges', { key, token, amount, currency: 'ISK', ...(hold !== undefined && { hold }) }, outcome),
    settle: (key) => ask(`charges/${encodeURIComponent(key)}/settle`, {}, outcome),
    hold: ({ key, token, amount }) => ask('holds', { key, token, amount, currency: 'ISK' }, holdOutcome),
    settleHold: (key) => ask(`holds/${encodeURIComponent(key)}/settle`, {}, holdOutcome),
    release: (key) => ask(`holds/${encodeURIComponent(key)}/release`, {}, holdOutcome),
    refund: ({ key, charge, amount }) =>
      ask('refunds', { key, charge, amount, currency: 'ISK' }, refundOutcome),
  };
};
