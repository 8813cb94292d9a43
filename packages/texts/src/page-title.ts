import type { Language } from './language.ts';

/** Default page titles (rule LANG-7). */
const defaults = { is: 'Tryggingar og góð þjónusta', en: 'Insurance and Service' };

/** The document's title: `<page> · <default>`, or the default alone (rule LANG-7). */
export const pageTitle = (language: Language, page?: string): string =>
  page ? `${page} · ${defaults[language]}` : defaults[language];
