import { expect, test, vi } from 'vitest';
import { joinTexts } from './join-texts.ts';
import { createTranslator } from './translator.ts';

const page = createTranslator('is', { global: { close: 'Loka', stay: 'Vera áfram' } });
const more = createTranslator('is', { global: { close: 'Loka eyðublaði' }, form: { sum: 'Alls {n} kr.' } });

test('texts of a part come before those of the page around it, and fill in placeholders', () => {
  const t = joinTexts<{ global: { close: string; stay: string }; form: { sum: 'Alls {n} kr.' } }>(more, page);
  expect([t('global|close'), t('global|stay'), t('form|sum', { n: 1500 })]).toEqual([
    'Loka eyðublaði',
    'Vera áfram',
    'Alls 1.500 kr.',
  ]);
  expect(t.language).toBe('is');
});

test('LANG-4: a text that neither has is shown as its key, with a warning; so it is where the part stands alone', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const t = joinTexts<{ global: { gone: string } }>(more, page);
  expect([t('global|gone'), t.find('global|gone')]).toEqual(['global|gone', undefined]);
  expect(warn).toHaveBeenCalledOnce();
  expect(joinTexts<{ global: { stay: string } }>(more, undefined).find('global|stay')).toBeUndefined();
  warn.mockRestore();
});
