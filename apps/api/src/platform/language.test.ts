import { expect, test } from 'vitest';
import { languageOf } from './language.ts';

test('LANG-1: Icelandic is the default, even when only other languages are accepted', () => {
  expect(languageOf(undefined)).toBe('is');
  expect(languageOf('')).toBe('is');
  expect(languageOf('pl, de;q=0.8')).toBe('is');
  expect(languageOf('*')).toBe('is');
});

test('the language with the highest weight is chosen, by its first two letters', () => {
  expect(languageOf('en')).toBe('en');
  expect(languageOf('en-GB,en;q=0.9,is;q=0.8')).toBe('en');
  expect(languageOf('en;q=0.7, is-IS;q=0.8')).toBe('is');
  expect(languageOf('is;q=0, en;q=0.1')).toBe('en');
  expect(languageOf('EN-gb, is;q=0.9, en;q=0.8')).toBe('en');
  expect(languageOf('is;q=0')).toBe('is');
  expect(languageOf(';q=1,,;;en;q=x, =')).toBe('is');
});
