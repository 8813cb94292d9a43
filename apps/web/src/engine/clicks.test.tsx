// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeClicks } from './clicks.ts';

const origin = 'https://hofn.example';
const navigate = vi.fn<(to: string) => void>();
let signedIn: boolean;

// Once: a document keeps its listeners.
takeClicks(
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

/** Whether a click on a link that stands on `current` is left to the browser. */
const leftToBrowser = (current: string, href: string, attributes: Partial<HTMLAnchorElement> = {}) => {
  vi.stubGlobal('location', new URL(origin + current));
  const anchor = Object.assign(document.createElement('a'), { href, ...attributes });
  document.body.append(anchor);
  const click = new MouseEvent('click', { bubbles: true, cancelable: true });
  // After the listeners of the product: the document of the test goes nowhere.
  let left = false;
  addEventListener(
    'click',
    (event) => {
      left = !event.defaultPrevented;
      event.preventDefault();
    },
    { once: true },
  );
  anchor.dispatchEvent(click);
  return left;
};

test('LINK-1: a click on a link of one slash is taken, and goes to its page in the app', () => {
  expect(leftToBrowser('/arsskyrsla/um-okkur', `${origin}/arsskyrsla/tryggingar?a=1#b`)).toBe(false);
  expect(navigate.mock.calls).toEqual([['/tryggingar?a=1#b']]);
});

test('LINK-3: a click in the portal on a link out of it is left to the browser, which loads the page in full in the same tab', () => {
  signedIn = true;
  const portal = '/arsskyrsla/vidskipti/stillingar';
  expect(leftToBrowser(portal, `${origin}/arsskyrsla/um-okkur`)).toBe(true);
  expect(navigate).not.toHaveBeenCalled();
  expect(leftToBrowser(portal, `${origin}/arsskyrsla/vidskipti/tjonayfirlit`)).toBe(false);
  expect(navigate.mock.calls).toEqual([['/vidskipti/tjonayfirlit']]);
});
