import { escapeHtml } from '@hofn/texts/html.ts';
import { pageTitle } from '@hofn/texts/page-title.ts';
import { embeddedPageId, failureId, rootId } from '../src/engine/embedded-page.ts';
import { base } from '../src/engine/paths.ts';
import type { PageData } from '../src/engine/types.ts';
import { barColours, manifestFile, touchIcon } from './app-manifest.ts';
import { bootstrapScript } from './bootstrap-script.ts';
import { embed } from './embed-json.ts';
import { headScript } from './head-script.ts';

/** Files that a document names, as absolute paths. */
export type DocumentAssets = { styles: string[]; font?: string; icon?: string };

/** What a document contains besides the page's markup. */
export type DocumentParts = {
  page: PageData;
  /** JSON of the other fields of `EmbeddedPage`, as `embed` writes it: many pages have the same. */
  embedded: string;
  /** Markup of the drawings that the page shows. */
  drawings: string;
  /** Markup of the error notice. */
  failure: string;
  assets: DocumentAssets;
  /** The page's own head elements. */
  head: readonly string[];
};

/** The HTML document of a page around its markup. */
export const documentOf = (
  markup: string,
  { page, embedded, drawings, failure, assets: { styles, font, icon }, head: more }: DocumentParts,
): string => {
  const { language, title, description, area } = page.result.pageContext;
  const head = [
    '<meta charset="utf-8">',
    // The portal's bar at the bottom of a phone leaves room for what the system shows there.
    `<meta name="viewport" content="width=device-width, initial-scale=1${area === 'portal' ? ', viewport-fit=cover' : ''}">`,
    `<script>${headScript}</script>`,
    `<title>${escapeHtml(pageTitle(language, title))}</title>`,
    description && `<meta name="description" content="${escapeHtml(description)}">`,
    font && `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`,
    ...styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    icon && `<link rel="icon" href="${icon}" type="image/svg+xml">`,
    `<link rel="manifest" href="${base}/${manifestFile(language)}">`,
    `<link rel="apple-touch-icon" href="${base}/${touchIcon}">`,
    ...Object.entries(barColours).map(
      ([look, colour]) =>
        `<meta name="theme-color" media="(prefers-color-scheme: ${look})" content="${colour}">`,
    ),
    ...more,
  ];
  return [
    '<!DOCTYPE html>',
    `<html lang="${language}">`,
    `<head>${head.filter(Boolean).join('')}</head>`,
    '<body>',
    `<div id="${rootId}">${markup}</div>${drawings}`,
    `<template id="${failureId}">${failure}</template>`,
    `<script type="application/json" id="${embeddedPageId}">{"page":${embed(page)},${embedded.slice(1)}</script>`,
    `<script type="module" async>${bootstrapScript}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
};
