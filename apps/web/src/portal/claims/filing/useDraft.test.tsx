// @vitest-environment happy-dom
import type { ClaimDraft } from '@hofn/contracts';
import { emptyClaimForm } from '@hofn/domain/claim-form.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useDraft } from './useDraft.ts';

const { post } = vi.hoisted(() => ({ post: vi.fn<(path: string, request: object) => Promise<object>>() }));
vi.mock('../../../session/index.ts', () => {
  const api = { post };
  return { useApi: () => api, useRefetch: () => () => {} };
});

const draft: ClaimDraft = {
  token: 'B7LJfqvP7lpeHn06Roi2',
  line: 'home',
  form: emptyClaimForm,
  step: 3,
  files: [],
  changedAt: '2026-11-23T10:00:00Z',
  expiresAt: '2026-12-23T10:00:00Z',
} as never;

let root: Root;
let form: ReturnType<typeof useDraft>;
const Form = () => {
  form = useDraft(draft);
  return null;
};
const write = (place: string) => act(async () => form.answers[1]((previous) => ({ ...previous, place })));
const pause = () => act(async () => void (await vi.advanceTimersByTimeAsync(2000)));

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  post.mockReset().mockResolvedValue({ changedAt: '2026-11-23T10:00:01Z' });
  root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Form />));
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('DATA-9: a draft is saved when typing pauses, but not while or after it is filed', async () => {
  await write('Skipholt 50c');
  await pause();
  expect(post).toHaveBeenCalledTimes(1);
  const filing = Promise.withResolvers<boolean>();
  await write('Skipholt 50d');
  let isFiled = false;
  void form.end(() => filing.promise).then(() => (isFiled = true));
  await pause();
  await act(async () => filing.resolve(true));
  expect(isFiled).toBe(true);
  await pause();
  expect(post).toHaveBeenCalledTimes(1);
});

test('HOLD-3: what was typed is saved when filing has failed', async () => {
  await write('Skipholt 50c');
  await act(async () => form.end(async () => false));
  expect(post.mock.calls.at(-1)?.[1]).toMatchObject({ body: { form: { place: 'Skipholt 50c' } } });
});
