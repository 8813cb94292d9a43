import { expect, test } from 'vitest';
import { createCodes, hashOfCode } from './codes.ts';

const confirmed = { customerId: 'anna', policyId: 't1', validFrom: '2026-12-01', validTo: '2026-12-10' };

test('a code is four groups of four unambiguous symbols', () => {
  const seen = new Set<string>();
  for (let day = 10; day < 30; day += 1) {
    const code = createCodes('a secret of the tests')({ ...confirmed, validTo: `2026-12-${day}` });
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
    seen.add(code);
  }
  expect(seen.size).toBe(20);
});

test('the same confirmation has the same code with the same secret, and any other a different one', () => {
  const code = createCodes('a secret of the tests')(confirmed);
  expect(createCodes('a secret of the tests')(confirmed)).toBe(code);
  expect(createCodes('another secret here')(confirmed)).not.toBe(code);
  expect(createCodes(undefined)(confirmed)).not.toBe(createCodes(undefined)(confirmed));
  expect(createCodes('a secret of the tests')({ ...confirmed, customerId: 'birgir' })).not.toBe(code);
});

test('a code is read in any notation', () => {
  const hash = hashOfCode('0123-4567-89AB-CDE1');
  for (const typed of [
    '0123456789abcde1',
    ' 0123 4567 89AB CDE1 ',
    'O123-4567-89AB-CDEl',
    'o123.4567.89ab.cdeI',
  ])
    expect(hashOfCode(typed), typed).toBe(hash);
  expect(hashOfCode('0123-4567-89AB-CDE2')).not.toBe(hash);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
});
