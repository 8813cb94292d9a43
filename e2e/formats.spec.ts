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
const written = (made: Texts): string[] => {
  const lines: string[] = [];
  for (const language of made.languages) {
    for (let step = 0; step < 800; step += 1) {
      const instant = new Date(Date.UTC(1900, 0, 1) + step * 8_123_456_789);
      const amount = Math.round((step - 300) ** 3 / 7);
      lines.push(
        ...(['full', 'long', 'medium', 'short', 'day', 'month'] as const).map((style) =>
          made.formatDate(language, made.dayOfInstant(instant), style),
        ),
        made.formatDateTime(language, instant),
        made.formatMoney(language, amount),
        made.formatNumber(language, amount / 64),
        made.formatPercent(language, step / 8),
        made.pluralForm(language, step),
      );
    }
    lines.push(made.formatList(language, ['a', 'b', 'c']));
  }
  const letters = [...'aábcdðeéfghiíjklmnoópqrstuúvwxyýzþæöAÁÐÞÆÖ -0189'];
  const names = letters.flatMap((first) => letters.map((second) => `${second}${first}a`));
  return [...lines, ...names.sort(made.compare), ...names.map(made.foldForSearch)];
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

  const inBrowser = await page.evaluate<string[]>(`(${written.toString()})(globalThis.hofnTexts)`);
  const onServer = written(texts);
  expect(onServer.length).toBeGreaterThan(15_000);
  expect(inBrowser).toEqual(onServer);
  expect(onServer).toContain('mánudagur 1.\u00a0janúar 1900');
});
