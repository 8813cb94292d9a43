import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chooseAndStoreLanguage,
  chooseLanguage,
  languageOfPath,
  languageStorageKey,
  languages,
  shortCode,
} from './language.ts';
import { pageTitle } from './page-title.ts';
import { paths } from './paths.ts';

test('LANG-1: Icelandic is the default and has no prefix; English paths start with /en', () => {
  expect(languages).toEqual(['is', 'en']);
  expect(paths.length).toBeGreaterThan(100);
  for (const row of paths) {
    expect([row.is, languageOfPath(row.is)]).toEqual([row.is, 'is']);
    expect([row.en, languageOfPath(row.en)]).toEqual([row.en, 'en']);
    expect(row.en === '/en' || row.en.startsWith('/en/')).toBe(true);
    expect(row.is.startsWith('/en/')).toBe(false);
  }
  expect(languageOfPath('/english')).toBe('is');
  expect(languageOfPath('/endurnyjun')).toBe('is');
});

describe('choice', () => {
  test('LANG-2: a code is cut to its first two characters', () => {
    expect(['is-IS', 'en_GB', 'EN', 'is'].map(shortCode)).toEqual(['is', 'en', 'en', 'is']);
    expect(chooseLanguage(undefined, 'en-GB')).toEqual({ language: 'en' });
    expect(chooseLanguage(undefined, 'is-IS')).toEqual({ language: 'is' });
  });

  test('LANG-2: the path decides; the stored choice applies only without a path', () => {
    expect(chooseLanguage('/tryggingar', 'en')).toEqual({ language: 'is' });
    expect(chooseLanguage('/en/insurance', 'is')).toEqual({ language: 'en' });
    expect(chooseLanguage(undefined, 'en')).toEqual({ language: 'en' });
    expect(chooseLanguage(undefined, null)).toEqual({ language: 'is' });
    expect(chooseLanguage(undefined, '')).toEqual({ language: 'is' });
  });

  test('LANG-3: an unavailable language, in path or session, leads to /404 and resets the choice to Icelandic', () => {
    const notFound = { language: 'is', redirect: '/404' };
    expect(chooseLanguage('/en/insurance', null, ['is'])).toEqual(notFound);
    expect(chooseLanguage('/pl/ubezpieczenie', 'en')).toEqual(notFound);
    expect(chooseLanguage(undefined, 'pl')).toEqual(notFound);
    expect(chooseLanguage(undefined, 'en-GB', ['is'])).toEqual(notFound);
  });

  test('LANG-3: after the fallback the next page opens normally, whatever was stored', () => {
    fc.assert(
      fc.property(fc.string(), (stored) => {
        const { language } = chooseLanguage(undefined, stored, ['is']);
        expect(chooseLanguage(undefined, language, ['is'])).toEqual({ language: 'is' });
      }),
    );
  });
});

describe('storage', () => {
  const storage = (values: Map<string, string>) => ({
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  });

  test('LANG-2: a path stores the choice, and a page without a language uses it', () => {
    const values = new Map<string, string>();
    expect(chooseAndStoreLanguage('/en/insurance', storage(values))).toEqual({ language: 'en' });
    expect(values.get(languageStorageKey)).toBe('en');
    expect(chooseAndStoreLanguage(undefined, storage(values))).toEqual({ language: 'en' });
    expect(chooseAndStoreLanguage('/', storage(values))).toEqual({ language: 'is' });
    expect(values.get(languageStorageKey)).toBe('is');
  });

  test('LANG-3: the stored choice falls back to Icelandic', () => {
    const values = new Map([[languageStorageKey, 'pl']]);
    expect(chooseAndStoreLanguage(undefined, storage(values))).toMatchObject({ redirect: '/404' });
    expect(values.get(languageStorageKey)).toBe('is');
    expect(chooseAndStoreLanguage(undefined, storage(values))).toEqual({ language: 'is' });
  });

  test('LANG-2: if storage is blocked, the path alone decides', () => {
    const blocked = {
      getItem: (): string => {
        throw new Error('SecurityError');
      },
      setItem: (): void => {
        throw new Error('QuotaExceededError');
      },
    };
    expect(chooseAndStoreLanguage('/en/insurance', blocked)).toEqual({ language: 'en' });
    expect(chooseAndStoreLanguage(undefined, blocked)).toEqual({ language: 'is' });
  });
});

test('LANG-7: the title is the default, or the page’s own followed by the default', () => {
  expect(pageTitle('is')).toBe('Tryggingar og góð þjónusta');
  expect(pageTitle('en')).toBe('Insurance and Service');
  expect(pageTitle('is', 'Skilmálar')).toBe('Skilmálar · Tryggingar og góð þjónusta');
  expect(pageTitle('en', 'Terms')).toBe('Terms · Insurance and Service');
});
