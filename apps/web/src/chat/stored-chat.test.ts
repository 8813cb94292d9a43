import { expect, test } from 'vitest';
import { chatStorageKey, clearChat, readStoredChat, writeStoredChat } from './stored-chat.ts';

const createStorage = (entries: Record<string, string>): Storage => {
  const map = new Map(Object.entries(entries));
  return {
    get length() {
      return map.size;
    },
    key: (index) => [...map.keys()][index] ?? null,
    getItem: (name) => map.get(name) ?? null,
    setItem: (name, value) => void map.set(name, value),
    removeItem: (name) => void map.delete(name),
    clear: () => map.clear(),
  };
};
const keysOf = (store: Storage) => Array.from({ length: store.length }, (_, index) => store.key(index));
const chat = { session: 's', customer: false, open: true, seen: 0, pending: [{ key: 'k', text: 'Halló' }] };

test('HELP-8: clearing the chat removes all keys with the prefixes, and no others', () => {
  const local = createStorage({
    snapinsPage_0: 'a',
    snapinsPage_1: 'b',
    snapinsPageTime_0: '1',
    snapinsPageTime_: '2',
    snapinsPc: '3',
    snapinsPcMore: '4',
    snapinsStart: '5',
    snapinsStarted: '6',
    snapins: 'kept',
    snapinsPage: 'kept',
    snapinsP: 'kept',
    'my snapinsPc': 'kept',
    SnapinsPc: 'kept',
    'hofn.theme': 'kept',
  });
  const tab = createStorage({
    [chatStorageKey]: JSON.stringify(chat),
    snapinsPc: 'of the tab',
    other: 'kept',
  });
  clearChat(
    () => local,
    () => tab,
  );
  expect(keysOf(local)).toEqual([
    'snapins',
    'snapinsPage',
    'snapinsP',
    'my snapinsPc',
    'SnapinsPc',
    'hofn.theme',
  ]);
  expect(keysOf(tab)).toEqual(['snapinsPc', 'other']);
});

test('a stored chat is read back unchanged, and an unreadable one is ignored', () => {
  const tab = createStorage({});
  expect(readStoredChat(tab)).toBeUndefined();
  writeStoredChat(tab, chat);
  expect(readStoredChat(tab)).toEqual(chat);
  for (const text of ['{', 'null', '[]', '{"session":1}']) {
    tab.setItem(chatStorageKey, text);
    expect(readStoredChat(tab), text).toBeUndefined();
  }
});

test('reading and writing do not throw when storage is denied or full', () => {
  const deniedStorage = () => {
    throw new DOMException('forbidden', 'SecurityError');
  };
  expect(() => writeStoredChat({ setItem: deniedStorage }, chat)).not.toThrow();
  expect(() => clearChat(deniedStorage, deniedStorage)).not.toThrow();
  expect(readStoredChat({ getItem: deniedStorage })).toBeUndefined();
});
