import { expect, test } from 'vitest';
import { createLine } from './reconnecting-line.ts';
import { createHands } from './testing.ts';

type Word = { type: string };

test('a word is said only on a line that stands, and whether it was is told', async () => {
  const { connect, later, chance, line, sockets, lift } = createHands<Word, Word>();
  const held = createLine<Word, Word>({
    connect,
    opened: () => {},
    heard: () => {},
    broken: () => {},
    later,
    chance,
  });
  expect(held.say({ type: 'early' })).toBe(false);
  await Promise.resolve();
  expect(sockets).toHaveLength(1);
  // A browser's socket throws at a word while it connects.
  expect(held.say({ type: 'connecting' })).toBe(false);
  await lift();
  expect(held.say({ type: 'heard' })).toBe(true);
  held.end();
  expect(held.say({ type: 'late' })).toBe(false);
  expect(line().said).toEqual([{ type: 'heard' }]);
});
