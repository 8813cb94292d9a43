import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { earlyScript } from '../../build/early-script.ts';
import { chooseTheme, hasConsent, settleHeadless, themeOf, visitNames } from './visitor-choices.ts';

const memory = (kept: Record<string, string> = {}) => ({
  kept,
  getItem: (name: string) => kept[name] ?? null,
  setItem: (name: string, value: string) => void Object.assign(kept, { [name]: value }),
  removeItem: (name: string) => void Reflect.deleteProperty(kept, name),
});

const forbidden = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

/** Runs the script of the head as a browser does, and gives what it made of the root element. */
const open = ({ local = memory(), session = memory(), search = '', storage = true } = {}) => {
  const root: { dataset: Record<string, string> } = { dataset: {} };
  const self = {
    get localStorage() {
      return storage ? local : forbidden();
    },
    get sessionStorage() {
      return storage ? session : forbidden();
    },
  };
  runInNewContext(earlyScript, {
    self,
    document: { documentElement: root },
    location: { search },
    URLSearchParams,
    addEventListener: () => {},
  });
  return root.dataset;
};

describe('how pages look', () => {
  test.each([
    [{}, undefined],
    [{ [visitNames.theme]: 'dark' }, 'dark'],
    [{ [visitNames.theme]: 'light' }, 'light'],
    [{ [visitNames.theme]: 'purple' }, undefined],
  ])('the look kept as %j is there before anything is painted', (kept, theme) => {
    expect(open({ local: memory(kept) }).theme).toBe(theme);
  });

  test('a choice holds now and later, and the choice of the device takes it back', () => {
    const root = { dataset: {} as DOMStringMap };
    const local = memory();
    chooseTheme('dark', root, () => local);
    expect(themeOf(root)).toBe('dark');
    expect(open({ local }).theme).toBe('dark');
    chooseTheme('system', root, () => local);
    expect([themeOf(root), local.kept]).toEqual(['system', {}]);
  });

  test('a browser that forbids storage still changes its look', () => {
    const root = { dataset: {} as DOMStringMap };
    chooseTheme('dark', root, forbidden);
    expect(themeOf(root)).toBe('dark');
  });
});

describe('headless mode', () => {
  test.each([
    ['', {}, undefined],
    ['?headless=true', {}, ''],
    ['?headless=TRUE', {}, undefined],
    ['?headless=1', {}, undefined],
    ['?headless=true1', {}, undefined],
    ['?headless', {}, undefined],
    ['', { [visitNames.headless]: 'true' }, ''],
    ['?headless=no', { [visitNames.headless]: 'true' }, ''],
    ['?headless=false', { [visitNames.headless]: 'true' }, undefined],
  ])('PORT-17: a document with the query «%s» and %j kept', (search, kept, headless) => {
    const session = memory(kept);
    expect(open({ session, search }).headless).toBe(headless);
    expect(session.kept).toEqual(headless === undefined ? {} : { [visitNames.headless]: 'true' });
  });

  test('PORT-17: an address reached without a new document begins and ends it too', () => {
    const root = { dataset: {} as DOMStringMap };
    const session = memory();
    expect(settleHeadless('?headless=TRUE', root, () => session)).toBe(false);
    expect(settleHeadless('?a=1&headless=true', root, () => session)).toBe(true);
    root.dataset.headless = '';
    expect(settleHeadless('', root, () => session)).toBe(true);
    expect(open({ session }).headless).toBe('');
    expect(settleHeadless('?headless=false', root, () => session)).toBe(false);
    expect(session.kept).toEqual({});
  });

  test('PORT-17: it holds for the document where storage is forbidden', () => {
    expect(open({ search: '?headless=true', storage: false }).headless).toBe('');
  });
});

describe('the choice about cookies', () => {
  const later = new Date(Date.now() + 60_000).toISOString();
  const past = new Date(Date.now() - 60_000).toISOString();

  test.each([
    ['nothing', '', undefined, ''],
    ['a yes that still holds', `granted ${later}`, 'granted', undefined],
    ['a no that still holds', `refused ${later}`, 'refused', undefined],
    ['a yes that is over', `granted ${past}`, undefined, ''],
    ['what is no choice', `perhaps ${later}`, undefined, ''],
    ['a yes without an end', 'granted', undefined, ''],
  ])('with %s kept', (_, value, consent, asking) => {
    const dataset = open({ local: memory({ [visitNames.consent]: value }) });
    expect([dataset.consent, dataset.asking]).toEqual([consent, asking]);
  });

  test('LINK-5: there is no consent until it is given', () => {
    expect(hasConsent({ dataset: {} })).toBe(false);
    expect(hasConsent({ dataset: { consent: 'refused' } })).toBe(false);
    expect(hasConsent({ dataset: { consent: 'granted' } })).toBe(true);
    expect(open({ storage: false }).consent).toBeUndefined();
  });
});
