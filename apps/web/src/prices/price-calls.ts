import type { Price, priceCalls } from '@hofn/contracts';
import type { FormValues } from '@hofn/domain/forms.ts';
import type { PricedProduct } from '@hofn/domain/price-form.ts';
import type { z } from 'zod';
import type { Language } from '../engine/types.ts';
import { bodyOf, FormRefused, toFormRefused } from '../forms/declared/send-form.ts';
import { withTimeout } from '../session/request-timeout.ts';
import { apiAddress } from '../session/settings.ts';

const timeoutMs = 15_000;

type KeptOffer = z.output<(typeof priceCalls)['keepOffer']['response']>;
type Settings = { language: Language; signal?: AbortSignal; key?: string };

/** Plain fetch, because public calls need neither the session nor its API client. */
const post = async (path: string, body: object, { language, signal, key }: Settings): Promise<unknown> => {
  let response: Response;
  try {
    response = await fetch(await apiAddress(path), {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        'Accept-Language': language,
        'Content-Type': 'application/json; charset=utf-8',
        ...(key !== undefined && { 'Idempotency-Key': key }),
      },
      signal: withTimeout(timeoutMs, signal),
    });
  } catch (cause) {
    throw new FormRefused(0, {}, undefined, { cause });
  }
  const answer = await bodyOf(response);
  if (response.ok) return answer;
  throw toFormRefused(response, answer);
};

/**
 * Requests a price (rule FORM-11).
 * @throws FormRefused when the API returns no price
 */
export const fetchPrice = (product: PricedProduct, answers: FormValues, settings: Settings): Promise<Price> =>
  post('/api/public/v1/price', { product, answers }, settings) as Promise<Price>;

/**
 * Saves a price exactly as shown.
 * @throws FormRefused with status 409 when the price has since changed
 */
export const keepPrice = (
  { product, answers, tariff, perYear }: Price,
  contact: { email: string; website: string },
  settings: Settings,
): Promise<KeptOffer> =>
  post(
    '/api/public/v1/offer',
    { product, answers, tariff, perYear, ...contact },
    settings,
  ) as Promise<KeptOffer>;
