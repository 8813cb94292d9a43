import { fileURLToPath } from 'node:url';
import * as texts from '@hofn/texts';
import { expect, test } from '@playwright/test';
import { build } from 'vite';

type Texts = typeof texts;

declare global {
  // Set by the bundle below.
  var hofnTexts: Texts;
}

/** Formatted days, instants, amounts, counts and sorted names, in both languages. */
const formatAll = (texts: Texts): string[] => {
  const lines: string[] = [];
  for (const language of texts.languages) {
    for (let step = 0; step < 800; step += 1) {
      const instant = new Date(Date.UTC(1900, 0, 1) + step * 8_123_456_789);
      const amount = Math.round((step - 300) ** 3 / 7);
      lines.push(
        ...(['full', 'long', 'medium', 'short', 'day', 'month'] as const).map((style) =>
          texts.formatDate(language, texts.dayOfInstant(instant), style),
        ),
        texts.formatDateTime(language, instant),
        texts.formatMoney(language, amount),
        texts.formatNumber(language, amount / 64),
        texts.formatPercent(language, step / 8),
        texts.pluralForm(language, step),
      );
    }
    lines.push(texts.formatList(language, ['a', 'b', 'c']));
  }
  const letters = [...'aábcdðeéfghiíjklmnoópqrstuúvwxyýzþæöAÁÐÞÆÖ -0189'];
  const names = letters.flatMap((first) => letters.map((second) => `${second}${first}a`));
  return [...lines, ...names.sort(texts.compareIcelandic), ...names.map(texts.foldForSearch)];
};

// A reader far from Iceland whose browser uses another language.
test.use({ locale: 'en-US', timezoneId: 'Pacific/Auckland' });

test('LANG-8: a browser in another time zone and language formats and sorts exactly as the server does', async ({
  page,
}) => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: {
        entry: fileURLToPath(new URL('../packages/texts/src/index.ts', import.meta.url)),
        formats: ['iife'],
        name: 'hofnTexts',
      },
    },
  });
  const [chunk] = [built].flat().flatMap((result) => ('output' in result ? result.output : []));
  if (chunk?.type !== 'chunk') throw new Error('the texts were not built');
  await page.addScriptTag({ content: `${chunk.code};globalThis.hofnTexts = hofnTexts;` });

  const inBrowser = await page.evaluate<string[]>(`(${formatAll.toString()})(globalThis.hofnTexts)`);
  const onServer = formatAll(texts);
  expect(onServer.length).toBeGreaterThan(15_000);
  expect(inBrowser).toEqual(onServer);
  expect(onServer).toContain('mánudagur 1.\u00a0janúar 1900');
});
