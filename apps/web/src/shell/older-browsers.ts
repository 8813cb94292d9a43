// What browsers of the last three years lack, done by script: buttons that open and close dialogs by a command, dialogs
// that a press beside them closes, and popovers. Only a browser that lacks one of them loads this
// (docs/decisions/0079-supported-browsers.md).

/** An open popover that this opened. Styles and selectors ask for it beside `:popover-open`. */
const openMark = 'data-popover-open';

const lacks = {
  commands: !('command' in HTMLButtonElement.prototype),
  closedBy: !('closedBy' in HTMLDialogElement.prototype),
  popover: !('popover' in HTMLElement.prototype),
};

const toggled = (element: HTMLElement, open: boolean): void => {
  const [oldState, newState] = open ? ['closed', 'open'] : ['open', 'closed'];
  element.dispatchEvent(Object.assign(new Event('toggle'), { oldState, newState }));
};

/** Opens a dialog, and says so: where commands are missing, dialogs may not tell that they open and close. */
const openDialog = (dialog: HTMLDialogElement): void => {
  if (dialog.open) return;
  dialog.showModal();
  toggled(dialog, true);
  dialog.addEventListener('close', () => toggled(dialog, false), { once: true });
};

const pressCommand = (target: Element): void => {
  const button = target.closest('[commandfor]');
  const dialog = document.getElementById(button?.getAttribute('commandfor') ?? '');
  if (!(dialog instanceof HTMLDialogElement)) return;
  if (button?.getAttribute('command') === 'close') dialog.close();
  else openDialog(dialog);
};

const isBeside = (dialog: Element, { clientX, clientY }: MouseEvent): boolean => {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
};

/** What a press beside it closes, when it began there too: a text may be marked from inside to far outside. */
let besideOf: Element | undefined;
const beginPress = (event: PointerEvent): void => {
  const { target } = event;
  const dialog = target instanceof HTMLDialogElement && target.matches('[closedby=any]') && target;
  besideOf = dialog && isBeside(dialog, event) ? dialog : undefined;
};
const pressBeside = (event: MouseEvent, target: Element): void => {
  if (target === besideOf && target instanceof HTMLDialogElement && isBeside(target, event)) target.close();
};

const openerOf = (panel: HTMLElement): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[popovertarget="${panel.id}"]`);

const turnPopover = (panel: HTMLElement, open: boolean): void => {
  if (panel.hasAttribute(openMark) === open) return;
  if (open) closePopovers((other) => other !== panel && !other.contains(panel));
  panel.toggleAttribute(openMark, open);
  openerOf(panel)?.setAttribute('aria-expanded', String(open));
  toggled(panel, open);
};

const closePopovers = (which: (panel: HTMLElement) => boolean): HTMLElement[] => {
  const closed = [...document.querySelectorAll<HTMLElement>(`[${openMark}]`)].filter(which);
  for (const panel of closed) turnPopover(panel, false);
  return closed;
};

const pressPopover = (target: Element): void => {
  const id = target.closest('[popovertarget]')?.getAttribute('popovertarget');
  const panel = id ? document.getElementById(id) : null;
  closePopovers((open) => open !== panel && !open.contains(target));
  if (panel) turnPopover(panel, !panel.hasAttribute(openMark));
};

const closeOnEscape = ({ key }: KeyboardEvent): void => {
  if (key !== 'Escape') return;
  const [closed] = closePopovers(() => true);
  if (closed) openerOf(closed)?.focus();
};

/** Does what the browser lacks for a press. The document's script gives it every one, also from before it was loaded. */
export const press = (event: MouseEvent): void => {
  const { target } = event;
  if (!(target instanceof Element)) return;
  if (lacks.commands) pressCommand(target);
  if (lacks.closedBy) pressBeside(event, target);
  if (lacks.popover) pressPopover(target);
};

if (lacks.closedBy) addEventListener('pointerdown', beginPress, { capture: true });
if (lacks.popover) {
  // Captured: React stops a key on markup that it has not taken over yet.
  addEventListener('keydown', closeOnEscape, { capture: true });
  const turn = (open: boolean) =>
    function (this: HTMLElement) {
      turnPopover(this, open);
    };
  Object.assign(HTMLElement.prototype, { showPopover: turn(true), hidePopover: turn(false) });
}
