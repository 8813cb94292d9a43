import { readFileSync } from 'node:fs';
import { company } from '@hofn/texts/company.ts';
import { themes } from '@hofn/ui/tokens.ts';
import PDFDocument from 'pdfkit';
import { textsIn } from '../texts.ts';
import type { Block, Document } from './document.ts';
import { createDrawable, drawableDocument } from './letters.ts';
import { drawLogo } from './logo.ts';
import { type Pen, tagged } from './pen.ts';
import { drawTable } from './table.ts';

const font = (weight: 400 | 600) =>
  readFileSync(new URL(import.meta.resolve(`@hofn/ui/fonts/source-sans-3-${weight}.ttf`)));
const fonts = { text: font(400), bold: font(600) };
// Both weights have the same characters.
const drawable = createDrawable(fonts.text);

const { ink, muted, line } = themes.light;
/** A4 with margins in points; the footer is in the bottom one. */
const margins = { top: 56, right: 56, bottom: 72, left: 56 };

const write = (pen: Pen, text: string, size: number, bold: boolean, colour: string = ink): void => {
  pen.doc
    .font(bold ? 'bold' : 'text')
    .fontSize(size)
    .fillColor(colour)
    .text(text, pen.left, pen.doc.y, { width: pen.width, lineGap: size * 0.25 });
};

/** Breaks the page when less than `height` is left, so that a heading never ends a page. */
const keepTogether = (pen: Pen, height: number): void => {
  if (pen.doc.y + height > pen.bottom) pen.doc.addPage();
};

const draw = async (pen: Pen, block: Block): Promise<void> => {
  const { doc, root } = pen;
  switch (block.kind) {
    case 'heading':
      keepTogether(pen, 90);
      doc.y += block.minor ? 2 : 14;
      tagged(pen, root, block.minor ? 'H3' : 'H2', () =>
        write(pen, block.text, block.minor ? 10.5 : 13, true),
      );
      doc.y += 4;
      break;
    case 'text':
      tagged(pen, root, 'P', () => write(pen, block.text, 10.5, false, block.quiet ? muted : ink));
      doc.y += 4;
      break;
    case 'list': {
      const list = doc.struct('L');
      root.add(list);
      for (const text of block.items) {
        const item = doc.struct('LI');
        list.add(item);
        tagged(pen, item, 'LBody', () => write(pen, `•\u00a0${text}`, 10.5, false));
        item.end();
      }
      list.end();
      doc.y += 4;
      break;
    }
    case 'facts':
      await drawTable(pen, {
        columns: [{ share: 2 }, { share: 3 }],
        rows: block.items.map(({ name, value }) => [name, value]),
      });
      break;
    case 'table':
      await drawTable(pen, { ...block, headed: true });
      break;
  }
};

const header = (pen: Pen, { title, lead }: Document): void => {
  const { doc, root } = pen;
  tagged(pen, root, 'Figure', () => drawLogo(doc, pen.left, margins.top - 16), {
    alt: company.shortName,
    placement: 'Block',
    bbox: [pen.left, margins.top - 16, pen.left + 84, margins.top + 11],
  });
  doc.y = margins.top + 34;
  tagged(pen, root, 'H1', () => write(pen, title, 20, true));
  for (const text of lead) tagged(pen, root, 'P', () => write(pen, text, 10.5, false, muted));
  doc.y += 8;
};

/** Footer of every page, marked as an artifact of the page rather than content. */
const footers = (pen: Pen, { language }: Document): void => {
  const { doc } = pen;
  const t = textsIn(language);
  const { start, count } = doc.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    doc.switchToPage(index);
    // Below the margin, where text would otherwise start a new page.
    doc.page.margins.bottom = 0;
    doc.markContent('Artifact', { type: 'Pagination' });
    const y = doc.page.height - 44;
    doc
      .moveTo(pen.left, y - 8)
      .lineTo(pen.left + pen.width, y - 8)
      .lineWidth(0.5)
      .strokeColor(line)
      .stroke();
    doc.font('text').fontSize(9).fillColor(muted);
    doc.text(t('pdf|issuedBy'), pen.left, y, { lineBreak: false });
    const page = t('pdf|page', { page: index + 1, pages: count });
    doc.text(page, pen.left + pen.width - doc.widthOfString(page), y, { lineBreak: false });
    doc.endMarkedContent();
  }
};

/**
 * Writes a document as a tagged PDF (PDF/UA-1): title, language, headings, tables with header cells, and an embedded
 * font that covers Latin with all diacritics, Greek and Cyrillic. Other characters are replaced visibly (rule HOLD-23).
 * @param now creation date in the metadata
 */
export const writePdf = async (content: Document, now: Date): Promise<Uint8Array> => {
  const document = drawableDocument(content, drawable);
  const { language } = document;
  const doc = new PDFDocument({
    size: 'A4',
    margins,
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/UA' as never,
    tagged: true,
    lang: language === 'is' ? 'is-IS' : 'en-GB',
    displayTitle: true,
    font: null as never,
    info: {
      Title: content.title.toWellFormed().normalize('NFC'),
      Author: company.name,
      Creator: company.name,
      Producer: company.name,
      CreationDate: now,
    },
  });
  doc.registerFont('text', fonts.text).registerFont('bold', fonts.bold).font('text');
  const chunks: Uint8Array[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  const root = doc.struct('Document');
  doc.addStructure(root);
  const pen: Pen = {
    doc,
    root,
    left: margins.left,
    width: doc.page.width - margins.left - margins.right,
    bottom: doc.page.height - margins.bottom,
  };
  header(pen, document);
  for (const block of document.blocks) await draw(pen, block);
  root.end();
  footers(pen, document);
  doc.end();
  await ended;
  return Buffer.concat(chunks);
};
