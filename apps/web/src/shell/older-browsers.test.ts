// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bootstrapScript } from '../../build/bootstrap-script.ts';
import { embeddedPageId } from '../engine/embedded-page.ts';

const lacking = [
  [HTMLButtonElement.prototype, ['command', 'commandForElement']],
  [HTMLDialogElement.prototype, ['closedBy']],
  [HTMLElement.prototype, ['popover', 'showPopover', 'hidePopover', 'togglePopover']],
] as const;

let ends: AbortController;
const one = <Found extends HTMLElement>(selector: string): Found => {
  const found = document.querySelector<Found>(selector);
  if (!found) throw new Error(`There is no ${selector}`);
  return found;
};
const dialog = () => one<HTMLDialogElement>('dialog');
const isOpen = (id: string) => one(id).hasAttribute('data-popover-open');

/** A click at a position of the window, passed on by the document's script. */
const tap = (target: Element, at = { clientX: 50, clientY: 50 }, from: Element = target, begun = at) => {
  from.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, ...begun }));
  target.dispatchEvent(new MouseEvent('click', { bubbles: true, ...at }));
};

beforeEach(async () => {
  for (const [prototype, names] of lacking) for (const name of names) Reflect.deleteProperty(prototype, name);
  ends = new AbortController();
  const listen = window.addEventListener.bind(window);
  vi.spyOn(window, 'addEventListener').mockImplementation((type, listener, options) =>
    listen(type, listener, { ...(typeof options === 'object' && options), signal: ends.signal }),
  );
  document.body.innerHTML = `
    <button id="opener" commandfor="window" command="show-modal"><b>Opna</b></button>
    <dialog id="window" closedby="any"><p>Texti</p><button commandfor="window" command="close">Loka</button></dialog>
    <button id="first" popovertarget="one"><b>Eitt</b></button><div id="one" popover><a href="#x">Tengill</a></div>
    <button id="second" popovertarget="two">Tvö</button><div id="two" popover></div><main></main>`;
  vi.spyOn(dialog(), 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 100));
  vi.resetModules();
  const { press } = await import('./older-browsers.ts');
  window.addEventListener('click', press);
});
afterEach(() => {
  ends.abort();
  vi.restoreAllMocks();
});

test('HOLD-20: without commands a button opens and closes its dialog, which dispatches toggle events', () => {
  const seen: boolean[] = [];
  dialog().addEventListener('toggle', () => seen.push(dialog().open));
  tap(one('#opener b'));
  tap(one('#opener'));
  expect(dialog().open).toBe(true);
  tap(one('dialog button'));
  expect(dialog().open).toBe(false);
  tap(one('#opener'));
  dialog().close();
  expect(seen).toEqual([true, false, true, false]);
});

test('HOLD-20: without closedby a click outside a dialog closes it, unless it started inside', () => {
  const beside = { clientX: 150, clientY: 50 };
  tap(one('#opener'));
  tap(dialog());
  tap(one('dialog p'), beside);
  tap(dialog(), beside, one('dialog p'), { clientX: 50, clientY: 50 });
  expect(dialog().open).toBe(true);
  tap(dialog(), beside);
  expect(dialog().open).toBe(false);

  tap(one('#opener'));
  dialog().removeAttribute('closedby');
  tap(dialog(), beside);
  expect(dialog().open).toBe(true);
});

test('HOLD-20: without popovers a menu opens by its button, and closes by its button, another menu, a click elsewhere, Escape and script', () => {
  const states: unknown[] = [];
  one('#one').addEventListener('toggle', (event) => states.push((event as ToggleEvent).newState));
  tap(one('#first b'));
  expect([isOpen('#one'), one('#first').getAttribute('aria-expanded')]).toEqual([true, 'true']);
  tap(one('#one a'));
  expect(isOpen('#one')).toBe(true);
  tap(one('#second'));
  expect([isOpen('#one'), isOpen('#two')]).toEqual([false, true]);
  tap(one('#second'));
  expect(isOpen('#two')).toBe(false);
  tap(one('#first'));
  tap(one('main'));
  expect([isOpen('#one'), one('#first').getAttribute('aria-expanded')]).toEqual([false, 'false']);

  one('#one').showPopover();
  one('#one a').focus();
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  expect([isOpen('#one'), document.activeElement?.id]).toEqual([false, 'first']);
  one('#one').showPopover();
  one('#one').hidePopover();
  one('#one').hidePopover();
  // An arrow key opens a menu by script, without a click that would close the other one.
  one('#one').showPopover();
  one('#two').showPopover();
  expect([isOpen('#one'), isOpen('#two')]).toEqual([false, true]);
  one('#two').hidePopover();
  expect(states).toEqual(Array.from({ length: 5 }, () => ['open', 'closed']).flat());
});

test.each([
  ['commands and closedby', []],
  ['commands alone', ['closedBy']],
  ['closedby alone', ['command']],
] as const)(
  'HOLD-20: in a browser that lacks %s the document passes each click to the polyfill',
  async (_lack, has: readonly string[]) => {
    for (const [prototype, names] of lacking)
      for (const name of names)
        if (has.includes(name)) Object.defineProperty(prototype, name, { value: '', configurable: true });
    const pressed = vi.fn<(event: MouseEvent) => void>();
    const page = document.body.appendChild(document.createElement('script'));
    Object.assign(page, { type: 'application/json', id: embeddedPageId });
    page.textContent = JSON.stringify({
      modules: [],
      chunks: { 'shell/older-browsers': '/older-browsers.js' },
    });
    // An injected script cannot import modules here.
    new Function('imported', bootstrapScript.replaceAll('import(', 'imported('))(async (address: string) =>
      address === '/older-browsers.js' ? { press: pressed } : {},
    );
    one('main').click();
    await vi.waitFor(() => expect(pressed.mock.calls.map(([{ target }]) => target)).toEqual([one('main')]));
  },
);
