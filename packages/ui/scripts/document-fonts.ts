/**
 * Generates the fonts embedded in PDF documents from the served one: two fixed weights, as TrueType.
 * `node scripts/document-fonts.ts`
 */
import { readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';
import { letters } from './letters.ts';

const folder = new URL('../src/fonts/', import.meta.url);
const served = readFileSync(new URL('source-sans-3.woff2', folder));

for (const wght of [400, 600]) {
  const made = await subsetFont(served, letters, { targetFormat: 'truetype', variationAxes: { wght } });
  writeFileSync(new URL(`source-sans-3-${wght}.ttf`, folder), made);
}
