import { patience } from '@hofn/database/testing/patience.ts';
import { createLogger, listen, type Running } from '@hofn/service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpBankService } from '../apps/api/src/paymentdetails/bank.ts';
import { createBank } from '../apps/sandbox/src/bank/bank.ts';

// The API's bank client against the sandbox's banks.
const key = 'prufulykill-bankanna';
let running: Running;
beforeAll(async () => {
  const server = createBank({
    settings: { BANK_SERVICE_KEY: key },
    logger: createLogger('bank', 'silent'),
    clock: { now: () => new Date('2026-11-21T12:00:00Z') },
  });
  running = await listen(server, { port: 0, host: '127.0.0.1', setting: 'BANK_PORT' });
});
afterAll(() => running.stop());

const standing = (account: string, given: { key?: string; timeoutMs?: number } = {}) =>
  httpBankService({
    url: `http://127.0.0.1:${running.port}/`,
    key,
    timeoutMs: patience(1_000),
    ...given,
  }).accountStatus({ bank: '0133', ledger: '26', account }, '1402851489');

test.each([
  ['004821', 'open'],
  ['000001', 'notOwned'],
  ['000002', 'closed'],
  ['000003', 'unknown'],
])('PAY-5: account %s has the standing %s', async (account, expected) => {
  expect(await standing(account)).toBe(expected);
});

test('PAY-5: a bank that times out or refuses our key counts as unavailable', async () => {
  await expect(standing('000004', { timeoutMs: 100 })).rejects.toThrow('serviceUnavailable');
  await expect(standing('004821', { key: 'annar-lykill' })).rejects.toThrow('serviceUnavailable');
  await expect(standing('48', {})).rejects.toThrow('serviceUnavailable');
});
