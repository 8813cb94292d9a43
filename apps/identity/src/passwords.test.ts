import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createPasswords, TooBusyError } from './passwords.ts';

const passwords = createPasswords(randomBytes);
// A hash made with half of the current memory cost.
const outdated =
  '$argon2id$v=19$m=9728,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$KzXr4B6dD0LTTB7Vt3gpFCyo1lCPPSQUCvmYfLuhbEY';

describe('passwords', () => {
  test('AUTH-13: are hashed with Argon2id at 19 MiB and two passes, each with its own salt', async () => {
    const [first, second] = await Promise.all([passwords.hash('leyndarmál'), passwords.hash('leyndarmál')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(first).not.toBe(second);
    expect(passwords.isOutdated(first)).toBe(false);
    expect(passwords.isOutdated(outdated)).toBe(true);
  });

  test('AUTH-13: only the right password matches, in either Unicode normalization form', async () => {
    const hash = await passwords.hash('leyndarm\u00e1l');
    expect(await passwords.verify('leyndarma\u0301l', hash)).toBe(true);
    expect(await passwords.verify('leyndarmal', hash)).toBe(false);
    expect(await passwords.verify('', hash)).toBe(false);
  });

  test('AUTH-13: no password matches an unknown account', async () => {
    expect(await passwords.verify('leyndarmál', undefined)).toBe(false);
  });

  test('a malformed hash throws instead of counting as a wrong password', async () => {
    await expect(passwords.verify('leyndarmál', '$2b$10$abcdef')).rejects.toThrow('not an Argon2id hash');
  });

  test('AUTH-13: the number of passwords checked and queued at once is limited', async () => {
    const limited = createPasswords(randomBytes, { atOnce: 1, waiting: 2 });
    const results = await Promise.allSettled([1, 2, 3, 4, 5].map(() => limited.hash('leyndarmál')));
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(2);
    expect(refused[0]).toMatchObject({ reason: expect.any(TooBusyError) });
    await expect(limited.hash('leyndarmál')).resolves.toContain('argon2id');
  });

  test('HOLD-13: nobody waits in the queue longer than a request lasts', async () => {
    const slow = createPasswords(randomBytes, { atOnce: 1, waiting: 10, maxWaitMs: 1 });
    const results = await Promise.allSettled([1, 2, 3].map(() => slow.hash('leyndarmál')));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(results[1]).toMatchObject({ reason: expect.any(TooBusyError) });
    await expect(slow.hash('leyndarmál')).resolves.toContain('argon2id');
  });
});
