// What people paste contains characters that they cannot see: a phone's contacts add direction marks, a web page no-break
// spaces, a word processor soft hyphens and long dashes (rule HOLD-24).

/** Characters without a glyph of their own: format characters, fillers, variation selectors and the blank braille cell. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const dashes = /[\p{Pd}\u02d7\u2043\u2212]/gu;
const slashes = /[\u2044\u2215]/g;

/** Longer than any identifier. Composing such a text, or a parser's pattern on it, can take very long. */
const maxLength = 1000;
/** What a text that is too long becomes: no parser accepts it, and it is not empty. */
const tooLong = '\ufffd';

/**
 * Rewrites a typed or pasted identifier with plain characters: invisible characters are dropped, any space becomes one
 * plain space, any dash a hyphen, and full-width digits and letters ordinary ones (NFKC). Surrounding spaces are trimmed.
 * For identifiers, numbers and codes only: a sentence keeps its characters. More than 1000 characters become one that is
 * part of no identifier.
 */
export const cleanIdentifier = (text: string): string =>
  text.length > maxLength
    ? tooLong
    : text
        .normalize('NFKC')
        .replace(invisible, '')
        .replace(dashes, '-')
        .replace(slashes, '/')
        .replace(/\s+/g, ' ')
        .trim();

/** A typed identifier without its spaces and dashes: `ÞB-X 42` is `ÞBX42`. */
export const compactIdentifier = (text: string): string => cleanIdentifier(text).replace(/[ -]/g, '');

const visible = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text shows nothing: it is empty, or all its characters are spaces or invisible. */
export const isBlank = (text: string): boolean => !visible.test(text);

/** Trims a text; one that shows nothing is empty. */
export const trimText = (text: string): string => (isBlank(text) ? '' : text.trim());
