import { expect, test } from 'vitest';
import { clearChat, keptName, readKept, writeKept } from './stored-chat.ts';

const storage = (entries: Record<string, string>): Storage => {
  const kept = new Map(Object.entries(entries));
  return {
    get length() {
      return kept.size;
    },
    key: (at) => [...kept.keys()][at] ?? null,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
    clear: () => kept.clear(),
  };
};
const namesIn = (store: Storage) => Array.from({ length: store.length }, (_, at) => store.key(at));
const chat = { session: 's', customer: false, open: true, seen: 0, pending: [{ key: 'k', text: 'Halló' }] };

test('HELP-8: clearing chat removes the keys that begin so, all of them, and no other', () => {
  const local = storage({
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
  const tab = storage({ [keptName]: JSON.stringify(chat), snapinsPc: 'of the tab', other: 'kept' });
  clearChat(
    () => local,
    () => tab,
  );
  expect(namesIn(local)).toEqual([
    'snapins',
    'snapinsPage',
    'snapinsP',
    'my snapinsPc',
    'SnapinsPc',
    'hofn.theme',
  ]);
  expect(namesIn(tab)).toEqual(['snapinsPc', 'other']);
});

test('what a tab keeps is read again as it was, and what cannot be read is nothing', () => {
  const tab = storage({});
  expect(readKept(tab)).toBeUndefined();
  writeKept(tab, chat);
  expect(readKept(tab)).toEqual(chat);
  for (const text of ['{', 'null', '[]', '{"session":1}']) {
    tab.setItem(keptName, text);
    expect(readKept(tab), text).toBeUndefined();
  }
});

test('forbidden or full storage ends nothing', () => {
  const forbidden = () => {
    throw new DOMException('forbidden', 'SecurityError');
  };
  expect(() => writeKept({ setItem: forbidden }, chat)).not.toThrow();
  expect(() => clearChat(forbidden, forbidden)).not.toThrow();
  expect(readKept({ getItem: forbidden })).toBeUndefined();
});
