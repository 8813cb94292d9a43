// @vitest-environment happy-dom
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { site as siteTexts } from '@hofn/texts/catalogue/is/site.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PageLink, Site } from '../content/site.ts';
import { ShownContext } from '../engine/App.tsx';
import { TextsContext } from '../engine/texts.ts';
import type { PageContext } from '../engine/types.ts';
import { createCallTracker } from '../session/call-tracker.ts';
import { SessionProvider } from '../session/session.tsx';
import type { SessionParts } from '../session/session-parts.ts';
import { type MenuState, menuAt } from './menu-state.ts';
import { PortalHeader } from './PortalHeader.tsx';
import { PublicHeader } from './PublicHeader.tsx';

const texts = createTranslator('is', { ...shell, ...portal, ...siteTexts });
const link = (page: string): PageLink => ({ title: page, page, path: `/${page}` });
const menu: Site['menu'] = {
  top: [
    { ...link('front'), id: 'individuals' },
    { ...link('companies'), id: 'companies' },
  ],
  middle: {
    individuals: [
      {
        ...link('insurance'),
        id: 'insurance',
        items: [
          { ...link('vehicles'), items: [link('motor')] },
          { ...link('homes'), items: [link('contents')] },
        ],
      },
      { ...link('claims'), id: 'claims', items: [{ ...link('fire') }] },
    ],
    companies: [{ ...link('business'), id: 'business', items: [link('liability')] }],
    about: [],
  },
  links: { individuals: [], companies: [], about: [] },
  portal: [],
  portalSub: {},
};
const site = {
  company: { shortName: 'Höfn', phone: '560 5000', phoneHref: 'tel:+3545605000' },
  assistance: { button: 'Aðstoð', buttons: [] },
  footer: { buttonLinks: [] },
  menu,
} as unknown as Site;

let root: Root;
let narrow: boolean;
let measured: () => void;
let page: { key: string; area: 'site' | 'portal'; search: string; params: Record<string, string> };
/** One object per page, like the engine: the menus treat a new one as a navigation. */
let contexts: Map<string, PageContext>;

const parts = () => {
  const state = { status: 'authenticated', user: { sub: 'anna' } };
  return {
    session: { start: async () => {}, state: () => state, subscribe: () => () => {} },
    queries: new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } }),
    api: { get: () => new Promise(() => {}) },
    tracker: createCallTracker(() => 0),
    language: () => 'is',
  } as unknown as SessionParts;
};
let session: SessionParts;

const render = () => {
  const { key, area, search, params } = page;
  const context = contexts.get(key) ?? ({ key, language: 'is', alternates: {}, area } as PageContext);
  contexts.set(key, context);
  const shown = { location: { path: `/${key}`, search, hash: '', params } };
  const header: ReactNode =
    area === 'portal' ? (
      <SessionProvider parts={session}>
        <PortalHeader context={context} site={site} />
      </SessionProvider>
    ) : (
      <PublicHeader context={context} site={site} />
    );
  flushSync(() =>
    root.render(
      <ShownContext value={{ shown, links: { newTabPaths: [] } } as never}>
        <TextsContext value={texts}>{header}</TextsContext>
      </ShownContext>,
    ),
  );
};

