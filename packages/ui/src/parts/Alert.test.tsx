// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Alert } from './Alert.tsx';

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

test('UI-2: closing an alert removes it and calls onClose once', async () => {
  const onClose = vi.fn<() => void>();
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () => root.render(<Alert title="Fréttir" closeLabel="Loka" onClose={onClose} />));
  expect(place.textContent).toContain('Fréttir');
  await act(async () => place.querySelector('button')?.click());
  expect(place.textContent).toBe('');
  expect(onClose).toHaveBeenCalledOnce();
  await act(async () => root.unmount());
});
