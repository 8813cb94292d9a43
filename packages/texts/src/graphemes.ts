const segmenter = new Intl.Segmenter('is', { granularity: 'grapheme' });

/** The characters of a text as a reader counts them: an emoji of several code points is one. */
export const graphemesOf = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);
