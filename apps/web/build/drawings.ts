/** A reference to a drawing's own file, in development and in a build: its name, a hash, and the name again. */
const reference = /(<use href=")[^"#]*\/(\w+)(?:-[\w-]{8})?\.svg(?:\?[^"#]*)?#\2"/g;

/** The symbol in a drawing's file, under the name that it has in documents, where names of drawings are also sections'. */
const symbolOf = (source: string, name: string): string =>
  (/<symbol[\s\S]*<\/symbol>/.exec(source)?.[0] ?? '').replace(`id="${name}"`, `id="drawing-${name}"`);

/**
 * Lets a page's markup refer to drawings in its own document, so that a first visit needs no request for them. React
 * leaves such attributes as the server wrote them; pages that scripts render later refer to the files.
 * @param sources SVG by name; drawings without one keep their file
 * @returns the markup, and what the document contains beside it: each drawing once, empty without any
 */
export const drawInDocument = (
  markup: string,
  sources: Readonly<Record<string, string>>,
): { markup: string; drawings: string } => {
  const symbols = new Map<string, string>();
  const changed = markup.replace(reference, (whole, start: string, name: string) => {
    const source = sources[name];
    if (source === undefined) return whole;
    symbols.set(name, symbolOf(source, name));
    return `${start}#drawing-${name}"`;
  });
  const drawings =
    symbols.size > 0
      ? `<div hidden><svg aria-hidden="true">${[...symbols.values()].join('')}</svg></div>`
      : '';
  return { markup: changed, drawings };
};
