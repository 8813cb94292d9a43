import { patience } from '@hofn/database/testing/patience.ts';
import { createLogger, listen, type Running } from '@hofn/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpVerifications } from '../apps/api/src/paymentdetails/verifications.ts';
import { CardServiceUnavailable, httpCardService } from '../apps/api/src/payments/cards.ts';
import { createCards } from '../apps/sandbox/src/cards/cards.ts';

// The API's card service client against the sandbox's card service.
const key = 'prufulykill-kortathjonustu';
let running: Running;
let now = new Date('2026-11-21T12:00:00Z');
beforeAll(async () => {
  const server = createCards({
    settings: { CARD_SERVICE_KEY: key, CARDS_URL: undefined },
    logger: createLogger('cards', 'silent'),
    clock: { now: () => now },
  });
  running = await listen(server, { port: 0, host: '127.0.0.1', setting: 'CARDS_PORT' });
});
afterAll(() => running.stop());

const service = () => ({ url: `http://127.0.0.1:${running.port}/`, key, timeoutMs: patience(1_000) });

const cards = (given: { key?: string; timeoutMs?: number } = {}) =>
  httpCardService({ ...service(), ...given });
const amount = 12_510;

test('PAY-16: a key is charged once, however often it is sent', async () => {
  const first = await cards().charge({ key: 'a', token: 'demo-4821', amount });
  expect(first).toEqual({ state: 'charged', reference: expect.stringMatching(/^H\d{8}$/) });
  expect(await cards().charge({ key: 'a', token: 'demo-4821', amount })).toEqual(first);
  expect(await cards().settle('a')).toEqual(first);
});

test('PAY-16: a declined card is reported as declined, also when settled', async () => {
  expect(await cards().charge({ key: 'b', token: 'demo-0002', amount })).toEqual({ state: 'declined' });
  expect(await cards().settle('b')).toEqual({ state: 'declined' });
});

test('PAY-16: settling finds the outcome of a charge whose response was lost', async () => {
  await expect(cards().charge({ key: 'c', token: 'demo-7719', amount })).rejects.toBeInstanceOf(
    CardServiceUnavailable,
  );
  expect(await cards().settle('c')).toMatchObject({ state: 'charged' });
});

test('PAY-16: a charge cancelled by settling is never executed, even if it arrives late', async () => {
  const patient = cards({ timeoutMs: 100 });
  await expect(patient.charge({ key: 'd', token: 'demo-0119', amount })).rejects.toBeInstanceOf(
    CardServiceUnavailable,
  );
  expect(await cards().settle('d')).toEqual({ state: 'cancelled' });
  expect(await cards().charge({ key: 'd', token: 'demo-4821', amount })).toEqual({ state: 'cancelled' });
});

test('DESK-12: a charge is refunded once for each key and never by more than was charged, also when the answer is lost or late', async () => {
  await cards().charge({ key: 'r', token: 'demo-4821', amount });
  const first = await cards().refund({ key: 'r1', charge: 'r', amount: 10_000 });
  expect(first).toEqual({ state: 'refunded', reference: expect.stringMatching(/^E\d{8}$/) });
  expect(await cards().refund({ key: 'r1', charge: 'r', amount: 10_000 })).toEqual(first);
  // The key was another refund's.
  await expect(cards().refund({ key: 'r1', charge: 'r', amount: 1 })).rejects.toBeInstanceOf(
    CardServiceUnavailable,
  );
  expect(await cards().refund({ key: 'r2', charge: 'r', amount: 2_511 })).toEqual({
    ...{ state: 'refused', reason: 'aboveCharge' },
  });
  const lost = { key: 'r3', charge: 'r', amount: 994 };
  await expect(cards().refund(lost)).rejects.toBeInstanceOf(CardServiceUnavailable);
  const found = await cards().refund(lost);
  expect(found).toMatchObject({ state: 'refunded' });
  expect(await cards().refund(lost)).toEqual(found);
  const late = { key: 'r4', charge: 'r', amount: 993 };
  expect(await cards().refund(late)).toEqual({ state: 'processing' });
  now = new Date(now.getTime() + 61_000);
  expect(await cards().refund(late)).toMatchObject({ state: 'refunded' });
});

