import { expect, test } from 'vitest';
import { isPlainClick, targetOf } from './clicks.ts';
import { mayPrefetch } from './may-prefetch.ts';

test.each([
  [undefined, true],
  [{}, true],
  [{ effectiveType: '4g' }, true],
  [{ effectiveType: '3g', saveData: false }, true],
  [{ effectiveType: '2g' }, false],
  [{ effectiveType: 'slow-2g' }, false],
  [{ effectiveType: '4g', saveData: true }, false],
])('PATH-10: with the connection %j pages are prefetched: %s', (connection, expected) => {
  expect(mayPrefetch(connection)).toBe(expected);
});

const plain = {
  button: 0,
  defaultPrevented: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
};

test('a click with a modifier key or another button, or already handled, is not a plain click', () => {
  expect(isPlainClick(plain)).toBe(true);
  expect(isPlainClick({ ...plain, button: 1 })).toBe(false);
  expect(isPlainClick({ ...plain, defaultPrevented: true })).toBe(false);
  for (const key of ['altKey', 'ctrlKey', 'metaKey', 'shiftKey'])
    expect(isPlainClick({ ...plain, [key]: true })).toBe(false);
});

test('the target of an anchor under the base is a site path, of any other its URL', () => {
  const current = new URL('https://hofn.example/arsskyrsla/um-okkur');
  const target = (href: string) => targetOf({ href, origin: new URL(href).origin }, current);
  expect(target('https://hofn.example/arsskyrsla/a?b#c')).toBe('/a?b#c');
  expect(target('https://hofn.example/arsskyrsla')).toBe('/');
  expect(target('https://hofn.example/arsskyrslan')).toBe('https://hofn.example/arsskyrslan');
  expect(target('https://elsewhere.example/arsskyrsla/a')).toBe('https://elsewhere.example/arsskyrsla/a');
});
