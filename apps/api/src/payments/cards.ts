import { z } from 'zod';
import { type PartnerService, postToPartner } from '../platform/partner-http.ts';

/** A charge of an amount in whole ISK. The service charges once for each `key`, however often it is called. */
export type Charge = { key: string; token: string; amount: number };

/** Result of a charge; a `cancelled` one never took place and never will. */
export type Outcome =
  | { state: 'charged'; reference: string }
  | { state: 'declined' }
  | { state: 'cancelled' };

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
};

const outcome = z.discriminatedUnion('state', [
  z.object({ state: z.literal('charged'), reference: z.string().min(1) }),
  z.object({ state: z.literal('declined') }),
  z.object({ state: z.literal('cancelled') }),
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

/** A card service over HTTP: `POST charges` and `POST charges/{key}/settle` with JSON, our key as bearer token. */
export const httpCardService = (settings: PartnerService): CardService => {
  const ask = async (path: string, body: object): Promise<Outcome> => {
    try {
      return outcome.parse(await postToPartner(settings, path, body));
    } catch (error) {
      throw new CardServiceUnavailable('no answer from the card service', { cause: error });
    }
  };
  return {
    charge: ({ key, token, amount }) => ask('charges', { key, token, amount, currency: 'ISK' }),
    settle: (key) => ask(`charges/${encodeURIComponent(key)}/settle`, {}),
  };
};