test('DESK-12: a refund of a charge that never took place or to a closed card is refused, and one may never be answered', async () => {
  await cards().charge({ key: 's', token: 'demo-0002', amount });
  expect(await cards().refund({ key: 's1', charge: 's', amount: 1 })).toEqual({
    ...{ state: 'refused', reason: 'unknownCharge' },
  });
  expect(await cards().refund({ key: 's2', charge: 'of-yesterday', amount: 991 })).toEqual({
    ...{ state: 'refused', reason: 'cardClosed' },
  });
  const hasty = cards({ timeoutMs: 100 });
  await expect(hasty.refund({ key: 's3', charge: 'of-yesterday', amount: 992 })).rejects.toBeInstanceOf(
    CardServiceUnavailable,
  );
  const wrong = cards({ key: 'annar-lykill-kortathjonustu' });
  await expect(wrong.refund({ key: 's4', charge: 'of-yesterday', amount: 1 })).rejects.toBeInstanceOf(
    CardServiceUnavailable,
  );
});

test('a wrong key, a zero amount and an unavailable service charge nobody', async () => {
  const wrong = cards({ key: 'annar-lykill-kortathjonustu' });
  await expect(wrong.charge({ key: 'e', token: 'demo-4821', amount })).rejects.toBeInstanceOf(
    CardServiceUnavailable,
  );
  await expect(cards().charge({ key: 'e', token: 'demo-4821', amount: 0 })).rejects.toBeInstanceOf(
    CardServiceUnavailable,
  );
  expect(await cards().settle('e')).toEqual({ state: 'cancelled' });
  const away = httpCardService({ url: 'http://127.0.0.1:1/', key, timeoutMs: 1_000 });
  await expect(away.settle('e')).rejects.toBeInstanceOf(CardServiceUnavailable);
});

/** Announces a verification, and drives its page like a browser. */
const begin = async (verificationId: string) => {
  const verifications = httpVerifications(service());
  const link = await verifications.begin({
    verificationId,
    origin: 'http://localhost:8080',
    language: 'en',
    expiresAt: '2026-11-21T12:08:00.000Z',
  });
  const page = new URL(link);
  return {
    verifications,
    read: () => fetch(page),
    post: (act: string, fields: Record<string, string> = {}) =>
      fetch(new URL(`${page.pathname}/${act}?lang=en`, page), {
        method: 'POST',
        body: new URLSearchParams(fields),
      }),
  };
};
const card = (number: string) => ({ number, expires: '08/29', code: '123' });
/** The result that a page posts to its opener. */
const readResult = async (answer: Response) => {
  const text = await answer.text();
  const attribute = (name: string) => new RegExp(`data-${name}="([^"]*)"`).exec(text)?.[1] ?? '';
  return {
    message: attribute('message'),
    data: attribute('verification-data'),
    hash: attribute('verification-hash'),
    text,
  };
};

test('PAY-9: a confirmed card reaches us masked and signed, without its number', async () => {
  const { post, verifications } = await begin('v-1');
  await post('card', card('4242 4242 4242 4242'));
  const { message, data, hash, text } = await readResult(await post('confirm'));
  expect(message).toBe('verificationSucceeded');
  expect(verifications.read('v-1', data, hash)).toEqual({
    outcome: 'verified',
    token: expect.stringMatching(/^card-[a-z]+-4242$/),
    cardNumberMasked: '•••• 4242',
    expires: '08/29',
    brand: 'Visa',
  });
  expect(text + Buffer.from(data, 'base64url').toString()).not.toMatch(/4242[\s-]?4242/);
  expect(
    await cards().charge({ key: 'v', token: verifications.read('v-1', data, hash)?.token ?? '', amount }),
  ).toMatchObject({ state: 'charged' });
  // Signed for this verification only.
  expect(verifications.read('v-2', data, hash)).toBeUndefined();
  expect(verifications.read('v-1', `${data}A`, hash)).toBeUndefined();
  expect(httpVerifications({ ...service(), key: 'another' }).read('v-1', data, hash)).toBeUndefined();
  expect(httpVerifications({ ...service(), key: '' }).read('v-1', data, hash)).toBeUndefined();
});

