// @vitest-environment happy-dom
import { createTranslator } from '@hofn/texts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { site } from '@hofn/texts/catalogue/is/site.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handleHistoryStep, navigate, setRouter } from '../engine/navigate.ts';
import { TextsContext } from '../engine/texts.ts';
import { LeaveQuestion } from './LeaveQuestion.tsx';
import { useUnsaved } from './useUnsaved.ts';
// Import the module up front, so that no test waits for its compilation.
import './LeaveDialog.tsx';

let root: Root;
const navigated = vi.fn<() => Promise<void>>();
const loadPage = vi.fn<(to: string) => Promise<void>>();
const texts = createTranslator('is', { ...shell, ...site, ...portal });

const Form = ({ dirty }: { dirty: boolean }) => {
  useUnsaved(dirty);
  return null;
};

const show = (dirty: boolean) =>
  act(async () =>
    root.render(
      <TextsContext value={texts}>
        <Form dirty={dirty} />
        <LeaveQuestion />
      </TextsContext>,
    ),
  );
const dialog = () => document.querySelector('dialog');
const expectDialog = () =>
  vi.waitFor(async () => {
    await act(async () => {});
    expect(dialog()).not.toBeNull();
  });
const press = async (name: string) => {
  await expectDialog();
  const button = [...document.querySelectorAll('button')].find(
    (candidate) => name === (candidate.getAttribute('aria-label') ?? candidate.textContent),
  );
  await act(async () => button?.click());
};
const isUnloadAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  window.location.href = 'https://hofn.example/arsskyrsla/vidskipti/tilkynna';
  loadPage.mockReset().mockResolvedValue();
  navigated.mockReset().mockResolvedValue();
  setRouter({ navigate: loadPage, handleHistoryStep: navigated });
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

test('leaving a form without unsaved changes needs no confirmation', async () => {
  await show(false);
  await navigate('/tryggingar');
  expect(loadPage).toHaveBeenCalledWith('/tryggingar', undefined);
  expect(isUnloadAsked()).toBe(false);
});

test('leaving with unsaved changes asks for confirmation, and asks again after the user stays', async () => {
  await show(true);
  expect(isUnloadAsked()).toBe(true);
  for (const buttonName of [texts('global|stay'), texts('global|close')]) {
    await act(async () => void navigate('/tryggingar'));
    await press(buttonName);
    expect(dialog()).toBeNull();
  }
  expect(loadPage).not.toHaveBeenCalled();
});

test('confirming follows the link, without the browser’s own dialog', async () => {
  await show(true);
  await act(async () => void navigate('/tryggingar', { replace: true }));
  await press(texts('global|leave'));
  await vi.waitFor(() => expect(loadPage).toHaveBeenCalledWith('/tryggingar', { replace: true }));
  expect(isUnloadAsked()).toBe(false);
});

test('navigation within the page does not ask for confirmation', async () => {
  await show(true);
  await navigate('/vidskipti/tilkynna?step=2');
  expect(loadPage).toHaveBeenCalledWith('/vidskipti/tilkynna?step=2', undefined);
  expect(dialog()).toBeNull();
});

test('saving while the dialog is open closes it', async () => {
  await show(true);
  await act(async () => void navigate('/tryggingar'));
  await expectDialog();
  await show(false);
  expect(dialog()).toBeNull();
  await navigate('/tjon');
  expect(loadPage.mock.calls).toEqual([['/tjon', undefined]]);
});

test('Back asks for confirmation, and the form stays until the user confirms', async () => {
  await show(true);
  const form = window.location.href;
  const push = vi.spyOn(history, 'pushState');
  const back = vi.spyOn(history, 'back').mockReturnValue();
  history.replaceState({ key: 'before' }, '', '/arsskyrsla/vidskipti');
  await act(async () => handleHistoryStep());
  expect(navigated).not.toHaveBeenCalled();
  expect(push).toHaveBeenCalledWith(null, '', form);
  expect(back).not.toHaveBeenCalled();
  await press(texts('global|leave'));
  await vi.waitFor(() => expect(back).toHaveBeenCalledOnce());
  expect(navigated).not.toHaveBeenCalled();
  handleHistoryStep();
  expect(navigated).toHaveBeenCalledOnce();
});
