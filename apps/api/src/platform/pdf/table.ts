import { setImmediate } from 'node:timers/promises';
import { themes } from '@hofn/ui/tokens.ts';
import { type Pen, tagged } from './pen.ts';

type ColumnLayout = { share: number; heading?: string; figures?: boolean };
type Table = {
  columns: readonly ColumnLayout[];
  rows: ReadonlyArray<readonly string[]>;
  foot?: readonly string[];
  /** Whether there is a row of headings; the first column heads its row either way. */
  headed?: boolean;
};

const { ink, line } = themes.light;
const size = 10;
const padding = { x: 6, y: 4 };

/**
 * Draws a table over as many pages as needed: rows stay whole, headings repeat on each page. Screen readers meet them
 * once, tied to their columns and rows.
 */
export const drawTable = async (pen: Pen, { columns, rows, foot, headed }: Table): Promise<void> => {
  const { doc, root } = pen;
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const widths = columns.map(({ share }) => (pen.width * share) / shares);
  const cellFont = (bold: boolean) =>
    doc
      .font(bold ? 'bold' : 'text')
      .fontSize(size)
      .fillColor(ink);

  const heightOf = (cells: readonly string[], bold: boolean): number => {
    cellFont(bold);
    const heights = cells.map((text, n) =>
      doc.heightOfString(text || ' ', { width: (widths[n] ?? 0) - 2 * padding.x }),
    );
    return Math.max(...heights) + 2 * padding.y;
  };

  const rule = (y: number, width: number) => {
    doc.markContent('Artifact', { type: 'Layout' });
    doc
      .moveTo(pen.left, y)
      .lineTo(pen.left + pen.width, y)
      .lineWidth(width)
      .strokeColor(line)
      .stroke();
    doc.endMarkedContent();
  };

  type Cell = (n: number, draw: () => void) => void;
  /** Draws a row at the pen and moves the pen below it; `cell` tags each of its cells. */
  const drawRow = (cells: readonly string[], bold: boolean, cell: Cell): void => {
    const height = heightOf(cells, bold);
    const top = doc.y;
    let x = pen.left;
    cells.forEach((text, n) => {
      const width = widths[n] ?? 0;
      const at = x + padding.x;
      cell(n, () => {
        cellFont(bold);
        doc.text(text, at, top + padding.y, {
          width: width - 2 * padding.x,
          align: columns[n]?.figures ? 'right' : 'left',
        });
      });
      x += width;
    });
    doc.x = pen.left;
    doc.y = top + height;
    rule(doc.y, bold ? 1 : 0.5);
  };

  const table = doc.struct('Table');
  root.add(table);
  const group = (kind: 'THead' | 'TBody' | 'TFoot') => {
    const element = doc.struct(kind);
    table.add(element);
    return element;
  };
  const addRow = (
    parent: PDFKit.PDFStructureElement,
    cells: readonly string[],
    bold: boolean,
    head?: true,
  ) => {
    const row = doc.struct('TR');
    parent.add(row);
    drawRow(cells, bold, (n, draw) => {
      if (head) tagged(pen, row, 'TH', draw, { scope: 'Column' });
      else if (n === 0) tagged(pen, row, 'TH', draw, { scope: 'Row' });
      else tagged(pen, row, 'TD', draw);
    });
    row.end();
  };

  const headings = headed ? columns.map(({ heading = '' }) => heading) : undefined;
  const nextPage = () => {
    doc.addPage();
    if (!headings) return;
    drawRow(headings, true, (_, draw) => {
      doc.markContent('Artifact', { type: 'Pagination' });
      draw();
      doc.endMarkedContent();
    });
  };
  const fits = (height: number) => doc.y + height <= pen.bottom;

  if (headings) {
    const first = rows[0] ? heightOf(rows[0], false) : 0;
    if (!fits(heightOf(headings, true) + first)) doc.addPage();
    const head = group('THead');
    addRow(head, headings, true, true);
    head.end();
  }
  const body = group('TBody');
  for (const [index, row] of rows.entries()) {
    // Lets other requests be served while a long table is drawn.
    if (index % 50 === 49) await setImmediate();
    if (!fits(heightOf(row, false))) nextPage();
    addRow(body, row, false);
  }
  body.end();
  if (foot) {
    if (!fits(heightOf(foot, true))) nextPage();
    const last = group('TFoot');
    addRow(last, foot, true);
    last.end();
  }
  table.end();
  doc.y += 8;
};
