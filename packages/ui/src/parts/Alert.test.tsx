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

test('UI-2: each kind of alert has an icon of its own, so that colour is not all that tells them apart', async () => {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const kinds = ['info', 'success', 'warning', 'error'] as const;
  await act(async () => root.render(kinds.map((kind) => <Alert key={kind} kind={kind} title={kind} />)));
  const icons = [...place.querySelectorAll('use')].map((icon) => icon.getAttribute('href'));
  expect(icons).toHaveLength(kinds.length);
  expect(new Set(icons).size).toBe(kinds.length);
  await act(async () => root.unmount());
});
