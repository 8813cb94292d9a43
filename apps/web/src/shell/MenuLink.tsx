import type { ComponentProps } from 'react';
import { Link } from '../engine/index.ts';

/** Closes every open menu of the page. */
export const closeMenus = (): void => {
  for (const open of document.querySelectorAll<HTMLElement>(':popover-open')) open.hidePopover();
  for (const open of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) open.close();
};

/** A link inside a menu; the menu closes when it is followed. */
export const MenuLink = (props: Omit<ComponentProps<typeof Link>, 'onClick'>) => (
  <Link {...props} onClick={closeMenus} />
);
