import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chooseLanguage,
  languageOfPath,
  languageStorageKey,
  languages,
  settleLanguage,
  shortCode,
} from './language.ts';
import { paths } from './paths.ts';
import { pageTitle } from './title.ts';

test('LANG-1: Icelandic is the default and carries no prefix; English paths start with /en', () => {
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

  test('LANG-2: a path decides, whatever was stored; what is stored serves where a path has none', () => {
    expect(chooseLanguage('/tryggingar', 'en')).toEqual({ language: 'is' });
    expect(chooseLanguage('/en/insurance', 'is')).toEqual({ language: 'en' });
    expect(chooseLanguage(undefined, 'en')).toEqual({ language: 'en' });
    expect(chooseLanguage(undefined, null)).toEqual({ language: 'is' });
    expect(chooseLanguage(undefined, '')).toEqual({ language: 'is' });
  });

  test('LANG-3: a language that is not available, of path or session, leads to /404 and the choice is Icelandic again', () => {
    const notFound = { language: 'is', redirect: '/404' };
    expect(chooseLanguage('/en/insurance', null, ['is'])).toEqual(notFound);
    expect(chooseLanguage('/pl/ubezpieczenie', 'en')).toEqual(notFound);
    expect(chooseLanguage(undefined, 'pl')).toEqual(notFound);
    expect(chooseLanguage(undefined, 'en-GB', ['is'])).toEqual(notFound);
  });

  test('LANG-3: after the fallback the next page opens, whatever was stored', () => {
    fc.assert(
      fc.property(fc.string(), (stored) => {
        const { language } = chooseLanguage(undefined, stored, ['is']);
        expect(chooseLanguage(undefined, language, ['is'])).toEqual({ language: 'is' });
      }),
    );
  });
});

describe('storage', () => {
  const storage = (kept: Map<string, string>) => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });

  test('LANG-2: a path writes the choice, and a page without a language reads it', () => {
    const kept = new Map<string, string>();
    expect(settleLanguage('/en/insurance', storage(kept))).toEqual({ language: 'en' });
    expect(kept.get(languageStorageKey)).toBe('en');
    expect(settleLanguage(undefined, storage(kept))).toEqual({ language: 'en' });
    expect(settleLanguage('/', storage(kept))).toEqual({ language: 'is' });
    expect(kept.get(languageStorageKey)).toBe('is');
  });

  test('LANG-3: the stored choice falls back to Icelandic', () => {
    const kept = new Map([[languageStorageKey, 'pl']]);
    expect(settleLanguage(undefined, storage(kept))).toMatchObject({ redirect: '/404' });
    expect(kept.get(languageStorageKey)).toBe('is');
    expect(settleLanguage(undefined, storage(kept))).toEqual({ language: 'is' });
  });

  test('LANG-2: a browser that refuses storage is served by the path alone', () => {
    const blocked = {
      getItem: (): string => {
        throw new Error('SecurityError');
      },
      setItem: (): void => {
        throw new Error('QuotaExceededError');
      },
    };
    expect(settleLanguage('/en/insurance', blocked)).toEqual({ language: 'en' });
    expect(settleLanguage(undefined, blocked)).toEqual({ language: 'is' });
  });
});

test('LANG-7: the default title stands alone, or after the page’s own', () => {
  expect(pageTitle('is')).toBe('Tryggingar og góð þjónusta');
  expect(pageTitle('en')).toBe('Insurance and Service');
  expect(pageTitle('is', 'Skilmálar')).toBe('Skilmálar · Tryggingar og góð þjónusta');
  expect(pageTitle('en', 'Terms')).toBe('Terms · Insurance and Service');
});
