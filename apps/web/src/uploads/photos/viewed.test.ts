import { expect, test } from 'vitest';
import { actOfKey, initialView, type Photo, type ViewAct, type Viewed, viewAfter } from './viewed.ts';

const photos: Photo[] = ['a', 'b', 'c'].map((id) => ({ id, name: `${id}.jpg`, type: 'image/jpeg' }));
const after = (view: Viewed, ...acts: ViewAct[]): Viewed =>
  acts.reduce((before, act) => viewAfter(before, act, photos), view);
const key = (
  key: string,
  state: { isEnlarged?: boolean; hasCharacters?: boolean; ctrlKey?: boolean } = {},
) => {
  const { isEnlarged = false, hasCharacters = true, ctrlKey = false } = state;
  return actOfKey({ key, ctrlKey, metaKey: false, altKey: false }, { isEnlarged, hasCharacters });
};

test('DESK-8: photos are gone through to their ends, each seen whole at first and turned as it was left', () => {
  const first = initialView('a');
  expect(after(first, { act: 'step', by: -1 })).toBe(first);
  const turned = after(first, { act: 'turn', by: -1 }, { act: 'zoom', by: 3 });
  expect(turned).toMatchObject({ slots: [{ id: 'a', zoom: 3 }], turns: { a: 3 } });
  const next = after(turned, { act: 'step', by: 1 });
  expect(next.slots).toEqual([{ id: 'b', zoom: 1 }]);
  expect(after(next, { act: 'step', by: -1 })).toMatchObject({
    slots: [{ id: 'a', zoom: 1 }],
    turns: { a: 3 },
  });
  const last = after(next, { act: 'step', by: 1 });
  expect(after(last, { act: 'step', by: 1 })).toBe(last);
});

test('DESK-8: a photo is enlarged eight times at most, and never smaller than whole', () => {
  const view = initialView('a');
  expect(after(view, { act: 'zoom', by: 0.1 }).slots[0].zoom).toBe(1);
  expect(after(view, { act: 'zoom', by: 100 }).slots[0].zoom).toBe(8);
  expect(after(view, { act: 'zoom', by: 100 }, { act: 'fit' }).slots[0].zoom).toBe(1);
});

test('DESK-8: a photo is compared with the next, or the last with the one before, and the chosen one stays', () => {
  const both = after(initialView('a'), { act: 'compare' });
  expect(both).toMatchObject({ slots: [{ id: 'a' }, { id: 'b' }], active: 1 });
  const chosen = after(both, { act: 'choose', slot: 0 }, { act: 'zoom', by: 2 });
  expect(chosen.slots).toMatchObject([
    { id: 'a', zoom: 2 },
    { id: 'b', zoom: 1 },
  ]);
  expect(after(chosen, { act: 'compare' })).toMatchObject({ slots: [{ id: 'a', zoom: 2 }], active: 0 });
  expect(after(both, { act: 'compare' })).toMatchObject({ slots: [{ id: 'b' }], active: 0 });
  expect(after(initialView('c'), { act: 'compare' }).slots).toMatchObject([{ id: 'c' }, { id: 'b' }]);
  const alone = initialView('a');
  expect(viewAfter(alone, { act: 'compare' }, photos.slice(0, 1))).toBe(alone);
});

test('DESK-8: arrow keys go through the photos and move an enlarged one, and single characters can be switched off', () => {
  expect(key('ArrowRight')).toEqual({ act: 'step', by: 1 });
  expect(key('ArrowUp')).toBeUndefined();
  expect(key('ArrowRight', { isEnlarged: true })).toEqual({ act: 'pan', x: 1, y: 0 });
  expect(key('ArrowUp', { isEnlarged: true })).toEqual({ act: 'pan', x: 0, y: -1 });
  expect(key('PageDown', { isEnlarged: true })).toEqual({ act: 'step', by: 1 });
  expect(key('r')).toEqual({ act: 'turn', by: 1 });
  for (const character of ['+', '-', '0', 'r', 'c']) {
    expect(key(character)).toBeDefined();
    expect(key(character, { hasCharacters: false })).toBeUndefined();
  }
  // The browser's own keys.
  expect(key('r', { ctrlKey: true })).toBeUndefined();
  expect(key('+', { ctrlKey: true })).toBeUndefined();
  expect(key('Escape')).toBeUndefined();
});
