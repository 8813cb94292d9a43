/** Keys of the desk that move in the list; the others belong to controls, which name them in `aria-keyshortcuts`. */
const steps: Record<string, 1 | -1> = { j: 1, k: -1 };

/** Keys of controls on screens of the desk, in the order of the help. */
export const controlKeys = ['t', 'r', 'n', 'w', 'h', 'd', 'e', '/'] as const;

/** Where `g` and another key lead: a page of the staff portal, and a query. */
export const places = {
  m: ['staff.queue', '?whose=mine'],
  u: ['staff.queue', '?whose=unassigned'],
  a: ['staff.queue', ''],
  c: ['staff.customers', ''],
  s: ['staff.chat', ''],
} as const;
export type PlaceKey = keyof typeof places;

const isPlaceKey = (key: string): key is PlaceKey => Object.hasOwn(places, key);

const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;

/** Focuses the next case of the list; where one is open beside it, opens the next. */
const step = (by: 1 | -1): void => {
  const links: Element[] = [...document.querySelectorAll('[data-cases] a')];
  const open = links.findIndex((link) => link.hasAttribute('aria-current'));
  const from = open >= 0 ? open : links.indexOf(document.activeElement ?? document.body);
  const next = from < 0 ? links.at(by > 0 ? 0 : -1) : links[from + by];
  if (!(next instanceof HTMLElement)) return;
  next.focus();
  if (open >= 0) next.click();
};

/** Presses the control that has a key, or moves into it if it is a field. @returns whether there is one */
const use = (key: string): boolean => {
  const control = [...document.querySelectorAll<HTMLElement>('[aria-keyshortcuts]')].find(
    (one) => one.getAttribute('aria-keyshortcuts')?.split(' ').includes(key) && one.checkVisibility(),
  );
  control?.focus();
  if (control && !isTypedInto(control)) control.click();
  return control !== undefined;
};

/** How long after `g` the second key may come. */
const goesWithinMs = 1500;

/**
 * Handles the single keys of the desk (rule DESK-2): not while something is typed, a dialog is open, or with a modifier.
 * @returns what takes the listeners away
 */
export const listenForKeys = (does: { go: (key: PlaceKey) => void; help: () => void }): (() => void) => {
  let wentAt = Number.NEGATIVE_INFINITY;
  const handle = (event: KeyboardEvent) => {
    const { key, timeStamp } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (isTypedInto(event.target) || document.querySelector('dialog[open]')) return;
    const isSecond = timeStamp - wentAt < goesWithinMs;
    wentAt = key === 'g' && !isSecond ? timeStamp : Number.NEGATIVE_INFINITY;
    const by = steps[key];
    if (isSecond && isPlaceKey(key)) does.go(key);
    else if (isSecond || key === 'g') return;
    else if (key === '?') does.help();
    else if (by !== undefined) step(by);
    else if (!controlKeys.some((one) => one === key) || !use(key)) return;
    event.preventDefault();
  };
  addEventListener('keydown', handle);
  return () => removeEventListener('keydown', handle);
};
