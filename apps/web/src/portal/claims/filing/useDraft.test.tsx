// @vitest-environment happy-dom
import type { ClaimDraft, User } from '@hofn/contracts';
import { emptyClaimForm } from '@hofn/domain/claim-form.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../session/api-error.ts';
import { useDraft } from './useDraft.ts';

const { post, get } = vi.hoisted(() => ({
  post: vi.fn<(path: string, request: object) => Promise<object>>(),
  get: vi.fn<() => Promise<object>>(),
}));
vi.mock('../../../session/index.ts', () => {
  const api = { post, get };
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

let subject: User['currentProxyUser'] | undefined;
let root: Root;
let form: ReturnType<typeof useDraft>;
const Form = () => {
  form = useDraft(draft, subject);
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

test('LIFE-14: a company that reports an accident at work is filled in as the employer', async () => {
  subject = {
    ...{ id: 'felag', value: '5001141499', isCompany: true, fullName: 'Prófunarfélagið ehf.' },
    ...{ via: 'delegate', role: 'Full' },
  };
  await act(async () => root.render(<Form />));
  await act(async () => form.setLine('work'));
  expect(form.answers[0].details).toEqual({
    companyName: 'Prófunarfélagið ehf.',
    companySsn: '500114-1499',
  });
  // Of other lines it knows nothing, and a person is no employer.
  await act(async () => form.setLine('liability'));
  expect(form.answers[0].details).toEqual({});
  subject = { ...subject, isCompany: false };
  await act(async () => root.render(<Form />));
  await act(async () => form.setLine('work'));
  expect(form.answers[0].details).toEqual({});
  subject = undefined;
});

test('DATA-9: a draft that was changed on another device is not overwritten, and either version can be chosen', async () => {
  const newer = { ...draft, form: { ...draft.form, place: 'Úr síma' }, changedAt: '2026-11-23T10:05:00Z' };
  const refused = new ApiError({ status: 409, errorCode: 'draftChanged' });
  get.mockResolvedValue(newer);
  post.mockRejectedValueOnce(refused);
  await write('Úr fartölvu');
  await pause();
  expect(post.mock.calls.at(-1)?.[1]).toMatchObject({ body: { changedAt: draft.changedAt } });
  expect(form.saveState).toMatchObject({ state: 'conflict', at: newer.changedAt });
  // Nothing more is saved before the customer has chosen.
  await write('Úr fartölvu, lengra');
  await pause();
  expect(post).toHaveBeenCalledTimes(1);

  await act(async () => void (await form.keepMine()));
  expect(post.mock.calls.at(-1)?.[1]).toMatchObject({
    body: { form: { place: 'Úr fartölvu, lengra' }, changedAt: newer.changedAt },
  });
  expect(form.saveState.state).toBe('saved');

  post.mockRejectedValueOnce(refused);
  await write('Aftur úr fartölvu');
  await pause();
  await act(async () => form.takeNewer());
  expect(form.answers[0].place).toBe('Úr síma');
  expect(form.saveState).toMatchObject({ state: 'saved', at: newer.changedAt });
  await pause();
  expect(post).toHaveBeenCalledTimes(3);
});
