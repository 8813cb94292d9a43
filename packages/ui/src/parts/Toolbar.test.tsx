// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toolbar } from './Toolbar.tsx';

let root: Root;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  await act(async () =>
    root.render(
      <>
        <button type="button">Before</button>
        <Toolbar label="Payments" end={<a href="#more">More</a>}>
          <button type="button">Print</button>
          <button type="button" disabled>
            Share
          </button>
          <input aria-label="Search" />
          <button type="button">Export</button>
        </Toolbar>
        <button type="button">After</button>
      </>,
    ),
  );
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
});

const focused = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
const control = (name: string) => {
  const found = [...document.querySelectorAll<HTMLElement>('button, a, input')].find(
    (element) => (element.getAttribute('aria-label') ?? element.textContent) === name,
  );
  if (!found) throw new Error(`no control ${name}`);
  return found;
};
/** Presses a key on what has the focus; false when the part handled it itself. */
const press = (key: string, more: KeyboardEventInit = {}) => {
  let isLeftToBrowser = true;
  act(() => {
    isLeftToBrowser =
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
      ) ?? true;
  });
  return isLeftToBrowser;
};
const focus = (name: string) => act(() => control(name).focus());

test('it is a toolbar with a name', () => {
  expect(document.querySelector('[role=toolbar]')?.getAttribute('aria-label')).toBe('Payments');
});

test('arrow keys, Home and End move between its controls, past a disabled one and around the ends', () => {
  focus('Print');
  press('ArrowLeft');
  expect(focused()).toBe('More');
  press('ArrowRight');
  expect(focused()).toBe('Print');
  press('End');
  expect(focused()).toBe('More');
  press('ArrowLeft');
  expect(focused()).toBe('Export');
  press('Home');
  expect(focused()).toBe('Print');
  press('ArrowRight');
  expect(focused()).toBe('Search');
});

test('a text field keeps the arrow keys for its own text', () => {
  focus('Search');
  expect(press('ArrowRight')).toBe(true);
  expect(focused()).toBe('Search');
});

test('Tab leaves from the outermost control, and returning restores the last one used', () => {
  focus('Export');
  // The browser's own Tab then moves on from the last control.
  expect(press('Tab')).toBe(true);
  expect(focused()).toBe('More');
  focus('After');
  focus('More');
  expect(focused()).toBe('Export');
  press('Tab', { shiftKey: true });
  expect(focused()).toBe('Print');
  focus('Before');
  focus('Print');
  expect(focused()).toBe('Export');
});
