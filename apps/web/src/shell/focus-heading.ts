/** Moves the focus to the screen's heading, as `arrive.ts` does after a navigation; public pages do not load this file. */
export const focusHeading = (): void => {
  const heading = document.querySelector('h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
};

/** The same where nothing has the focus: what had it was removed, or the heading was hidden until now. */
export const focusHeadingIfLost = (): void => {
  if (document.activeElement === document.body) focusHeading();
};