beforeEach(() => {
  narrow = true;
  vi.stubGlobal('matchMedia', () => ({ matches: narrow }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(listener: () => void) {
        measured = listener;
      }
      observe() {}
      disconnect() {}
    },
  );
  page = { key: 'front', area: 'site', search: '', params: {} };
  contexts = new Map();
  session = parts();
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  delete document.documentElement.dataset.headless;
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const one = <Found extends Element = HTMLElement>(selector: string): Found => {
  const found = document.querySelector<Found>(selector);
  if (!found) throw new Error(`There is no ${selector}`);
  return found;
};
const toggled = (element: Element, open: boolean) => {
  const event = new Event('toggle');
  flushSync(() => element.dispatchEvent(Object.assign(event, { newState: open ? 'open' : 'closed' })));
};

/** User actions, as browser events. */
type Act = () => void;
const panel =
  (id: string, open = true): Act =>
  () =>
    toggled(one(`#menu-${id}`), open);
/** A section of the mobile menu, or a group within one, by its title. */
const details =
  (title: string, open = true): Act =>
  () => {
    const found = [...document.querySelectorAll('details')].find(
      (element) => element.querySelector('summary')?.textContent === title,
    );
    if (!found) throw new Error(`Nothing folds out under ${title}`);
    flushSync(() => {
      found.open = open;
    });
    toggled(found, open);
  };
const sheet =
  (open: boolean): Act =>
  () => {
    const dialog = one<HTMLDialogElement>('#mobile-menu');
    if (open) dialog.showModal();
    else dialog.close();
    toggled(dialog, open);
  };
const person =
  (open: boolean): Act =>
  () =>
    toggled(one('#user-menu'), open);
const focus =
  (focused: boolean): Act =>
  () =>
    flushSync(() => one('[role=combobox]')[focused ? 'focus' : 'blur']());
const wide: Act = () => {
  narrow = false;
};
const arrive =
  (key: string): Act =>
  () => {
    page = { ...page, key };
    render();
  };
const address =
  (search: string): Act =>
  () => {
    page = { ...page, search };
    render();
  };
const measure =
  (pixels: number): Act =>
  () => {
    Object.defineProperty(one('header'), 'offsetHeight', { value: pixels, configurable: true });
    flushSync(measured);
  };
const inPortal: Act = () => {
  page = { ...page, area: 'portal' };
};

const textsOf = (selector: string) =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent?.trim());

/** What is visible or announced for each part of the state. */
const seen: Record<keyof MenuState, () => unknown> = {
  open: () => [one('header').hasAttribute('data-menu-open'), textsOf('[aria-expanded=true]').length > 0],
  mobileOpen: () => one('[commandfor=mobile-menu]').getAttribute('aria-expanded') === 'true',
  mobileUserMenuOpen: () => one('header').hasAttribute('data-user-menu-open'),
  layer: () => [
    textsOf('nav li > a[aria-current=true]')[0],
    textsOf('[popovertarget]').concat(textsOf('details[name=mobile-menu-section] > summary')),
  ],
  topItems: () => textsOf('header > nav li a'),
  mainId: () => textsOf('[popovertarget][aria-expanded=true]'),
  subId: () => textsOf('details[name=mobile-menu-group][open] > summary'),
  subSubId: () => textsOf('[popover] [aria-current=page]'),
  title: () => one('#mobile-menu nav').getAttribute('aria-label'),
  mobileSearchFocused: () => one('header').hasAttribute('data-searching'),
  headless: () => document.documentElement.hasAttribute('data-headless'),
  offset: () => one('header').style.getPropertyValue('--menu-offset'),
};

const ofIndividuals = ['front', ['insurance', 'claims', 'insurance', 'claims']];
const ofCompanies = ['companies', ['business', 'business']];
const ownTitle = texts('shell|mainNavigation');

type Row = [part: keyof MenuState, act: string, acts: Act[], seen: unknown];
const rows: Row[] = [
  ['open', 'nothing was done', [], [false, false]],
  ['open', 'a panel opens', [panel('insurance')], [true, true]],
  ['open', 'it closes', [panel('insurance'), panel('insurance', false)], [false, false]],
  [
    'open',
    'another takes its place',
    [panel('insurance'), panel('claims'), panel('insurance', false)],
    [true, true],
  ],
  ['open', 'a link in it is followed', [panel('insurance'), arrive('motor')], [false, false]],
  ['mobileOpen', 'nothing was done', [], false],
  ['mobileOpen', 'the sheet opens', [sheet(true)], true],
  ['mobileOpen', 'the sheet closes', [sheet(true), sheet(false)], false],
  ['mobileOpen', 'a link in it is followed', [sheet(true), arrive('motor')], false],
  ['mobileUserMenuOpen', 'the person’s menu opens on a phone', [inPortal, person(true)], true],
  ['mobileUserMenuOpen', 'it opens on a wide window', [inPortal, wide, person(true)], false],
  ['mobileUserMenuOpen', 'it closes', [inPortal, person(true), person(false)], false],
  ['layer', 'the reader comes to the front page', [], ofIndividuals],
  ['layer', 'the reader comes to a page for companies', [arrive('liability')], ofCompanies],
  ['layer', 'the reader comes back', [arrive('liability'), arrive('motor')], ofIndividuals],
  ['topItems', 'the reader comes to any page', [arrive('fire')], ['front', 'companies']],
  ['mainId', 'a panel opens', [panel('claims')], ['claims']],
  ['mainId', 'another opens', [panel('claims'), panel('insurance')], ['insurance']],
  ['mainId', 'it closes', [panel('claims'), panel('claims', false)], []],
  ['mainId', 'another closes', [panel('claims'), panel('insurance', false)], ['claims']],
  ['subId', 'a group opens', [details('vehicles')], ['vehicles']],
  ['subId', 'it closes', [details('vehicles'), details('vehicles', false)], []],
  ['subId', 'another is closed', [details('vehicles'), details('homes', false)], ['vehicles']],
  ['subId', 'the reader comes to a page of the group', [arrive('motor')], ['vehicles']],
  ['subId', 'the reader comes to the group itself', [arrive('vehicles')], ['vehicles']],
  ['subId', 'the reader leaves it', [arrive('motor'), arrive('fire')], []],
  ['subSubId', 'the reader comes to a page of a group', [arrive('motor')], ['motor']],
  ['subSubId', 'the reader leaves it', [arrive('motor'), arrive('claims')], []],
  ['title', 'nothing was done', [], ownTitle],
  ['title', 'a section opens', [details('claims')], 'claims'],
  ['title', 'a group opens in it', [details('insurance'), details('vehicles')], 'vehicles'],
  ['title', 'the group closes', [details('vehicles'), details('vehicles', false)], ownTitle],
  ['title', 'the sheet closes', [sheet(true), details('claims'), sheet(false)], ownTitle],
  ['mobileSearchFocused', 'nothing was done', [], false],
  ['mobileSearchFocused', 'the search takes the focus on a phone', [focus(true)], true],
  ['mobileSearchFocused', 'it takes it on a wide window', [wide, focus(true)], false],
  ['mobileSearchFocused', 'it loses it', [focus(true), focus(false)], false],
  ['mobileSearchFocused', 'the sheet closes', [focus(true), sheet(false)], false],
  ['headless', 'an address says nothing of it', [address('?headless=TRUE')], false],
  ['headless', 'an address begins it', [address('?headless=true')], true],
  ['headless', 'another page is opened', [address('?headless=true'), address(''), arrive('motor')], true],
  ['headless', 'an address ends it', [address('?headless=true'), address('?headless=false')], false],
  ['offset', 'the header is measured', [measure(167)], '167px'],
  ['offset', 'another page is opened', [measure(167), arrive('motor')], '167px'],
];

test.each(rows)('MENU-1: %s, when %s', (part, _act, acts, value) => {
  // The location is set before the page renders.
  const where = acts.filter((act) => act === inPortal || act === wide);
  for (const act of where) act();
  render();
  // In a browser a closed dialog cannot be focused.
  focus(false)();
  for (const act of acts) if (!where.includes(act)) act();
  expect(seen[part]()).toEqual(value);
});

test('MENU-1: the table covers every part of the state', () => {
  expect(new Set(rows.map(([part]) => part))).toEqual(new Set(Object.keys(menuAt(menu, 'front'))));
});

test('MENU-1: hydration keeps the document’s headless mode', () => {
  document.documentElement.dataset.headless = '';
  render();
  expect(seen.headless()).toBe(true);
});

test('HOLD-3: a replayed click closes its menu, but not a question that has opened since', () => {
  render();
  sheet(true)();
  const question = document.body.appendChild(document.createElement('dialog'));
  question.showModal();
  flushSync(() => one('#mobile-menu a[hreflang=en]').click());
  expect(question.open).toBe(true);
  expect(one<HTMLDialogElement>('#mobile-menu').open).toBe(false);
  flushSync(() => one('header a[hreflang=en]').click());
  expect(question.open).toBe(true);
});

test.each([
  ['site', { id: 'þak 1' }, '/en/insurance/%C3%BEak%201?from=ad'],
  ['site', {}, '/en/insurance?from=ad'],
  ['portal', { id: 'p1' }, '/en/insurance/p1?from=ad'],
  ['portal', {}, '/en/insurance/%5Bid%5D?from=ad'],
] as const)(
  'LANG-9: on a page of the %s with the parameters %o the language link leads to %s',
  (area, params, to) => {
    const alternates = { is: '/tryggingar/:id', en: '/en/insurance/:id' };
    contexts.set('product', { key: 'product', language: 'is', alternates, area } as unknown as PageContext);
    page = { key: 'product', area, search: '?from=ad', params };
    render();
    const switches = [...document.querySelectorAll('a[hreflang=en]')];
    expect(switches.length).toBeGreaterThan(0);
    for (const link of switches) expect(link.getAttribute('href')).toBe(`/arsskyrsla${to}`);
  },
);

test('LIFE-26: the search of the portal is labelled for My pages, that of the site for the site', () => {
  const label = () => [one('#site-search label').textContent, one<HTMLInputElement>('[name=q]').placeholder];
  page = { ...page, key: 'portal.base', area: 'portal' };
  render();
  expect(label()).toEqual(Array(2).fill('Leita á Mínum síðum'));
  page = { ...page, key: 'front', area: 'site' };
  render();
  expect(label()).toEqual(Array(2).fill('Leita á vefnum'));
});
