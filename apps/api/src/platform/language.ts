import { isLanguage, type Language, shortCode } from '@hofn/texts';

/** The reader's language by `Accept-Language` (RFC 9110): the supported one with the highest weight, else Icelandic. */
export const languageOf = (header: string | undefined): Language => {
  if (header === 'is' || header === 'en') return header;
  let best: { language: Language; weight: number } | undefined;
  for (const part of (header ?? '').slice(0, 500).split(',')) {
    const [range = '', ...parameters] = part.split(';');
    const language = shortCode(range.trim());
    const quality = parameters.map((text) => /^\s*q=([\d.]+)\s*$/i.exec(text)?.[1]).find(Boolean);
    const weight = quality === undefined ? 1 : Number(quality);
    if (isLanguage(language) && weight > (best?.weight ?? 0)) best = { language, weight };
  }
  return best?.language ?? 'is';
};

/** Picks the Icelandic or the English of two columns, texts or titles. */
export const pick = <Is, En>(language: Language, is: Is, en: En): Is | En => (language === 'is' ? is : en);
