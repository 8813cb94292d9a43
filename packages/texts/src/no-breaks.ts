const months =
  'janúar|febrúar|mars|apríl|maí|júní|júlí|ágúst|september|október|nóvember|desember|' +
  'January|February|March|April|May|June|July|August|September|October|November|December';
const units = 'm\\.kr\\.|kr\\.|%|‰|km|m²|mm|cm|m|kg|MB|GB|EUR|kW|klst\\.';

// Patterns of spaces at which a line must not break. A `{name}` is a placeholder for a number.
const patterns = [
  new RegExp(`(?<=[\\d}]) (?=(?:${units})(?![\\p{L}\\d]))`, 'gu'),
  /(?<=\b(?:ISK|kl\.|nr\.)) (?=[\d{])/gu,
  new RegExp(`(?<=\\d\\.?) (?=(?:${months})(?!\\p{L}))`, 'gu'),
  /(?<=(?<![\d.,])(?:\d{3}|\+\d{2,3}|\+\d{2,3}[ \u00a0]\d{4})) (?=\d{4}(?![\d.,]\d))/gu,
];

/**
 * Inserts no-break spaces between a number and its unit, a day and its month, and within times and phone numbers:
 * `1.234 kr.`, `20 %`, `21. nóvember`, `kl. 9.00`, `560 5000`. Content is written with plain spaces and converted here
 * on its way to a page. Idempotent.
 */
export const setNoBreaks = (text: string): string =>
  patterns.reduce((result, pattern) => result.replace(pattern, '\u00a0'), text);
