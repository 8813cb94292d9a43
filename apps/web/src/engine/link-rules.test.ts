import { expect, test } from 'vitest';
import { hrefOf, type LinkContext, linkAction, opensNewTab } from './link-rules.ts';

const origin = 'https://hofn.example';
const context: LinkContext = {
  current: `${origin}/arsskyrsla/um-okkur`,
  signedIn: false,
  protectedPrefixes: ['/vidskipti', '/en/my-pages', '/skjal/', '/gagnagatt-vis/'],
  portalPrefixes: ['/vidskipti', '/en/my-pages'],
  newTabPaths: ['/fa-tilbod', '/en/get-quote'],
};
const inPortal = { ...context, current: `${origin}/arsskyrsla/vidskipti/tryggingar?x=1`, signedIn: true };

test.each(['/', '/tryggingar', '/en/insurance?a=1#b', '/gagnagatt-vis'])(
  'LINK-1: %s stays in the app',
  (target) => {
    expect(linkAction(target, context)).toEqual({ kind: 'inApp', to: target });
    expect(opensNewTab(target, context.newTabPaths)).toBe(false);
  },
);

test.each(['//elsewhere.example/x', 'https://elsewhere.example/', 'http://hofn.example/x', 'relative/path'])(
  'LINK-2: %s opens in a new tab',
  (target) => {
    expect(linkAction(target, context).kind).toBe('newTab');
    expect(opensNewTab(target, context.newTabPaths)).toBe(true);
  },
);

test.each(['tel:+3545605000', 'mailto:hofn@hofn.example', '#efni', 'TEL:112'])(
  'LINK-2: %s is left to the browser',
  (target) => {
    expect(linkAction(target, context)).toEqual({ kind: 'browser', href: target });
    expect(opensNewTab(target, context.newTabPaths)).toBe(false);
  },
);

test('LINK-2: an invalid URL opens nothing in this tab', () => {
  expect(linkAction('https://', context).kind).toBe('newTab');
});

test.each(['/tryggingar', '/', `${origin}/arsskyrsla/um-okkur`, `${origin}/api/docs`])(
  'LINK-3: leaving the portal for %s is a full page load in the same tab',
  (target) => {
    expect(linkAction(target, inPortal).kind).toBe('sameTab');
  },
);

test('LINK-3: within the portal, and to another origin, the rule does not apply', () => {
  expect(linkAction('/vidskipti/stillingar', inPortal).kind).toBe('inApp');
  expect(linkAction('/en/my-pages', inPortal).kind).toBe('inApp');
  expect(linkAction('https://elsewhere.example/', inPortal).kind).toBe('newTab');
  expect(linkAction('/vidskiptin', inPortal).kind).toBe('sameTab');
});

test.each(['/vidskipti', '/vidskipti/tryggingar?a=1#b', '/en/my-pages', '/skjal/7', '/gagnagatt-vis/7'])(
  'LINK-4: %s, when signed out, leads to login and back',
  (target) => {
    expect(linkAction(target, context)).toEqual({ kind: 'login', returnTo: target });
    expect(linkAction(target, { ...context, signedIn: true })).toEqual({ kind: 'inApp', to: target });
  },
);

test('LINK-6: a new-tab page takes precedence over protected pages and over leaving the portal', () => {
  const marked = { ...inPortal, signedIn: false, protectedPrefixes: ['/fa-tilbod'] };
  expect(linkAction('/fa-tilbod', marked)).toEqual({
    kind: 'newTab',
    href: `${origin}/arsskyrsla/fa-tilbod`,
  });
  expect(linkAction('/fa-tilbod/', marked).kind).toBe('newTab');
  expect(linkAction('/en/get-quote?x=1', context).kind).toBe('newTab');
  expect(opensNewTab('/fa-tilbod/', context.newTabPaths)).toBe(true);
});

test('LINK-6: a protected page takes precedence over leaving the portal, and that over a site path', () => {
  const visitor = { ...inPortal, signedIn: false };
  expect(linkAction('/skjal/7', visitor).kind).toBe('login');
  expect(linkAction('/skjal/7', inPortal).kind).toBe('sameTab');
  expect(linkAction('/um-okkur', visitor).kind).toBe('sameTab');
});

test('a site path gets the base, with any query and hash; anything else is unchanged', () => {
  expect(hrefOf('/')).toBe('/arsskyrsla/');
  expect(hrefOf('/a?b=/c#d')).toBe('/arsskyrsla/a?b=/c#d');
  expect(hrefOf('//host/x')).toBe('//host/x');
  expect(hrefOf('tel:112')).toBe('tel:112');
});
