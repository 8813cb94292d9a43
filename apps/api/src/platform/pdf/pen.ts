type Element = PDFKit.PDFStructureElement;

/** A document being drawn: its structure, and the area of the page for text (points). */
export type Pen = { doc: PDFKit.PDFDocument; root: Element; left: number; width: number; bottom: number };

// pdfkit's options; its types lack the last three.
type Options = {
  alt?: string;
  scope?: 'Row' | 'Column';
  placement?: 'Block';
  bbox?: [number, number, number, number];
};

/** Adds a structure element around what `draw` draws, so that screen readers meet it in its role and order. */
export const tagged = (
  { doc }: Pick<Pen, 'doc'>,
  parent: Element,
  kind: string,
  draw: () => void,
  options: Options = {},
): void => {
  const element = doc.struct(kind, options);
  parent.add(element);
  element.add(draw);
  element.end();
};
