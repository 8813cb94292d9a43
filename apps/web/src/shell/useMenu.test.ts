// @vitest-environment happy-dom
import { breakpoints } from '@hofn/ui/tokens.ts';
import { expect, test } from 'vitest';
import { isNarrow } from './useMenu.ts';

test.each([
  [breakpoints.lg - 1, true],
  [breakpoints.lg, false],
])('MENU-5: a window of %i px is narrow for the menus: %s', (width, narrow) => {
  (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({ width });
  expect(isNarrow()).toBe(narrow);
});
