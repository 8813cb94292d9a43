import { expect, test } from 'vitest';
import { type MenuAction, type MenuState, menuAt, menuReducer } from './menu-state.ts';
import type { PageLink, Site } from './site.ts';

const link = (page: string): PageLink => ({ title: page, page, path: `/${page}` });

const menu: Site['menu'] = {
  top: [
    { ...link('front'), id: 'individuals' },
    { ...link('companies'), id: 'companies' },
  ],
  middle: {
    individuals: [
      { ...link('insurance'), id: 'insurance', items: [{ ...link('vehicles'), items: [link('motor')] }] },
      { ...link('claims'), id: 'claims', items: [{ ...link('fire') }] },
    ],
    companies: [{ ...link('business'), id: 'business', items: [link('liability')] }],
    about: [],
  },
  links: { individuals: [], companies: [], about: [] },
  portal: [],
  portalSub: {},
};

const front = menuAt(menu, 'front');
const arrived = (page: string): MenuAction => ({ type: 'arrived', menu, page });
const main = (id: string, open = true): MenuAction => ({ type: 'mainToggled', id, title: id, open });
const sub = (id: string, open = true): MenuAction => ({ type: 'subToggled', id, title: id, open });
const sheet = (open: boolean): MenuAction => ({ type: 'mobileToggled', open });
const person = (open: boolean, narrow = true): MenuAction => ({ type: 'userMenuToggled', open, narrow });
const focus = (focused: boolean, narrow = true): MenuAction => ({ type: 'searchFocused', focused, narrow });

type Row<Part extends keyof MenuState = keyof MenuState> = [
  part: Part,
  act: string,
  before: MenuAction[],
  action: MenuAction,
  value: MenuState[Part],
];

// What is seen of each part is in e2e/menus.spec.ts.
const rows: Row[] = [
  ['open', 'a panel opens', [], main('insurance'), true],
  ['open', 'it closes', [main('insurance')], main('insurance', false), false],
  ['open', 'another takes its place', [main('insurance'), main('claims')], main('insurance', false), true],
  ['open', 'a link in it is followed', [main('insurance')], arrived('motor'), false],
  ['mobileOpen', 'the sheet opens', [], sheet(true), true],
  ['mobileOpen', 'the sheet closes', [sheet(true)], sheet(false), false],
  ['mobileOpen', 'a link in it is followed', [sheet(true)], arrived('motor'), false],
  ['mobileUserMenuOpen', 'the person’s menu opens on a phone', [], person(true), true],
  ['mobileUserMenuOpen', 'it opens on a wide window', [], person(true, false), false],
  ['mobileUserMenuOpen', 'it closes', [person(true)], person(false), false],
  ['layer', 'the reader comes to a page for companies', [], arrived('liability'), 'companies'],
  ['layer', 'the reader comes back', [arrived('liability')], arrived('motor'), 'individuals'],
  ['topItems', 'the reader comes to any page', [], arrived('fire'), menu.top],
  ['mainId', 'a panel opens', [], main('claims'), 'claims'],
  ['mainId', 'another opens', [main('claims')], main('insurance'), 'insurance'],
  ['mainId', 'it closes', [main('claims')], main('claims', false), undefined],
  ['mainId', 'one that is closed already closes', [main('claims')], main('insurance', false), 'claims'],
  ['subId', 'a group opens', [], sub('vehicles'), 'vehicles'],
  ['subId', 'it closes', [sub('vehicles')], sub('vehicles', false), undefined],
  ['subId', 'another is closed', [sub('vehicles')], sub('homes', false), 'vehicles'],
  ['subId', 'the reader comes to a page of the group', [], arrived('motor'), 'vehicles'],
  ['subId', 'the reader comes to the group itself', [], arrived('vehicles'), 'vehicles'],
  ['subSubId', 'the reader comes to a page of a group', [], arrived('motor'), 'motor'],
  ['subSubId', 'the reader leaves it', [arrived('motor')], arrived('fire'), undefined],
  ['title', 'a panel opens', [], main('claims'), 'claims'],
  ['title', 'a group opens in it', [main('insurance')], sub('vehicles'), 'vehicles'],
  ['title', 'the group closes', [sub('vehicles')], sub('vehicles', false), undefined],
  ['title', 'the sheet closes', [sheet(true), main('claims')], sheet(false), undefined],
  ['mobileSearchFocused', 'the search takes the focus on a phone', [], focus(true), true],
  ['mobileSearchFocused', 'it takes it on a wide window', [], focus(true, false), false],
  ['mobileSearchFocused', 'it loses it', [focus(true)], focus(false), false],
  ['mobileSearchFocused', 'the sheet closes', [focus(true)], sheet(false), false],
  ['headless', 'headless begins', [], { type: 'headlessSettled', headless: true }, true],
  [
    'headless',
    'another page is opened',
    [{ type: 'headlessSettled', headless: true }],
    arrived('motor'),
    true,
  ],
  [
    'headless',
    'headless ends',
    [{ type: 'headlessSettled', headless: true }],
    { type: 'headlessSettled', headless: false },
    false,
  ],
  ['offset', 'the header is measured', [], { type: 'measured', offset: 167 }, 167],
  ['offset', 'another page is opened', [{ type: 'measured', offset: 167 }], arrived('motor'), 167],
];

test.each(rows)('MENU-1: %s, when %s', (part, _act, before, action, value) => {
  const start = before.reduce(menuReducer, front);
  expect(menuReducer(start, action)[part]).toEqual(value);
});

test('MENU-1: every part of the state has its rows, and nothing is changed in place', () => {
  expect(new Set(rows.map(([part]) => part))).toEqual(new Set(Object.keys(front)));
  const frozen = Object.freeze(menuAt(menu, 'front'));
  for (const [, , before, action] of rows) {
    expect(() => menuReducer(before.reduce(menuReducer, frozen), action)).not.toThrow();
  }
  expect(frozen).toEqual(front);
});
