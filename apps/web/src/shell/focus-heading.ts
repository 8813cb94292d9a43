/** Focuses the screen's heading, as the engine does after a navigation. Public pages do not load this file. */
export const focusHeading = (): void => {
  const heading = document.querySelector('h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
};

/** Focuses the heading if nothing has the focus, because the focused element was removed. */
export const focusHeadingIfLost = (): void => {
  if (document.activeElement === document.body) focusHeading();
};
