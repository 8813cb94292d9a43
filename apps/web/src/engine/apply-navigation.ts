import type { Shown } from './router.ts';
import { saveLanguage } from './save-language.ts';
import { scrollTarget } from './scroll-target.ts';
import { focusOn, savedPositionOf, scrollToElement, scrollToPosition } from './track-scroll.ts';
import type { Location } from './types.ts';

/**
 * Sets focus and scroll after a navigation (rules PATH-12a, PATH-12b and HOLD-18), and saves the page's language as the
 * language chosen for this visit (rule LANG-2).
 * @returns whether the page's title must be announced, because no heading with it received focus
 */
export const applyNavigation = (
  { kind, key, state, samePage }: NonNullable<Shown<unknown>['arrival']>,
  { path, hash }: Location,
): boolean => {
  saveLanguage();
  const target = scrollTarget({ path, hash, kind, state, saved: savedPositionOf(path, key) });
  const isElementShown = target.kind === 'hash' && scrollToElement(target.id);
  const heading = document.querySelector('h1');
  const isNewPage = !samePage && !state.modal;
  if (!isElementShown && isNewPage && heading) focusOn(heading);
  if (target.kind === 'position') scrollToPosition(target.y);
  // The hash may name an element that comes later, or none: a price, or a subject.
  else if (target.kind === 'hash' && !isElementShown && isNewPage)
    window.scrollTo({ top: 0, behavior: 'instant' });
  return isNewPage && (isElementShown || heading === null);
};
