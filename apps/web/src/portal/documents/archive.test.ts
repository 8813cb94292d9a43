import { expect, test } from 'vitest';
import { archiveOf } from './archive.ts';

test('several files become one ZIP with Icelandic file names', async () => {
  const files = ['Skírteini.pdf', 'Þjónusta.pdf'].map((name) => ({ name, content: new Blob([`${name}!`]) }));
  const { name, content } = await archiveOf('skjol', files, new Date('2026-11-21T12:00:00Z'));
  expect(name).toBe('skjol.zip');
  const text = new TextDecoder().decode(await content.arrayBuffer());
  expect(text.startsWith('PK')).toBe(true);
  for (const entry of ['Skírteini.pdf', 'Skírteini.pdf!', 'Þjónusta.pdf!']) expect(text).toContain(entry);
});

test('DATA-3a: files whose names differ only in case, or are numbered already, are all in the ZIP', async () => {
  const names = ['Reikningur.pdf', 'reikningur.pdf', 'Reikningur (2).pdf'];
  const files = names.map((name) => ({ name, content: new Blob([name]) }));
  const { content } = await archiveOf('skjol', files, new Date('2026-11-21T12:00:00Z'));
  const text = new TextDecoder().decode(await content.arrayBuffer());
  // Each name is in its entry and in the directory; the content of the second file is another name.
  for (const [name, times] of [
    ['Reikningur.pdf', 3],
    ['reikningur (3).pdf', 2],
    ['Reikningur (2).pdf', 3],
  ] as const)
    expect(text.split(name).length - 1, name).toBe(times);
});
