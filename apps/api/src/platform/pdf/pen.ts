type Element = PDFKit.PDFStructureElement;

/** A document under way: its structure, and where on the page text may stand (points). */
export type Pen = { doc: PDFKit.PDFDocument; root: Element; left: number; width: number; bottom: number };

// What pdfkit takes; its types lack the last three.
type Options = {
  alt?: string;
  scope?: 'Row' | 'Column';
  placement?: 'Block';
  bbox?: [number, number, number, number];
};

/** Adds an element that holds what `draw` draws, so that a reader who listens meets it as its kind and in its order. */
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
