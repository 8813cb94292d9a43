import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, vi } from 'vitest';

let root: Root | undefined;

afterEach(async () => {
  const shown = root;
  root = undefined;
  await act(async () => shown?.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

/** Shows an element in the document, or another one in its place; it is removed after the test. */
export const show = async (element: ReactNode): Promise<void> => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root ??= createRoot(document.body.appendChild(document.createElement('div')));
  const shown = root;
  await act(async () => shown.render(element));
};

/**
 * The only element that a selector finds, or the first whose text or label is `name`.
 * @throws Error if there is none
 */
export const find = <E extends HTMLElement = HTMLElement>(selector: string, name?: string): E => {
  const all = [...document.querySelectorAll<E>(selector)];
  const found = all.find(
    (each) => name === undefined || (each.getAttribute('aria-label') ?? each.textContent.trim()) === name,
  );
  if (!found) throw new Error(`nothing is ${selector}${name ? ` named ${name}` : ''}`);
  return found;
};

/** Clicks an element, as a user or a screen reader does. */
export const click = (element: HTMLElement): Promise<void> => act(async () => element.click());

/** Presses a key on what has the focus. @returns whether the browser's own action follows */
export const press = async (key: string, more: KeyboardEventInit = {}): Promise<boolean> => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
  await act(async () => {
    document.activeElement?.dispatchEvent(event);
  });
  return !event.defaultPrevented;
};

/** Puts the focus on an element. */
export const focus = (element: HTMLElement): Promise<void> => act(async () => element.focus());

/** Replaces an input's text, as typing or filling in does. */
export const fill = (input: HTMLInputElement | HTMLTextAreaElement, text: string): Promise<void> =>
  act(async () => {
    // React keeps its own setter on the element, and would take the change for its own.
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value') ?? {};
    set?.call(input, text);
    input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }));
  });

/** Fills in a field and leaves it. @returns what the field then has */
export const fillAndLeave = async (input: HTMLInputElement, text: string): Promise<string> => {
  await focus(input);
  await fill(input, text);
  await act(async () => input.blur());
  return input.value;
};

/** Texts of the elements that a description or an error of a field refers to. */
export const descriptionOf = (field: HTMLElement): string =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
