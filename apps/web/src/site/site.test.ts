import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { iconNames } from '@hofn/ui/icons/names.ts';
import { illustrationNames } from '@hofn/ui/illustrations/names.ts';
import { expect, test } from 'vitest';
import { phonesIn } from './Rich.tsx';

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
] as const)('every %s that the content names is drawn', (field, names: readonly string[]) => {
  const used = valuesOf(field);
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((name) => !names.includes(name))).toEqual([]);
});

test.each([
  ['Hringdu í 112 ef einhver er slasaður.', ['112']],
  ['Sími 560 5000, líka 560\u00a05000.', ['560 5000', '560\u00a05000']],
  ['Frá 65.000 til 250.000 kr. í allt að 112,5 daga', []],
  ['Lög nr. 112/2022 og 1120 manns', []],
  ['', []],
])('telephone numbers in «%s» can be called', (text, numbers) => {
  const parts = phonesIn(text);
  expect(parts.filter(({ isPhone }) => isPhone).map(({ part }) => part)).toEqual(numbers);
  expect(parts.map(({ part }) => part).join('')).toBe(text);
});
