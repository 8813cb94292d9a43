// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hide, storedAsHidden } from '../portal/popups/hidden.ts';
import { openSession } from './browser.ts';
import { createSession } from './session-store.ts';

vi.mock('./session-store.ts', async (original) => {
  const actual = await original<typeof import('./session-store.ts')>();
  return { ...actual, createSession: vi.fn(actual.createSession) };
});

beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('The service is not there')));
});
afterEach(() => vi.unstubAllGlobals());

test('PAY-14: that a popup was put away is forgotten when its reader signs out', async () => {
  openSession();
  hide('card');
  hide('contact');
  expect([storedAsHidden('card'), storedAsHidden('contact')]).toEqual([true, true]);
  const [parts] = vi.mocked(createSession).mock.lastCall ?? [];
  await parts?.farewell?.().catch(() => undefined);
  expect([storedAsHidden('card'), storedAsHidden('contact')]).toEqual([false, false]);
});
