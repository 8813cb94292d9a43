// @vitest-environment happy-dom
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TextsContext } from '../../engine/texts.ts';
import { ListFilters } from './ListFilters.tsx';

const texts = createTranslator('is', { ...shell, ...portal });
let page: HTMLElement;
let root: Root;
beforeEach(() => {
  page = document.createElement('div');
  root = createRoot(page);
});
afterEach(() => root.unmount());

const show = (rows: number | undefined, activeCount = 0) => {
  const list = { filter: { search: '' }, setFields: () => {}, clear: () => {}, activeCount };
  flushSync(() =>
    root.render(
      <TextsContext value={texts}>
        <ListFilters list={list} searchLabel="Leita" searchHint="" {...(rows !== undefined && { rows })}>
          <input />
        </ListFilters>
      </TextsContext>,
    ),
  );
};
const folds = () => page.querySelector('search')?.hasAttribute('data-folds');
const fold = () => page.querySelector<HTMLButtonElement>('button[aria-controls]');

test('HOLD-22: the filters of a list below 15 rows are folded until they are asked for', () => {
  show(14);
  expect(folds()).toBe(true);
  expect(fold()?.getAttribute('aria-expanded')).toBe('false');
  flushSync(() => fold()?.click());
  expect(fold()?.getAttribute('aria-expanded')).toBe('true');
  // A filter that is set there leaves the fold to the reader.
  show(3, 1);
  expect(folds()).toBe(true);
  expect(fold()?.textContent).toBe('Síur (1)');
  flushSync(() => fold()?.click());
  expect(fold()?.getAttribute('aria-expanded')).toBe('false');
});

test('the filters of a long list are shown, and stay when they make it short', () => {
  show(0);
  expect(folds()).toBe(true);
  show(15);
  expect(folds()).toBe(false);
  show(2, 1);
  expect(folds()).toBe(false);
  show(2);
  expect(folds()).toBe(false);
});

test('the filters of a short list are shown while one of them is set', () => {
  show(3, 1);
  expect(folds()).toBe(false);
});

test('a list that does not tell its rows shows its filters', () => {
  show(undefined);
  expect(folds()).toBe(false);
});
