// @vitest-environment happy-dom
import { createTranslator } from '@hofn/texts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { site } from '@hofn/texts/catalogue/is/site.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { moved, navigate, setRouter } from '../engine/navigate.ts';
import { TextsContext } from '../engine/texts.ts';
import { useUnsaved } from './useUnsaved.tsx';
// Loaded beforehand, so that no test waits for it to be compiled.
import './LeaveDialog.tsx';

let root: Root;
const routed = vi.fn<() => Promise<void>>();
const went = vi.fn<(to: string) => Promise<void>>();
const texts = createTranslator('is', { ...shell, ...site, ...portal });

const Form = ({ dirty }: { dirty: boolean }) => useUnsaved(dirty);

const show = (dirty: boolean) =>
  act(async () =>
    root.render(
      <TextsContext value={texts}>
        <Form dirty={dirty} />
      </TextsContext>,
    ),
  );
const dialog = () => document.querySelector('dialog');
const asked = () =>
  vi.waitFor(async () => {
    await act(async () => {});
    expect(dialog()).not.toBeNull();
  });
const press = async (name: string) => {
  await asked();
  const button = [...document.querySelectorAll('button')].find(
    (found) => name === (found.getAttribute('aria-label') ?? found.textContent),
  );
  await act(async () => button?.click());
};
const isUnloadAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  window.location.href = 'https://hofn.example/arsskyrsla/vidskipti/tilkynna';
  went.mockReset().mockResolvedValue();
  routed.mockReset().mockResolvedValue();
  setRouter({ navigate: went, moved: routed });
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

test('a form with nothing unsaved is left at once', async () => {
  await show(false);
  await navigate('/tryggingar');
  expect(went).toHaveBeenCalledWith('/tryggingar', undefined);
  expect(isUnloadAsked()).toBe(false);
});

test('what is not saved is asked about: whoever stays stays, and is asked again', async () => {
  await show(true);
  expect(isUnloadAsked()).toBe(true);
  for (const way of [texts('global|stay'), texts('global|close')]) {
    await act(async () => void navigate('/tryggingar'));
    await press(way);
    expect(dialog()).toBeNull();
  }
  expect(went).not.toHaveBeenCalled();
});

test('whoever leaves goes where the link led, and is not asked by the browser too', async () => {
  await show(true);
  await act(async () => void navigate('/tryggingar', { replace: true }));
  await press(texts('global|leave'));
  await vi.waitFor(() => expect(went).toHaveBeenCalledWith('/tryggingar', { replace: true }));
  expect(isUnloadAsked()).toBe(false);
});

test('a step of the same page is not asked about', async () => {
  await show(true);
  await navigate('/vidskipti/tilkynna?step=2');
  expect(went).toHaveBeenCalledWith('/vidskipti/tilkynna?step=2', undefined);
  expect(dialog()).toBeNull();
});

test('what is saved while it is asked takes the question away', async () => {
  await show(true);
  await act(async () => void navigate('/tryggingar'));
  await asked();
  await show(false);
  expect(dialog()).toBeNull();
  await navigate('/tjon');
  expect(went.mock.calls).toEqual([['/tjon', undefined]]);
});

test('going back in the history is asked about, and leaves the form where it is until then', async () => {
  await show(true);
  const form = window.location.href;
  const push = vi.spyOn(history, 'pushState');
  const back = vi.spyOn(history, 'back').mockReturnValue();
  history.replaceState({ key: 'before' }, '', '/arsskyrsla/vidskipti');
  await act(async () => moved());
  expect(routed).not.toHaveBeenCalled();
  expect(push).toHaveBeenCalledWith(null, '', form);
  expect(back).not.toHaveBeenCalled();
  await press(texts('global|leave'));
  await vi.waitFor(() => expect(back).toHaveBeenCalledOnce());
  expect(routed).not.toHaveBeenCalled();
  moved();
  expect(routed).toHaveBeenCalledOnce();
});
