import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { arePicturesOld, stampPictures } from './pictures-age.ts';

test('pictures are old until they are taken, and when what they show has another hash', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hofn-pictures-'));
  expect(await arePicturesOld(folder)).toBe(true);
  await stampPictures(folder);
  expect(await arePicturesOld(folder)).toBe(false);
  writeFileSync(join(folder, 'taken.json'), '{"shown":"other"}');
  expect(await arePicturesOld(folder)).toBe(true);
  rmSync(folder, { recursive: true });
});
