import type { ComponentProps } from 'react';
import { Link } from '../engine/index.ts';
import { openPopover } from './dialog-commands.ts';

const closePopovers = (): void => {
  for (const element of document.querySelectorAll<HTMLElement>(openPopover)) element.hidePopover();
};

/** Closes every open menu and dialog of the page. */
export const closeMenus = (): void => {
  closePopovers();
  for (const element of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) element.close();
};

/** Closes each open menu that has lost focus: neither its button nor its sibling panel contains the focus. */
export const closeLeftMenus = ({ target }: FocusEvent): void => {
  for (const element of document.querySelectorAll<HTMLElement>(openPopover))
    if (!element.parentElement?.contains(target as Node)) element.hidePopover();
};

/**
 * A menu link that closes the menu on click. Other dialogs stay open: React may replay a click from before
 * hydration, and by then the leave dialog may be open (rule HOLD-3).
 */
export const MenuLink = (props: Omit<ComponentProps<typeof Link>, 'onClick'>) => (
  <Link
    {...props}
    onClick={({ currentTarget }) => {
      closePopovers();
      currentTarget.closest('dialog')?.close();
    }}
  />
);
