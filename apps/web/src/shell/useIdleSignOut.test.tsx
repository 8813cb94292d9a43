// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useIdleSignOut } from './useIdleSignOut.ts';

const signOut = vi.fn();
const Portal = ({ isSignedIn }: { isSignedIn: boolean }) => {
  useIdleSignOut(isSignedIn, signOut);
  return null;
};

let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  localStorage.clear();
  signOut.mockClear();
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const minute = 60_000;
const open = (isSignedIn: boolean) => act(async () => root.render(<Portal isSignedIn={isSignedIn} />));

test('HOLD-11: the staff portal signs out after 30 minutes in which nobody pressed anything, in any tab', async () => {
  await open(true);
  vi.advanceTimersByTime(29 * minute);
  dispatchEvent(new Event('keydown'));
  vi.advanceTimersByTime(29 * minute);
  // Another tab is used.
  localStorage.setItem('hofn-staff-active', String(Date.now()));
  vi.advanceTimersByTime(29 * minute);
  expect(signOut).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1 * minute);
  expect(signOut).toHaveBeenCalled();
});

test('HOLD-11: nobody is signed out before they have signed in', async () => {
  await open(false);
  vi.advanceTimersByTime(60 * minute);
  expect(signOut).not.toHaveBeenCalled();
});
