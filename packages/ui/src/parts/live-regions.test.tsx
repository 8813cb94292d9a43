// @vitest-environment happy-dom
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Alert } from './Alert.tsx';
import { Button } from './Button.tsx';
import { DataScreen, type DataState } from './DataScreen.tsx';
import { skeletonAfterMs } from './DelayedLoading.tsx';
import { StatusRegion } from './StatusRegion.tsx';

let root: Root;
let place: HTMLElement;
/** Live regions that were added with text, which screen readers may not announce. */
let late: string[];
let watch: MutationObserver;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  late = [];
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  watch = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof Element)
        for (const element of [node, ...node.querySelectorAll('*')])
          if (element.getAttribute('role') === 'status' && element.textContent)
            late.push(element.textContent);
  });
  watch.observe(place, { childList: true, subtree: true });
});
afterEach(async () => {
  await act(async () => root.unmount());
  watch.disconnect();
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const draw = (element: ReactNode) => act(async () => root.render(element));
const announced = () =>
  [...place.querySelectorAll('[role=status]')].map(({ textContent }) => textContent.trim());

test('HOLD-18: a button’s live region exists before its loading text', async () => {
  const button = (loading: boolean) => (
    <Button isLoading={loading} loadingLabel="Sendi">
      Senda
    </Button>
  );
  await draw(button(false));
  expect(place.textContent).toBe('Senda');
  await draw(button(true));
  expect(announced()).toEqual(['Sendi']);
  expect(late).toEqual([]);
});

test('HOLD-18: a screen’s live region exists before its loading text', async () => {
  const screen = (state: DataState<string, string>) => (
    <DataScreen
      state={state}
      skeleton={null}
      loadingLabel="Sæki tjón"
      isEmpty={() => false}
      empty={null}
      error={() => null}
    >
      {(data) => data}
    </DataScreen>
  );
  await draw(screen({ status: 'loading' }));
  expect(announced()).toEqual(['']);
  await act(async () => vi.advanceTimersByTime(skeletonAfterMs));
  expect(announced()).toEqual(['Sæki tjón']);
  expect(late).toEqual([]);
});

test('HOLD-18: an alert in a status region is announced only by that region', async () => {
  await draw(<StatusRegion>{false}</StatusRegion>);
  await draw(
    <StatusRegion>
      <Alert kind="success" title="Sent" />
    </StatusRegion>,
  );
  expect(announced()).toEqual(['Sent']);
  expect(late).toEqual([]);
});
