// @vitest-environment happy-dom
import type { ClaimLine } from '@hofn/domain/claim-form.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hasDraft } from './draft-key.ts';
import { useVisitorDraft } from './useVisitorDraft.ts';

let root: Root;
let form: ReturnType<typeof useVisitorDraft>;

const Form = ({ line }: { line: ClaimLine }) => {
  form = useVisitorDraft(line);
  return null;
};

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  sessionStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

const open = async (line: ClaimLine) => {
  root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Form line={line} />));
};
const leave = () => act(async () => root.unmount());
const write = (name: string) =>
  act(async () => form.change((draft) => ({ ...draft, reporter: { ...draft.reporter, name } })));

test('an empty draft is not resumed; the next page’s line applies', async () => {
  await open('home');
  expect(form.isStored).toBe(true);
  await act(async () => form.change((draft) => ({ ...draft, line: 'vehicle' })));
  await leave();
  expect(hasDraft(sessionStorage)).toBe(false);
  await open('windscreen');
  expect(form.draft.line).toBe('windscreen');
  await leave();
});

test('a draft with input keeps its line on every page until the input is erased', async () => {
  await open('home');
  await write('Þóra Prófsdóttir');
  await leave();
  expect(hasDraft(sessionStorage)).toBe(true);
  await open('windscreen');
  expect(form.draft).toMatchObject({ line: 'home', reporter: { name: 'Þóra Prófsdóttir' } });
  await write('');
  await leave();
  expect(hasDraft(sessionStorage)).toBe(false);
});
