const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('');

/**
 * Characters of texts in both languages: Latin-1 has every letter, the rest are quotation marks, dashes, spaces and
 * signs.
 */
export const letters = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’‚“”„•…‰′″€™−\u2009\u202f`;
