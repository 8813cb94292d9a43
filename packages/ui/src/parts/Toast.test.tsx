// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toast, Toasts } from './Toast.tsx';

let root: Root;
let onClose: ReturnType<typeof vi.fn<() => void>>;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  onClose = vi.fn<() => void>();
  const place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  await act(async () =>
    root.render(
      <Toasts>
        <Toast closeLabel="Loka" onClose={onClose}>
          Sent
        </Toast>
      </Toasts>,
    ),
  );
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const toast = (): HTMLElement => {
  const element = document.querySelector<HTMLElement>('[role=status] > *');
  if (!element) throw new Error('there is no toast');
  return element;
};
const pointer = (type: string, clientX: number) =>
  act(async () => {
    toast().dispatchEvent(new PointerEvent(type, { bubbles: true, clientX, pointerId: 1 }));
  });
const drag = async (by: number) => {
  Object.defineProperty(toast(), 'offsetWidth', { value: 400 });
  toast().setPointerCapture = () => {};
  await pointer('pointerdown', 100);
  await pointer('pointermove', 100 + by);
  await pointer('pointerup', 100 + by);
};

test('UI-1: a toast closes after 5000 ms', async () => {
  await act(async () => vi.advanceTimersByTime(4999));
  expect(onClose).not.toHaveBeenCalled();
  await act(async () => vi.advanceTimersByTime(1));
  expect(onClose).toHaveBeenCalledOnce();
});

test('a toast stays while the pointer is on it', async () => {
  await pointer('pointerover', 0);
  await act(async () => vi.advanceTimersByTime(20_000));
  expect(onClose).not.toHaveBeenCalled();
});

test('HOLD-18: a toast’s timer pauses while a pointer or the focus is on it', async () => {
  const later = (ms: number) => act(async () => vi.advanceTimersByTime(ms));
  const closeButton = document.querySelector('button');
  await later(3000);
  await pointer('pointerover', 0);
  await later(20_000);
  // The pointer leaves the toast, which still has the focus.
  await act(async () => closeButton?.focus());
  await pointer('pointerout', 0);
  await later(20_000);
  await act(async () => closeButton?.blur());
  await later(1999);
  expect(onClose).not.toHaveBeenCalled();
  await later(1);
  expect(onClose).toHaveBeenCalledOnce();
});

test('HOLD-18: the toasts’ live region exists before the first toast, which has no role itself', async () => {
  await act(async () => root.render(<Toasts />));
  const region = document.querySelector('[role=status]');
  expect(region?.textContent).toBe('');
  await act(async () =>
    root.render(
      <Toasts>
        <Toast closeLabel="Loka" onClose={onClose}>
          Sent
        </Toast>
      </Toasts>,
    ),
  );
  expect(document.querySelectorAll('[role=status], [role=alert], [aria-live]')).toHaveLength(1);
  expect(document.querySelector('[role=status]')).toBe(region);
  // Otherwise the region would announce all toasts with each new one.
  expect(region?.getAttribute('aria-atomic')).toBe('false');
});

test.each([321, -321])('UI-1: dragged over 80 percent of its width (%i of 400) it closes', async (by) => {
  await drag(by);
  expect(onClose).toHaveBeenCalledOnce();
});

test('UI-1: dragged 80 percent of its width it stays and moves back', async () => {
  await drag(320);
  expect(onClose).not.toHaveBeenCalled();
  expect(toast().style.transform).toBe('');
});

test('its button closes it', async () => {
  await act(async () => document.querySelector('button')?.click());
  expect(onClose).toHaveBeenCalledOnce();
});
