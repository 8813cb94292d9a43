import { createLogger, listen, type Running } from '@hofn/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpCardService, Unanswered } from '../apps/api/src/payments/cards.ts';
import { createCards } from '../apps/sandbox/src/cards/cards.ts';

// The API's half of the card service's protocol against the sandbox's half.
const key = 'prufulykill-kortathjonustu';
let running: Running;
beforeAll(async () => {
  const server = createCards({
    settings: { CARD_SERVICE_KEY: key },
    logger: createLogger('cards', 'silent'),
    clock: { now: () => new Date('2026-11-21T12:00:00Z') },
  });
  running = await listen(server, { port: 0, host: '127.0.0.1', setting: 'CARDS_PORT' });
});
afterAll(() => running.stop());

const cards = (given: { key?: string; timeoutMs?: number } = {}) =>
  httpCardService({ url: `http://127.0.0.1:${running.port}/`, key, timeoutMs: 3_000, ...given });
const amount = 12_510;

test('PAY-16: a key is charged once, however often it is asked for', async () => {
  const first = await cards().charge({ key: 'a', token: 'demo-4821', amount });
  expect(first).toEqual({ state: 'charged', reference: expect.stringMatching(/^H\d{8}$/) });
  expect(await cards().charge({ key: 'a', token: 'demo-4821', amount })).toEqual(first);
  expect(await cards().settle('a')).toEqual(first);
});

test('PAY-16: a declined card is told of as declined, also when asked again', async () => {
  expect(await cards().charge({ key: 'b', token: 'demo-0002', amount })).toEqual({ state: 'declined' });
  expect(await cards().settle('b')).toEqual({ state: 'declined' });
});

test('PAY-16: an answer lost after the charge is learned by asking', async () => {
  await expect(cards().charge({ key: 'c', token: 'demo-7719', amount })).rejects.toBeInstanceOf(Unanswered);
  expect(await cards().settle('c')).toMatchObject({ state: 'charged' });
});

test('PAY-16: a charge that was given up is never made, also when it comes late', async () => {
  const patient = cards({ timeoutMs: 100 });
  await expect(patient.charge({ key: 'd', token: 'demo-0119', amount })).rejects.toBeInstanceOf(Unanswered);
  expect(await cards().settle('d')).toEqual({ state: 'cancelled' });
  expect(await cards().charge({ key: 'd', token: 'demo-4821', amount })).toEqual({ state: 'cancelled' });
});

test('a wrong key, an amount of nothing and a service that is away charge nobody', async () => {
  const wrong = cards({ key: 'annar-lykill-kortathjonustu' });
  await expect(wrong.charge({ key: 'e', token: 'demo-4821', amount })).rejects.toBeInstanceOf(Unanswered);
  await expect(cards().charge({ key: 'e', token: 'demo-4821', amount: 0 })).rejects.toBeInstanceOf(
    Unanswered,
  );
  expect(await cards().settle('e')).toEqual({ state: 'cancelled' });
  const away = httpCardService({ url: 'http://127.0.0.1:1/', key, timeoutMs: 1_000 });
  await expect(away.settle('e')).rejects.toBeInstanceOf(Unanswered);
});
