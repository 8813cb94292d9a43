import { readdir } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import { shell as shellEnglish } from './catalogue/en/shell.ts';
import { portal } from './catalogue/is/portal.ts';
import { shell } from './catalogue/is/shell.ts';
import { errorText } from './error-text.ts';
import { setNoBreaks } from './no-breaks.ts';
import { type Catalogue, createTranslator, type Lookup, type TextKey, type Translate } from './translator.ts';

const texts = {
  greeting: { hello: 'Halló', to: 'Halló, {name}' },
  plural: { 'days.one': '{n} dagur', 'days.other': '{n} dagar' },
  errorCode: {
    notFound: 'Fannst ekki',
    unknownError: 'Óþekkt villa',
    'wait.one': '{n} mínúta',
    'wait.other': '{n} mínútur',
  },
} as const;
const t = createTranslator('is', texts);
const silent = () => vi.spyOn(console, 'warn').mockImplementation(() => {});

describe('look-up', () => {
  test('LANG-4: a text is looked up as category|key', () => {
    expect(t('greeting|hello')).toBe('Halló');
  });

  test('LANG-4: a missing text shows its key, with one warning per key and language', () => {
    const warn = silent();
    const missing = (language: 'is' | 'en', key: string) =>
      createTranslator<Record<string, Record<string, string>>>(language, {})(key as `${string}|${string}`);
    for (let round = 0; round < 3; round += 1) {
      expect(missing('is', 'greeting|gone')).toBe('greeting|gone');
      expect(missing('en', 'greeting|gone')).toBe('greeting|gone');
      expect(missing('is', 'greeting|other')).toBe('greeting|other');
    }
    expect(warn.mock.calls.map(([line]) => line)).toEqual([
      'No text in is for greeting|gone',
      'No text in en for greeting|gone',
      'No text in is for greeting|other',
    ]);
  });

  test('LANG-4: names of inherited object properties are not texts', () => {
    silent();
    for (const key of [
      'constructor|name',
      'greeting|constructor',
      'greeting|toString',
      '__proto__|x',
      'greeting',
      '|',
      '',
    ]) {
      expect(t.find(key)).toBeUndefined();
      expect(t(key as 'greeting|hello')).toBe(key);
    }
  });
});

describe('values', () => {
  test('placeholders are filled in: numbers are formatted, strings inserted as they are', () => {
    expect(t('greeting|to', { name: 'Þóra' })).toBe('Halló, Þóra');
    expect(t('greeting|to', { name: 12_345 })).toBe('Halló, 12.345');
    expect(createTranslator('en', texts)('greeting|to', { name: 12_345 })).toBe('Halló, 12,345');
  });

  test('values are never interpreted as placeholders or patterns', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('{name}', '$&', '{n}', "$'")), (name) => {
        expect(t('greeting|to', { name })).toBe(`Halló, ${name}`);
      }),
    );
  });

  test('LANG-8: the plural form depends on the language: 1 dagur, 11 dagar, 21 dagur', () => {
    const counted = [0, 1, 2, 11, 21, 1001].map((n) => t('plural|days', { n }));
    expect(counted).toEqual(['0 dagar', '1 dagur', '2 dagar', '11 dagar', '21 dagur', '1.001 dagur']);
    expect(createTranslator('en', texts)('plural|days', { n: 21 })).toBe('21 dagar');
  });
});

describe('errors', () => {
  test('LANG-5: an error code has the text in errorCode, an unknown one that of unknownError', () => {
    expect(errorText(t, 'notFound')).toBe('Fannst ekki');
    for (const code of ['brandNew', 'constructor', '', undefined])
      expect(errorText(t, code)).toBe('Óþekkt villa');
    expect(errorText(t, 'wait', { n: 1 })).toBe('1 mínúta');
  });

  test('LANG-5: a page without the error texts shows the key', () => {
    expect(errorText(createTranslator('is', {}), 'notFound')).toBe('errorCode|unknownError');
  });
});

test('keys and placeholders are type-checked, and a screen’s translator can be passed to its parts', () => {
  expectTypeOf<TextKey<typeof texts>>().toEqualTypeOf<
    | 'greeting|hello'
    | 'greeting|to'
    | 'plural|days'
    | 'errorCode|notFound'
    | 'errorCode|unknownError'
    | 'errorCode|wait'
  >();
  silent();
  // @ts-expect-error no such key
  t('greeting|nothing');
  // @ts-expect-error the name is missing
  t('greeting|to');
  // @ts-expect-error another name
  t('plural|days', { count: 1 });
  const screen = createTranslator('is', { ...shell, ...portal });
  const part: Translate<typeof shell> = screen;
  const english: Translate<typeof shell> = createTranslator('en', shellEnglish);
  const lookup: Lookup = part;
  expect([part('shell|login'), english('shell|login'), lookup.language]).toEqual([
    'Innskráning',
    'Log in',
    'is',
  ]);
});

describe('catalogues', async () => {
  // Reads all files, so that new groups are included automatically.
  const folder = new URL('./catalogue/', import.meta.url);
  const groups = (await readdir(new URL('is/', folder))).sort();
  const read = async (language: string): Promise<Map<string, string>> => {
    const modules = groups.map((group) => import(new URL(`${language}/${group}`, folder).href));
    const categories = (await Promise.all(modules))
      .flatMap((module: Record<string, Catalogue>) => Object.values(module))
      .flatMap(Object.entries<Record<string, string>>);
    return new Map(
      categories.flatMap(([category, entries]) =>
        Object.entries(entries).map(([key, text]): [string, string] => [`${category}|${key}`, text]),
      ),
    );
  };
  const icelandic = await read('is');
  const english = await read('en');
  const names = (text = '') => [...new Set(text.match(/\{\w+\}/g))].sort();

  test('LANG-6: both languages have the same keys, each with a text', async () => {
    expect((await readdir(new URL('en/', folder))).sort()).toEqual(groups);
    expect(icelandic.size).toBeGreaterThan(300);
    expect([...english.keys()]).toEqual([...icelandic.keys()]);
    for (const text of [...icelandic.values(), ...english.values()]) expect(text.trim()).not.toBe('');
  });

  test('LANG-6: both languages have the same placeholders', () => {
    for (const [key, text] of icelandic) expect([key, names(english.get(key))]).toEqual([key, names(text)]);
  });

  test('LANG-6: a text with a count has both plural forms', () => {
    // A key may also end in `other` for «other»; a plural form contains its count.
    const counted = [...icelandic]
      .filter(([key, text]) => key.endsWith('.one') || (key.endsWith('.other') && text.includes('{n}')))
      .map(([key]) => key);
    expect(counted.length).toBeGreaterThan(0);
    for (const key of counted) {
      const word = key.replace(/\.\w+$/, '');
      expect(icelandic.has(`${word}.one`) && icelandic.has(`${word}.other`)).toBe(true);
    }
  });

  test('LANG-8: every text has no-break spaces in numbers with units, times and phone numbers', () => {
    for (const [key, text] of [...icelandic, ...english])
      expect([key, text]).toEqual([key, setNoBreaks(text)]);
  });

  test('LANG-6: no text says please, oops or invalid, and quotes and apostrophes are those of the language', () => {
    for (const [key, text] of english) {
      expect([key, text]).not.toEqual([key, expect.stringMatching(/\bplease\b|\boops\b|\binvalid\b|["']/i)]);
    }
    for (const [key, text] of icelandic) {
      expect([key, text]).not.toEqual([key, expect.stringMatching(/vinsamlega|\bógild|["'“](?=\p{L})/iu)]);
    }
  });
});
