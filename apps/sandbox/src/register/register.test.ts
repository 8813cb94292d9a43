import { createLogger } from '@hofn/service';
import { expect, test } from 'vitest';
import { createRegister } from './register.ts';

test('INQ-3: the register answers look-ups, only with its key', async () => {
  const server = createRegister({
    settings: { REGISTER_KEY: 'lykill' },
    logger: createLogger('register', 'silent'),
    clock: { now: () => new Date('2026-11-21T12:34:00Z') },
    people: [{ ssn: '1203751489' }],
  });
  const lookUp = async (ssn: string, key = 'lykill') => {
    const answer = await server.inject({
      method: 'POST',
      url: '/lookups',
      headers: { authorization: `Bearer ${key}` },
      payload: { ssn },
    });
    return [answer.statusCode, answer.json()];
  };
  expect(await lookUp('1203751489')).toEqual([200, { found: true }]);
  expect(await lookUp('1402851539')).toEqual([200, { found: false }]);
  expect(await lookUp('1203751489', 'annar')).toEqual([401, { error: 'unauthenticated' }]);
  expect(await lookUp('120375')).toEqual([400, { error: 'validation' }]);
});
