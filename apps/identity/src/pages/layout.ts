import { type Language, pageTitle } from '@hofn/texts';
import type { Assets } from './assets.ts';
import { type Html, html } from './html.ts';
import type { Texts } from './texts.ts';

/** Texts, assets and addresses that every page needs. */
export type Frame = { t: Texts; assets: Assets; siteUrl: string };

export type Page = {
  /** Also the page's heading, unless the heading is shorter. */
  title: string;
  body: Html;
  /** The same page in the other language; left out where there is none. */
  switchTo?: string;
  /** Extra elements for the page's head. */
  head?: Html;
};

const otherLanguage: Record<Language, Language> = { is: 'en', en: 'is' };

/** A complete page in the product's design. It works without scripts and loads nothing from other origins. */
export const layout = ({ t, assets, siteUrl }: Frame, { title, body, switchTo, head }: Page): string => {
  const other = otherLanguage[t.language];
  return html`<!doctype html>
<html lang="${t.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${pageTitle(t.language, title)}</title>
<link rel="icon" href="${assets.icon}" type="image/svg+xml">
<link rel="preload" href="${assets.font}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${assets.style}">
<script type="module" src="${assets.script}"></script>
${head !== undefined && head}
</head>
<body>
<a class="skip" href="#main">${t('shell|skipToMain')}</a>
<header class="bar"><div class="page-width">
<a class="logo" href="${siteUrl}" aria-label="${t('auth|backToSite')}"><svg width="112" height="36" viewBox="0 0 112 36" aria-hidden="true">${assets.logo}</svg></a>
${switchTo !== undefined && html`<a class="switch" href="${switchTo}" lang="${other}" hreflang="${other}">${t('shell|otherLanguage')}</a>`}
</div></header>
<main id="main" class="sign" tabindex="-1">
<div class="sea"></div>
<svg class="harbour" viewBox="0 0 760 440" aria-hidden="true">${assets.harbour}</svg>
<div class="page-width column"><div>
${body}
</div></div>
</main>
</body>
</html>
`.html;
};
