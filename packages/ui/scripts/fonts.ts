/**
 * Generates the served fonts from the originals: only the letters of Icelandic and English texts, and one weight of
 * Source Serif. `node scripts/fonts.ts <folder with the original fonts>`
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { letters } from './letters.ts';

const source = process.argv[2];
if (!source) throw new Error('Name the folder that has the whole fonts.');

const fonts = [
  {
    from: 'source-sans-3-latin-wght-normal.woff2',
    to: 'source-sans-3.woff2',
    axes: { wght: { min: 400, max: 700 } },
  },
  {
    from: 'source-serif-4-latin-opsz-normal.woff2',
    to: 'source-serif-4-600.woff2',
    axes: { wght: 600, opsz: 52 },
  },
];

for (const { from, to, axes } of fonts) {
  const made = await subsetFont(readFileSync(join(source, from)), letters, {
    targetFormat: 'woff2',
    variationAxes: axes,
  });
  writeFileSync(new URL(`../src/fonts/${to}`, import.meta.url), made);
  console.log(`${to}: ${made.length} bytes`);
}
