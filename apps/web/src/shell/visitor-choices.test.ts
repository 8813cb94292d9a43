import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { headScript } from '../../build/head-script.ts';
import { chooseTheme, hasConsent, settleHeadless, themeOf, visitNames } from './visitor-choices.ts';

const memory = (stored: Record<string, string> = {}) => ({
  stored,
  getItem: (name: string) => stored[name] ?? null,
  setItem: (name: string, value: string) => void Object.assign(stored, { [name]: value }),
  removeItem: (name: string) => void Reflect.deleteProperty(stored, name),
});

const forbidden = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

/** Runs the head's script like a browser, and returns the root element's data set. */
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
  runInNewContext(headScript, {
    self,
    document: { documentElement: root },
    location: { search },
    URLSearchParams,
    addEventListener: () => {},
  });
  return root.dataset;
};

describe('the theme', () => {
  test.each([
    [{}, undefined],
    [{ [visitNames.theme]: 'dark' }, 'dark'],
    [{ [visitNames.theme]: 'light' }, 'light'],
    [{ [visitNames.theme]: 'purple' }, undefined],
  ])('the theme stored as %j is set before the first paint', (stored, theme) => {
    expect(open({ local: memory(stored) }).theme).toBe(theme);
  });

  test('a choice applies now and later, and choosing the device’s theme removes it', () => {
    const root = { dataset: {} as DOMStringMap };
    const local = memory();
    chooseTheme('dark', root, () => local);
    expect(themeOf(root)).toBe('dark');
    expect(open({ local }).theme).toBe('dark');
    chooseTheme('system', root, () => local);
    expect([themeOf(root), local.stored]).toEqual(['system', {}]);
  });

  test('the theme changes even if storage is blocked', () => {
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
  ])('PORT-17: a document with the query «%s» and %j stored', (search, stored, headless) => {
    const session = memory(stored);
    expect(open({ session, search }).headless).toBe(headless);
    expect(session.stored).toEqual(headless === undefined ? {} : { [visitNames.headless]: 'true' });
  });

  test('PORT-17: navigation turns it on and off too', () => {
    const root = { dataset: {} as DOMStringMap };
    const session = memory();
    expect(settleHeadless('?headless=TRUE', root, () => session)).toBe(false);
    expect(settleHeadless('?a=1&headless=true', root, () => session)).toBe(true);
    root.dataset.headless = '';
    expect(settleHeadless('', root, () => session)).toBe(true);
    expect(open({ session }).headless).toBe('');
    expect(settleHeadless('?headless=false', root, () => session)).toBe(false);
    expect(session.stored).toEqual({});
  });

  test('PORT-17: it lasts for the document if storage is blocked', () => {
    expect(open({ search: '?headless=true', storage: false }).headless).toBe('');
  });
});

describe('the choice about cookies', () => {
  const later = new Date(Date.now() + 60_000).toISOString();
  const past = new Date(Date.now() - 60_000).toISOString();

  test.each([
    ['nothing', '', undefined, ''],
    ['a valid yes', `granted ${later}`, 'granted', undefined],
    ['a valid no', `refused ${later}`, 'refused', undefined],
    ['a yes that is over', `granted ${past}`, undefined, ''],
    ['an invalid choice', `perhaps ${later}`, undefined, ''],
    ['a yes without an end', 'granted', undefined, ''],
  ])('with %s stored', (_, value, consent, asking) => {
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
