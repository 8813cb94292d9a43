import { escapeHtml } from '@hofn/texts/html.ts';

/** HTML that needs no escaping. */
export type Html = { readonly html: string };

type Part = string | number | Html | undefined | false | readonly Html[];

const render = (part: Part): string => {
  if (part === undefined || part === false) return '';
  if (typeof part === 'object') return 'html' in part ? part.html : part.map(({ html }) => html).join('');
  return escapeHtml(String(part));
};

/** Template tag that escapes every value except `Html`. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Html => ({
  html: texts.map((text, index) => text + render(parts[index])).join(''),
});

/** Marks text from one of our own files as HTML. */
export const trusted = (text: string): Html => ({ html: text });
