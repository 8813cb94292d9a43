import { staffError as english } from '@hofn/texts/catalogue/en/staff-error.ts';
import { staffError as icelandic } from '@hofn/texts/catalogue/is/staff-error.ts';
import { pathOf } from '@hofn/texts/paths.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { base } from '../src/engine/paths.ts';

const translators = { is: createTranslator('is', icelandic), en: createTranslator('en', english) };

/** Says on the staff host that a page failed or does not exist: without scripts, menu or anything for customers. */
export const staffErrorDocument = (
  language: 'is' | 'en',
  status: 404 | 500 | 503 | 504,
  styles: readonly string[],
): string => {
  const t = translators[language];
  const isMissing = status === 404;
  const title = t(isMissing ? 'staffError|missing' : 'staffError|failed');
  const text = t(isMissing ? 'staffError|missingText' : 'staffError|failedText');
  // An empty address is the page itself.
  const retry = isMissing ? '' : `<p><a href="">${t('staffError|retry')}</a></p>`;
  const queue = `${base}${pathOf('staff.queue', language)}/`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – ${t('staffError|name')}</title>
${styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
</head>
<body>
<header class="plain-bar"><p class="page-width">${t('staffError|name')}</p></header>
<main class="page-width plain-page" id="main">
<h1>${title}</h1>
<p>${text}</p>
${retry}
<p><a href="${queue}">${t('staffError|queue')}</a></p>
</main>
</body>
</html>
`;
};
