import type { Logger } from '@hofn/service';

/**
 * What happens when a document has a character without a glyph: it is logged, once per process. Tests set `isFault`, so
 * that such a character in one of our own texts is found.
 */
export const missingGlyphs: { logger: Pick<Logger, 'warn'> | undefined; isFault: boolean } = {
  logger: undefined,
  isFault: false,
};

const logged = new Set<string>();

/** Reports a character that the document font cannot draw. @throws Error in tests */
export const reportMissingGlyph = (grapheme: string): void => {
  const character = Array.from(
    grapheme,
    (one) => `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  ).join(' ');
  if (missingGlyphs.isFault) throw new Error(`The document font has no glyph for ${character}`);
  if (!missingGlyphs.logger || logged.has(character)) return;
  logged.add(character);
  missingGlyphs.logger.warn({ character }, 'no glyph in the document font');
};
