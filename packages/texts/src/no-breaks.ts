const months =
  'janúar|febrúar|mars|apríl|maí|júní|júlí|ágúst|september|október|nóvember|desember|' +
  'January|February|March|April|May|June|July|August|September|October|November|December';
const units = 'm\\.kr\\.|kr\\.|%|‰|km|m²|mm|cm|m|kg|MB|GB|EUR|kW|klst\\.';

// Each finds a space that a line must not break at. A `{name}` stands for a number to come.
const places = [
  new RegExp(`(?<=[\\d}]) (?=(?:${units})(?![\\p{L}\\d]))`, 'gu'),
  /(?<=\b(?:ISK|kl\.|nr\.)) (?=[\d{])/gu,
  new RegExp(`(?<=\\d\\.?) (?=(?:${months})(?!\\p{L}))`, 'gu'),
  /(?<=(?<![\d.,])(?:\d{3}|\+\d{2,3}|\+\d{2,3}[ \u00a0]\d{4})) (?=\d{4}(?![\d.,]\d))/gu,
];

/**
 * Sets no-break spaces where a plain text has a number with its unit, a day with its month, a time or a telephone
 * number: `1.234 kr.`, `20 %`, `21. nóvember`, `kl. 9.00`, `560 5000`. Content is written with plain spaces and passes
 * here on its way to a page; a text that passed once comes back as it is.
 */
export const setNoBreaks = (text: string): string =>
  places.reduce((done, place) => done.replace(place, '\u00a0'), text);
