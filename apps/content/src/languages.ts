import type { Language } from '@hofn/texts';

/** Document languages with their codes in the read protocol; the first is the default. */
export const contentLanguages = [
  { id: 'is', name: 'Íslenska', language: 'is' },
  { id: 'en-gb', name: 'English', language: 'en' },
] as const satisfies readonly { id: string; name: string; language: Language }[];

export type Lang = (typeof contentLanguages)[number]['id'];

export const defaultLang: Lang = contentLanguages[0].id;

export const isLang = (value: unknown): value is Lang => contentLanguages.some(({ id }) => id === value);
