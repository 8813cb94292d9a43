import { keepLanguage } from './keep-language.ts';
import { positionOf, scrollToElement, scrollToPosition } from './keep-scroll.ts';
import type { Shown } from './router.ts';
import { scrollTarget } from './scroll-target.ts';
import type { Location } from './types.ts';

const focusOn = (element: Element | null): void => {
  if (!(element instanceof HTMLElement)) return;
  // Focusable by script alone; no stop for the tab key is added.
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
};

/**
 * Puts focus and window where a reader who came to a page expects them (rules PATH-12a, PATH-12b and HOLD-18), and
 * remembers its language as the chosen one (rule LANG-2).
 * @returns whether the page's title is still to be announced: no heading that says it has the focus
 */
export const arrive = (
  { kind, key, state, samePage }: NonNullable<Shown<unknown>['arrival']>,
  { path, hash }: Location,
): boolean => {
  keepLanguage();
  const target = scrollTarget({ path, hash, kind, state, saved: positionOf(path, key) });
  const element = target.kind === 'hash' ? document.getElementById(target.id) : null;
  const heading = document.querySelector('h1');
  const isNewPage = !samePage && !state.modal;
  if (element) focusOn(element);
  else if (isNewPage) focusOn(heading);
  if (element) scrollToElement(element);
  else if (target.kind === 'position') scrollToPosition(target.y);
  return isNewPage && (element !== null || heading === null);
};