test.each([
  ['4000 0000 0000 9995', [], 'cardDeclined'],
  ['4000 0000 0000 3220', ['confirm'], 'cardAuthenticationFailed'],
  ['4242 4242 4242 4242', ['refuse'], 'cardAuthenticationFailed'],
])(
  'PAY-9: the card %s, answered with %o, is reported as %s, and its signed result is a refusal',
  async (number, acts, message) => {
    const id = `v-${number.slice(-4)}-${acts.join('')}`;
    const { post, verifications } = await begin(id);
    let last = await post('card', card(number));
    for (const act of acts) last = await post(act);
    const result = await readResult(last);
    expect(result.message).toBe(message);
    expect(verifications.read(id, result.data, result.hash)?.outcome).toBe('declined');
  },
);

test('a card without an answer waits, input errors are shown, and an ended verification shows nothing', async () => {
  const silent = await begin('v-silent');
  const wrong = await silent.post('card', { number: '4111 1111 1111 1111', expires: '13/29', code: '1' });
  expect(wrong.status).toBe(422);
  expect((await wrong.text()).match(/aria-invalid="true"/g)).toHaveLength(3);
  await silent.post('card', card('4000 0000 0000 0119'));
  expect((await readResult(await silent.post('confirm'))).message).toBe('');
  const gone = await fetch(new URL(`verify/nothing`, service().url));
  expect((await readResult(gone)).message).toBe('');
  const policy = (await silent.read()).headers;
  expect(policy.get('content-security-policy')).toContain('frame-ancestors http://localhost:8080');
  expect(policy.get('cross-origin-opener-policy')).toBeNull();
  const wrongKey = httpVerifications({ ...service(), key: 'annar' });
  const request = {
    verificationId: 'v-x',
    origin: 'http://localhost:8080',
    language: 'en',
    expiresAt: '2026-11-21T12:08:00.000Z',
  } as const;
  await expect(wrongKey.begin(request)).rejects.toThrow('serviceUnavailable');
});

test('BUY-3: an amount is held once for each key, charged once by naming the hold, and not after it was released', async () => {
  const hold = { token: 'demo-4821', amount };
  expect(await cards().hold({ key: 'h1', ...hold })).toEqual({ state: 'held' });
  expect(await cards().hold({ key: 'h1', ...hold })).toEqual({ state: 'held' });
  const charged = await cards().charge({ key: 'h1', ...hold, hold: 'h1' });
  expect(charged.state).toBe('charged');
  expect(await cards().charge({ key: 'h1', ...hold, hold: 'h1' })).toEqual(charged);
  // Another charge cannot take the same hold, and a charged one cannot be released.
  expect(await cards().charge({ key: 'h1b', ...hold, hold: 'h1' })).toEqual({ state: 'declined' });
  expect(await cards().release('h1')).toEqual({ state: 'held' });

  expect(await cards().hold({ key: 'h2', ...hold })).toEqual({ state: 'held' });
  expect(await cards().release('h2')).toEqual({ state: 'cancelled' });
  expect(await cards().charge({ key: 'h2', ...hold, hold: 'h2' })).toEqual({ state: 'declined' });
  // One that arrives after it was released holds nothing.
  expect(await cards().release('h3')).toEqual({ state: 'cancelled' });
  expect(await cards().hold({ key: 'h3', ...hold })).toEqual({ state: 'cancelled' });
});

test('BUY-3: a hold that is declined, lost or silent is found by looking it up', async () => {
  expect(await cards().hold({ key: 'h4', token: 'demo-0002', amount })).toEqual({ state: 'declined' });
  await expect(cards().hold({ key: 'h5', token: 'demo-7719', amount })).rejects.toBeInstanceOf(
    CardServiceUnavailable,
  );
  expect(await cards().settleHold('h5')).toEqual({ state: 'held' });
  await expect(
    cards({ timeoutMs: 100 }).hold({ key: 'h6', token: 'demo-0119', amount }),
  ).rejects.toBeInstanceOf(CardServiceUnavailable);
  expect(await cards().settleHold('h6')).toEqual({ state: 'cancelled' });
});
