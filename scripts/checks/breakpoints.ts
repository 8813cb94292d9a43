import { type Check, lineAt } from './source.ts';

const query = /@(?:media|container)[^{]*/g;
/** A length in px beside a width: `width < 768px`, `min-width: 768px`, `768px <= inline-size`. */
const widthInPx = /(?:width|inline-size)\s*[<>=:]+\s*[\d.]+px|[\d.]+px\s*[<>=]+\s*(?:width|inline-size)/;

/** Widths of media and container queries in em, so that text at twice the size gets the layout of a narrow window. */
export const breakpoints: Check = (sources) =>
  sources
    .filter(({ path }) => /^(?:apps|packages)\/.*\.css$/.test(path))
    .flatMap(({ path, text }) => {
      const code = text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
      return [...code.matchAll(query)]
        .filter(([match]) => widthInPx.test(match))
        .map(({ index }) => ({
          path,
          line: lineAt(text, index),
          message: 'width in px: write it in em (768px is 48em)',
        }));
    });
