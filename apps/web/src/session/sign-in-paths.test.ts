import { pathOf } from '@hofn/texts/paths.ts';
import { expect, test } from 'vitest';
import { addressOf, isCallback, sessionPaths } from './sign-in-paths.ts';

test('the session’s paths are those of the table of paths', () => {
  const keys = Object.keys(sessionPaths) as (keyof typeof sessionPaths)[];
  for (const key of keys) {
    for (const language of ['is', 'en'] as const)
      expect(sessionPaths[key][language]).toBe(pathOf(key, language));
  }
  expect(keys.length).toBeGreaterThan(0);
});

test('an address has the base and a trailing slash', () => {
  expect(addressOf('front', 'is')).toBe('/arsskyrsla/');
  expect(addressOf('loginCallback', 'en')).toBe('/arsskyrsla/en/login/callback/');
});

test.each([
  ['/arsskyrsla/innskraning/svar/', true],
  ['/arsskyrsla/en/login/callback', true],
  ['/arsskyrsla/innskraning/', false],
  ['/arsskyrsla/%E0', false],
])('%s is a callback: %s', (path, callback) => {
  expect(isCallback(path)).toBe(callback);
});
