// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSession } from '../session/open-session.ts';
import { hideForVisit, isHiddenForVisit } from './hidden-popups.ts';
import './forget-on-sign-out.ts';

vi.mock('@hofn/auth-client', () => ({ createAuthClient: vi.fn(() => ({})) }));

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('The service is not there')));
});
afterEach(() => vi.unstubAllGlobals());

test('PAY-14: that a popup was put away is forgotten when its reader signs out', async () => {
  hideForVisit('card');
  hideForVisit('contact');
  expect([isHiddenForVisit('card'), isHiddenForVisit('contact')]).toEqual([true, true]);
  await openSession().session.logout();
  expect([isHiddenForVisit('card'), isHiddenForVisit('contact')]).toEqual([false, false]);
});

test('HELP-8: signing out clears what another chat has left, also when no chat of ours is open', async () => {
  for (const key of ['snapinsPage_0', 'snapinsPc', 'kept.by.another']) localStorage.setItem(key, '1');
  await openSession().session.logout();
  expect(Object.keys(localStorage)).toEqual(['kept.by.another']);
});
