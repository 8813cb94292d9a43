import { escapeHtml } from '@hofn/texts/html.ts';

/** HTML that is safe to put on a page as it stands. */
export type Html = { readonly html: string };

type Part = string | number | Html | undefined | false | readonly Html[];

const render = (part: Part): string => {
  if (part === undefined || part === false) return '';
  if (typeof part === 'object') return 'html' in part ? part.html : part.map(({ html }) => html).join('');
  return escapeHtml(String(part));
};

/** A template whose every value is escaped, unless it is HTML from this function already. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Html => ({
  html: texts.map((text, index) => text + render(parts[index])).join(''),
});

/** Marks text from a file of our own as HTML. */
export const trusted = (text: string): Html => ({ html: text });
