import { languages } from '@hofn/texts/language.ts';
import { pageTitle } from '@hofn/texts/title.ts';
import { type EmbeddedPage, embeddedId, rootId } from '../engine/embedded.ts';
import { withBase } from '../engine/paths.ts';
import { bootstrapScript } from './bootstrap.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

/** JSON that can stand in a script element: nothing in it ends the element or begins a comment. */
const embed = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Files that a document names, as whole paths. */
export type DocumentAssets = { styles: string[]; font?: string; icon?: string };

/** Keeps a page out of search engines and the sitemap when its path says so. */
export type DocumentOptions = { index: boolean };

/** The whole HTML document of a page around its markup. */
export const documentOf = (
  markup: string,
  embedded: EmbeddedPage,
  { styles, font, icon }: DocumentAssets,
  { index }: DocumentOptions,
): string => {
  const { language, title, description, alternates } = embedded.page.result.pageContext;
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(pageTitle(language, title))}</title>`,
    description && `<meta name="description" content="${escapeHtml(description)}">`,
    !index && '<meta name="robots" content="noindex">',
    font && `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`,
    ...styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    icon && `<link rel="icon" href="${icon}" type="image/svg+xml">`,
    ...languages.flatMap((other) => {
      const path = alternates[other];
      return index && path ? [`<link rel="alternate" hreflang="${other}" href="${withBase(path)}">`] : [];
    }),
  ];
  return [
    '<!DOCTYPE html>',
    `<html lang="${language}">`,
    `<head>${head.filter(Boolean).join('')}</head>`,
    '<body>',
    `<div id="${rootId}">${markup}</div>`,
    `<script type="application/json" id="${embeddedId}">${embed(embedded)}</script>`,
    `<script>${bootstrapScript}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
};
