import { compactIdentifier } from './typed-text.ts';

/** The three digits of an Icelandic postal code, also when written with the country, `IS-101`; undefined if invalid. */
export const parsePostalCode = (text: string): string | undefined =>
  /^(?:IS)?(\d{3})$/i.exec(compactIdentifier(text))?.[1];
