import { expect, test } from 'vitest';
import { browserStore, cookieJar } from './storage.ts';

/** A storage that can be made to refuse writes. */
const storage = (refuse: { write?: boolean } = {}) => {
  const values: Record<string, string> = {};
  return new Proxy(values, {
    get: (_, name) =>
      ({
        getItem: (key: string) => values[key] ?? null,
        setItem: (key: string, value: string) => {
          if (refuse.write) throw new DOMException('full', 'QuotaExceededError');
          values[key] = value;
        },
        removeItem: (key: string) => delete values[key],
      })[name as 'getItem'],
  }) as unknown as Storage;
};

test('a blocked storage falls back to the memory of the page', () => {
  const store = browserStore(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  store.set('a', '1');
  expect(store.get('a')).toBe('1');
  expect(store.keys()).toEqual(['a']);
  store.remove('a');
  expect(store.get('a')).toBeUndefined();
});

test('a full storage keeps the new value for the page, and removes the old one', () => {
  const refuse = { write: false };
  const real = storage(refuse);
  const store = browserStore(() => real);
  store.set('a', 'old');
  refuse.write = true;
  store.set('a', 'new');
  expect(store.get('a')).toBe('new');
  expect(browserStore(() => real).get('a')).toBeUndefined();
  refuse.write = false;
  store.set('a', 'newer');
  expect(browserStore(() => real).get('a')).toBe('newer');
});

/** A document that records cookie writes and stores cookies like a browser. */
const page = () => {
  const written: string[] = [];
  const cookies = new Map<string, string>();
  return {
    written,
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(text: string) {
      written.push(text);
      const [pair = ''] = text.split('; ');
      const [name = '', value = ''] = pair.split('=');
      if (/Max-Age=0/.test(text)) cookies.delete(name);
      else if (pair.length <= 4096) cookies.set(name, value);
    },
  };
};

test('AUTH-9c: a cookie lasts a day, applies to the whole site, and is secure if the page is', () => {
  const document = page();
  expect(cookieJar(document, true).set('name', 'a; b=á')).toBe(true);
  expect(document.written).toEqual(['name=a%3B%20b%3D%C3%A1; Path=/; Max-Age=86400; SameSite=Lax; Secure']);
  expect(cookieJar(document, true).get('name')).toBe('a; b=á');
  cookieJar(document, false).set('name', 'x');
  expect(document.written.at(-1)).toBe('name=x; Path=/; Max-Age=86400; SameSite=Lax');
});

test('a cookie refused by the browser is reported', () => {
  expect(cookieJar(page(), true).set('name', 'x'.repeat(5_000))).toBe(false);
});

test('removing a cookie removes only that cookie', () => {
  const document = page();
  const jar = cookieJar(document, false);
  jar.set('a', '1');
  jar.set('aa', '2');
  jar.remove('a');
  expect([jar.get('a'), jar.get('aa')]).toEqual([undefined, '2']);
});
