import { graphemesOf } from '@hofn/texts/graphemes.ts';
import { create, type Font } from 'fontkit';
import type { Block, Document } from './document.ts';
import { reportMissingGlyph } from './missing-glyphs.ts';

/** Drawn in place of the part of a character that the document font does not have. */
export const placeholder = '[?]';

const space = /^\p{Zs}$/u;
/** Signs without a shape of their own: joiners, variation selectors, direction marks. */
const invisible = /^\p{Default_Ignorable_Code_Point}$/u;
const mark = /\p{Mn}/u;
const lineBreak = /\r\n?|[\u0085\u2028\u2029\v\f]/g;
const control = /[\p{Cc}--\n]/gv;

/**
 * Creates the function that prepares texts for a document: composed (NFC), and with a visible placeholder for what the
 * font cannot show, so that nothing is dropped. Letters that have no composed form, in Unicode or in the font, get all
 * their marks apart: a font takes a letter with a further mark apart itself, and pdfkit then records wrong letters for
 * screen readers and for copying.
 */
export const createDrawable = (fontFile: Uint8Array): ((text: string) => string) => {
  const font = create(Buffer.from(fontFile)) as Font;
  const glyphs = new Set(font.characterSet);
  const has = (character: string) => character === '\n' || glyphs.has(character.codePointAt(0) ?? 0);
  const replaceIn = (grapheme: string): string => {
    const isDrawn = [...grapheme].every(has);
    if (isDrawn && !mark.test(grapheme)) return grapheme;
    const parts = [...grapheme.normalize('NFD')];
    const missing = parts.filter((part) => !has(part));
    if (missing.length === 0) return parts.join('');
    if (isDrawn) return grapheme;
    if (missing.every((part) => space.test(part))) return ' ';
    const shown = parts.filter(has).join('');
    if (missing.every((part) => invisible.test(part))) return shown;
    reportMissingGlyph(grapheme);
    return `${shown}${placeholder}`;
  };
  return (text) => {
    const composed = text
      .toWellFormed()
      .normalize('NFC')
      .replaceAll(lineBreak, '\n')
      .replaceAll(control, ' ');
    if ([...composed].every(has) && !mark.test(composed)) return composed;
    return graphemesOf(composed).map(replaceIn).join('');
  };
};

const drawableBlock = (block: Block, drawable: (text: string) => string): Block => {
  switch (block.kind) {
    case 'heading':
    case 'text':
      return { ...block, text: drawable(block.text) };
    case 'list':
      return { ...block, items: block.items.map(drawable) };
    case 'facts':
      return {
        ...block,
        items: block.items.map(({ name, value }) => ({ name: drawable(name), value: drawable(value) })),
      };
    case 'table':
      return {
        ...block,
        columns: block.columns.map((column) => ({ ...column, heading: drawable(column.heading) })),
        rows: block.rows.map((row) => row.map(drawable)),
        ...(block.foot && { foot: block.foot.map(drawable) }),
      };
  }
};

/** A document whose texts all have glyphs in the font. */
export const drawableDocument = (document: Document, drawable: (text: string) => string): Document => ({
  ...document,
  title: drawable(document.title),
  lead: document.lead.map(drawable),
  blocks: document.blocks.map((block) => drawableBlock(block, drawable)),
});
