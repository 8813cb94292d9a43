import { chatRoles, deskRoles, type StaffRole } from '@hofn/domain/staff-roles.ts';

/** Keys of the desk that move in the list; the others belong to controls, which name them in `aria-keyshortcuts`. */
const steps: Record<string, 1 | -1> = { j: 1, k: -1 };

/** Keys of controls on screens of the desk, in the order of the help. */
export const controlKeys = ['t', 'r', 'n', 'w', 'h', 'd', 'e', '/'] as const;

/** Where `g` and another key lead: a page of the staff portal, a query, and the roles that have the page. */
export const places = {
  m: ['staff.queue', '?whose=mine', deskRoles],
  u: ['staff.queue', '?whose=unassigned', deskRoles],
  a: ['staff.queue', '', deskRoles],
  c: ['staff.customers', '', deskRoles],
  s: ['staff.chat', '', chatRoles],
} as const satisfies Record<string, readonly [page: string, query: string, roles: readonly StaffRole[]]>;
export type PlaceKey = keyof typeof places;

/** The keys of places that somebody with these roles can go to. */
export const placeKeysOf = (roles: readonly StaffRole[]): PlaceKey[] =>
  (Object.keys(places) as PlaceKey[]).filter((key) => {
    const [, , of] = places[key];
    return roles.some((role) => (of as readonly StaffRole[]).includes(role));
  });

/** Whether letters are text for an element. */
export const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null;

const openCase = (): Element | null => document.querySelector('[data-cases] a[aria-current]');

/** Focuses the next case of the list; where one is open beside it, opens the next. */
const step = (by: 1 | -1): void => {
  const links: Element[] = [...document.querySelectorAll('[data-cases] a')];
  const open = openCase();
  const focused = document.activeElement?.closest('[data-cases] tr')?.querySelector('a');
  const from = links.indexOf(open ?? focused ?? document.body);
  const next = from < 0 ? links.at(by > 0 ? 0 : -1) : links[from + by];
  if (!(next instanceof HTMLElement)) return;
  next.focus();
  if (open) next.click();
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
export const listenForKeys = ({
  placeKeys,
  onGo,
  onHelp,
}: {
  placeKeys: readonly PlaceKey[];
  onGo: (key: PlaceKey) => void;
  onHelp: () => void;
}): (() => void) => {
  let wentAt = Number.NEGATIVE_INFINITY;
  const handle = (event: KeyboardEvent) => {
    const { key, timeStamp } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (isTypedInto(event.target) || document.querySelector('dialog[open]')) return;
    // A key that is held goes through a list, but opens and presses nothing.
    if (event.repeat && (steps[key] === undefined || openCase())) return;
    const isSecond = timeStamp - wentAt < goesWithinMs;
    wentAt = key === 'g' && !isSecond ? timeStamp : Number.NEGATIVE_INFINITY;
    const by = steps[key];
    const placeKey = isSecond && placeKeys.find((one) => one === key);
    if (placeKey) onGo(placeKey);
    else if (isSecond || key === 'g') return;
    else if (key === '?') onHelp();
    else if (by !== undefined) step(by);
    else if (!controlKeys.some((one) => one === key) || !use(key)) return;
    event.preventDefault();
  };
  addEventListener('keydown', handle);
  return () => removeEventListener('keydown', handle);
};
