import { z } from 'zod';
import { askService, type Service } from '../platform/ask.ts';

/** A charge: `key` names it, and is charged once however often it is asked for. Amount in whole ISK. */
export type Charge = { key: string; token: string; amount: number };

/** What became of a charge; `cancelled` was never charged and never will be. */
export type Outcome =
  | { state: 'charged'; reference: string }
  | { state: 'declined' }
  | { state: 'cancelled' };

/** The card service did not answer, or not in words that we know: what it did is not known. */
export class Unanswered extends Error {
  override name = 'Unanswered';
}

/** What we ask of a card service. Both may be asked again with the same key, and say the same. */
export type CardService = {
  /** @throws Unanswered */
  charge(charge: Charge): Promise<Outcome>;
  /**
   * Tells what became of a charge and, where nothing did, that nothing shall: one that comes late is then refused.
   * @throws Unanswered
   */
  settle(key: string): Promise<Outcome>;
};

const outcome = z.discriminatedUnion('state', [
  z.object({ state: z.literal('charged'), reference: z.string().min(1) }),
  z.object({ state: z.literal('declined') }),
  z.object({ state: z.literal('cancelled') }),
]);

/** The card service's settings, as the API's environment has them. */
export const cardServiceOf = (settings: {
  CARD_SERVICE_URL: string;
  CARD_SERVICE_KEY: string;
  CARD_SERVICE_TIMEOUT_MS: number;
}): Service => ({
  url: settings.CARD_SERVICE_URL,
  key: settings.CARD_SERVICE_KEY,
  timeoutMs: settings.CARD_SERVICE_TIMEOUT_MS,
});

/** A card service over HTTP: `POST charges` and `POST charges/{key}/settle`, JSON both ways, with our key as bearer. */
export const httpCardService = (settings: Service): CardService => {
  const ask = async (path: string, body: object): Promise<Outcome> => {
    try {
      return outcome.parse(await askService(settings, path, body));
    } catch (error) {
      throw new Unanswered('no answer of the card service', { cause: error });
    }
  };
  return {
    charge: ({ key, token, amount }) => ask('charges', { key, token, amount, currency: 'ISK' }),
    settle: (key) => ask(`charges/${encodeURIComponent(key)}/settle`, {}),
  };
};
