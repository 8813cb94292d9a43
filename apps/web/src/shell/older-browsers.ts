// Polyfills for browsers of the last three years: buttons with dialog commands, dialogs that close on a click outside,
// and popovers. Only a browser that lacks one of them loads this (docs/decisions/0079-supported-browsers.md).

/** Attribute of a popover opened by this polyfill; styles and selectors use it next to `:popover-open`. */
const openAttribute = 'data-popover-open';

const lacks = {
  commands: !('command' in HTMLButtonElement.prototype),
  closedBy: !('closedBy' in HTMLDialogElement.prototype),
  popover: !('popover' in HTMLElement.prototype),
};

const dispatchToggle = (element: HTMLElement, open: boolean): void => {
  const [oldState, newState] = open ? ['closed', 'open'] : ['open', 'closed'];
  element.dispatchEvent(Object.assign(new Event('toggle'), { oldState, newState }));
};

/** Opens a dialog and dispatches `toggle`, which browsers without commands may not do. */
const openDialog = (dialog: HTMLDialogElement): void => {
  if (dialog.open) return;
  dialog.showModal();
  dispatchToggle(dialog, true);
  dialog.addEventListener('close', () => dispatchToggle(dialog, false), { once: true });
};

const handleCommand = (target: Element): void => {
  const button = target.closest('[commandfor]');
  const dialog = document.getElementById(button?.getAttribute('commandfor') ?? '');
  if (!(dialog instanceof HTMLDialogElement)) return;
  if (button?.getAttribute('command') === 'close') dialog.close();
  else openDialog(dialog);
};

const isOutside = (dialog: Element, { clientX, clientY }: MouseEvent): boolean => {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
};

/** The dialog outside which the press started: selecting text from inside to outside must not close it. */
let pressedOutside: Element | undefined;
const beginPress = (event: PointerEvent): void => {
  const { target } = event;
  const dialog = target instanceof HTMLDialogElement && target.matches('[closedby=any]') && target;
  pressedOutside = dialog && isOutside(dialog, event) ? dialog : undefined;
};
const closeOnPressOutside = (event: MouseEvent, target: Element): void => {
  if (target === pressedOutside && target instanceof HTMLDialogElement && isOutside(target, event))
    target.close();
};

const openerOf = (panel: HTMLElement): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[popovertarget="${panel.id}"]`);

const setPopover = (panel: HTMLElement, open: boolean): void => {
  if (panel.hasAttribute(openAttribute) === open) return;
  if (open) closePopovers((other) => other !== panel && !other.contains(panel));
  panel.toggleAttribute(openAttribute, open);
  openerOf(panel)?.setAttribute('aria-expanded', String(open));
  dispatchToggle(panel, open);
};

const closePopovers = (matches: (panel: HTMLElement) => boolean): HTMLElement[] => {
  const closed = [...document.querySelectorAll<HTMLElement>(`[${openAttribute}]`)].filter(matches);
  for (const panel of closed) setPopover(panel, false);
  return closed;
};

const handlePopover = (target: Element): void => {
  const id = target.closest('[popovertarget]')?.getAttribute('popovertarget');
  const panel = id ? document.getElementById(id) : null;
  closePopovers((open) => open !== panel && !open.contains(target));
  if (panel) setPopover(panel, !panel.hasAttribute(openAttribute));
};

const closeOnEscape = ({ key }: KeyboardEvent): void => {
  if (key !== 'Escape') return;
  const [closed] = closePopovers(() => true);
  if (closed) openerOf(closed)?.focus();
};

/** Handles a click. The document's script passes on every click, including those before this was loaded. */
export const press = (event: MouseEvent): void => {
  const { target } = event;
  if (!(target instanceof Element)) return;
  if (lacks.commands) handleCommand(target);
  if (lacks.closedBy) closeOnPressOutside(event, target);
  if (lacks.popover) handlePopover(target);
};

if (lacks.closedBy) addEventListener('pointerdown', beginPress, { capture: true });
if (lacks.popover) {
  // Captured: React stops key events on dehydrated markup.
  addEventListener('keydown', closeOnEscape, { capture: true });
  const popoverMethod = (open: boolean) =>
    function (this: HTMLElement) {
      setPopover(this, open);
    };
  Object.assign(HTMLElement.prototype, {
    showPopover: popoverMethod(true),
    hidePopover: popoverMethod(false),
  });
}
