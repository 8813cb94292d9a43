import { claimLineNames, claimLineOf } from '@hofn/domain/claim-form.ts';
import { claimForm as english } from '@hofn/texts/catalogue/en/claim-form.ts';
import { claimForm as icelandic } from '@hofn/texts/catalogue/is/claim-form.ts';
import { expect, test } from 'vitest';

test.each([
  ['Icelandic', icelandic],
  ['English', english],
])('every cause, field, option and missing answer of a claim has words in %s', (_language, texts) => {
  const nameless = claimLineNames.flatMap((line) => {
    const { causes, fields } = claimLineOf(line);
    return [
      ...causes.map((cause) => ['claimCause', `${line}.${cause}`] as const),
      ...fields.flatMap(({ name, options = [], required }) => [
        ['claimField', name] as const,
        ...options.map((option) => ['claimOption', `${name}.${option}`] as const),
        ...(required || options.length > 0
          ? [['claimFault', `required${name.charAt(0).toUpperCase()}${name.slice(1)}`] as const]
          : []),
      ]),
    ].flatMap(([group, key]) => (key in texts[group] ? [] : [`${group}|${key}`]));
  });
  expect(nameless).toEqual([]);
});
