// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handleClicks } from './clicks.ts';

const origin = 'https://hofn.example';
const navigate = vi.fn<(to: string) => void>();
let signedIn: boolean;

// Installed once, because listeners on the document outlive a test.
handleClicks(
  {
    links: { protectedPrefixes: ['/vidskipti'], portalPrefixes: ['/vidskipti'], newTabPaths: ['/fa-tilbod'] },
    signedIn: () => signedIn,
  },
  navigate,
  () => false,
);

beforeEach(() => {
  signedIn = false;
  navigate.mockClear();
});
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

/** Whether a click on a link of the page `current` is left to the browser. */
const leftToBrowser = (current: string, href: string, attributes: Partial<HTMLAnchorElement> = {}) => {
  vi.stubGlobal('location', new URL(origin + current));
  const anchor = Object.assign(document.createElement('a'), { href, ...attributes });
  document.body.append(anchor);
  const click = new MouseEvent('click', { bubbles: true, cancelable: true });
  // Runs after the product's listener, and keeps the test's document from navigating.
  let isLeftToBrowser = false;
  addEventListener(
    'click',
    (event) => {
      isLeftToBrowser = !event.defaultPrevented;
      event.preventDefault();
    },
    { once: true },
  );
  anchor.dispatchEvent(click);
  return isLeftToBrowser;
};

test('LINK-1: a click on a site path navigates in the app', () => {
  expect(leftToBrowser('/arsskyrsla/um-okkur', `${origin}/arsskyrsla/tryggingar?a=1#b`)).toBe(false);
  expect(navigate.mock.calls).toEqual([['/tryggingar?a=1#b']]);
});

test('LINK-3: a click in the portal on a link out of it is a full page load in the same tab', () => {
  signedIn = true;
  const portal = '/arsskyrsla/vidskipti/stillingar';
  expect(leftToBrowser(portal, `${origin}/arsskyrsla/um-okkur`)).toBe(true);
  expect(navigate).not.toHaveBeenCalled();
  expect(leftToBrowser(portal, `${origin}/arsskyrsla/vidskipti/tjonayfirlit`)).toBe(false);
  expect(navigate.mock.calls).toEqual([['/vidskipti/tjonayfirlit']]);
});
