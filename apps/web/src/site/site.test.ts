import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { iconNames } from '@hofn/ui/icons/names.ts';
import { type IllustrationName, illustrationNames, portraitNames } from '@hofn/ui/illustrations/names.ts';
import { expect, test } from 'vitest';
import { linksIn } from '../parts/Rich.tsx';
import { withPictures } from './Group.tsx';

const content = fileURLToPath(new URL('../../../../content/', import.meta.url));

/** Every value of a field, anywhere in the content. */
const valuesOf = (field: string): string[] =>
  globSync('**/*.json', { cwd: content }).flatMap((file) =>
    [...readFileSync(`${content}${file}`, 'utf8').matchAll(new RegExp(`"${field}": "([^"]*)"`, 'g'))].map(
      ([, value]) => value ?? '',
    ),
  );

test.each([
  ['icon', iconNames],
  ['illustration', illustrationNames],
  ['portrait', portraitNames],
] as const)('every %s that the content names is drawn', (field, names: readonly string[]) => {
  const used = valuesOf(field);
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((name) => !names.includes(name))).toEqual([]);
});

test('each figure about the company stands on the page of the annual report that it names, in both languages', () => {
  const { items } = JSON.parse(readFileSync(`${content}figures/figures.json`, 'utf8'));
  expect(items.length).toBeGreaterThan(1);
  for (const { value, page } of items) {
    const report = JSON.parse(readFileSync(`${content}report/${page.replace('report.', '')}.json`, 'utf8'));
    for (const language of ['is', 'en'] as const) {
      const texts = [
        ...report.body,
        ...report.keyFigures.map((figure: { value: object }) => ({ text: figure.value })),
      ]
        .map(({ text }) => text?.[language] ?? '')
        .join(' ');
      expect(texts, page).toContain(value[language]);
    }
  }
});

test('no picture is shown twice on a page of products', () => {
  const product = (illustration: IllustrationName) => ({ illustration });
  const groups = withPictures([
    { products: [product('family'), product('table')] },
    { products: [product('family'), product('heartRate')] },
    { products: [product('family')] },
  ]);
  expect(groups.map(({ picture }) => picture)).toEqual(['family', 'heartRate', undefined]);
});

test.each([
  ['Hringdu í 112 ef einhver er slasaður.', ['tel:112']],
  ['Sími 560 5000, líka 560\u00a05000.', ['tel:5605000', 'tel:5605000']],
  ['Erlendis er það +45 0000\u00a00112.', ['tel:+4500000112']],
  ['Frá útlöndum +354 560 5000.', ['tel:+3545605000']],
  ['Hækkar um +2 500 kr., eða +12%', []],
  ['Skrifaðu á hofn@hofn.example.', ['mailto:hofn@hofn.example']],
  ['Frá 65.000 til 250.000 kr. í allt að 112,5 daga', []],
  ['Lög nr. 112/2022 og 1120 manns', []],
  ['', []],
])('telephone numbers and addresses in «%s» are links', (text, links) => {
  const parts = linksIn(text);
  expect(parts.flatMap(({ href }) => href || [])).toEqual(links);
  expect(parts.map(({ part }) => part).join('')).toBe(text);
});

test('LIFE-11: a number abroad is a link however the setting writes it', () => {
  const numbers = ['+44 20 7946 0018', '+1 202 555 0143', '+3545605000', '+45 0000 0112'];
  for (const number of numbers) {
    const href = `tel:${number.replaceAll(' ', '')}`;
    expect(linksIn(`Hringdu í ${number}.`)[1], number).toMatchObject({ part: number, href });
  }
});
