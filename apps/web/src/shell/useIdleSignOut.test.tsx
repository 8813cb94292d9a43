// @vitest-environment happy-dom
import { createTranslator } from '@hofn/texts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { staff } from '@hofn/texts/catalogue/is/staff.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../engine/texts.ts';
import { addPendingSave } from '../parts/drafts/pending-saves.ts';
import { IdleSignOut } from './IdleSignOut.tsx';

const { session } = vi.hoisted(() => ({
  session: { status: 'authenticated', logout: (_options?: object): void => {} },
}));
vi.mock('../engine/index.ts', () => import('../engine/texts.ts'));
vi.mock('../session/index.ts', () => ({ useSession: () => session }));

const logout = vi.fn();
const texts = createTranslator('is', { ...shell, ...portal, ...staff });

let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  localStorage.clear();
  logout.mockClear();
  Object.assign(session, { status: 'authenticated', logout });
  document.title = 'Verkefni';
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const second = 1000;
const minute = 60 * second;
const open = () =>
  act(async () =>
    root.render(
      <TextsContext value={texts}>
        <IdleSignOut />
      </TextsContext>,
    ),
  );
const wait = (milliseconds: number) =>
  act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds)));
const press = (name: string) =>
  act(async () =>
    [...document.querySelectorAll('button')].find((button) => button.textContent === name)?.click(),
  );
const dialog = () => document.querySelector('[role="alertdialog"]');
const useOtherTab = () => localStorage.setItem('hofn-staff-active', String(Date.now()));

test('HOLD-11: the staff portal signs out after 30 minutes in which nobody pressed anything, in any tab', async () => {
  await open();
  await wait(27 * minute);
  dispatchEvent(new Event('keydown'));
  await wait(27 * minute);
  useOtherTab();
  await wait(29 * minute);
  expect(logout).not.toHaveBeenCalled();
  await wait(1 * minute);
  expect(logout).toHaveBeenCalledExactlyOnceWith({ isIdle: true });
});

test('HOLD-11: nobody is warned or signed out before they have signed in', async () => {
  session.status = 'unauthenticated';
  await open();
  await wait(60 * minute);
  expect(dialog()).toBeNull();
  expect(logout).not.toHaveBeenCalled();
});

test('DESK-4: two minutes before, a dialog counts down, in the title too, and keeps the session at one press', async () => {
  await open();
  await wait(27 * minute);
  expect(dialog()).toBeNull();
  await wait(1 * minute + 15 * second);
  expect(dialog()?.textContent).toContain('Tími eftir: 1:45');
  expect(document.title).toBe('Ertu enn þarna?');
  // A screen reader hears four of the seconds.
  const spoken = () => dialog()?.querySelector('[role="status"]')?.textContent;
  expect(spoken()).toBe('Þú skráist út eftir 120 sekúndur.');
  const heard = new Set<unknown>();
  for (let left = 105; left > 10; left -= 1) {
    await wait(second);
    heard.add(spoken());
  }
  expect([...heard]).toHaveLength(4);
  // Keys that move between the buttons do not close it.
  dispatchEvent(new Event('keydown'));
  await wait(second);
  expect(dialog()).not.toBeNull();
  await press('Halda áfram');
  expect(dialog()).toBeNull();
  expect(document.title).toBe('Verkefni');
  await wait(27 * minute);
  expect(logout).not.toHaveBeenCalled();
});

test('DESK-4: work in another tab closes the warning', async () => {
  await open();
  await wait(29 * minute);
  expect(dialog()).not.toBeNull();
  useOtherTab();
  await wait(second);
  expect(dialog()).toBeNull();
});

test('DESK-4: what is typed is saved before anybody is signed out', async () => {
  const order: string[] = [];
  logout.mockImplementation(() => order.push('signed out'));
  const remove = addPendingSave(async () => void order.push('saved'));
  await open();
  await wait(31 * minute);
  expect(order).toEqual(['saved', 'signed out']);
  remove();
});

test('DESK-4: the warning offers to sign out at once', async () => {
  await open();
  await wait(29 * minute);
  await press('Skrá út núna');
  expect(logout).toHaveBeenCalledExactlyOnceWith();
});

test('DESK-4: where storage is blocked or full the tab has a timer of its own', async () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
  await open();
  await wait(20 * minute);
  dispatchEvent(new Event('keydown'));
  await wait(27 * minute);
  expect(dialog()).toBeNull();
  await wait(3 * minute);
  expect(logout).toHaveBeenCalledOnce();
});
