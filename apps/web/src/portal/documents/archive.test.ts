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
