import type { ComponentProps } from 'react';
import { Link } from '../engine/index.ts';
import { openPopover } from './dialog-commands.ts';

const closePopovers = (): void => {
  for (const open of document.querySelectorAll<HTMLElement>(openPopover)) open.hidePopover();
};

/** Closes every open menu of the page, and the dialog above them. */
export const closeMenus = (): void => {
  closePopovers();
  for (const open of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) open.close();
};

/** Closes each open menu that the focus has left: on what opens it and on its panel, which stand beside each other. */
export const closeLeftMenus = ({ target }: FocusEvent): void => {
  for (const open of document.querySelectorAll<HTMLElement>(openPopover))
    if (!open.parentElement?.contains(target as Node)) open.hidePopover();
};

/**
 * A link inside a menu; the menu closes when it is followed. Other dialogs stay: React may repeat a press from before
 * hydration, and by then the page may ask whether the reader leaves (rule HOLD-3).
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
