import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createVisitorApi } from '../../uploads/visitor-api.ts';
import { emptyDraft, readDraft, saveDraft } from './draft.ts';
import { hasDraft } from './draft-key.ts';

const createStorage = () => {
  const entries = new Map<string, string>();
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  };
};

test('a draft is stored in the tab, and invalid content starts a new draft', () => {
  const tab = createStorage();
  expect(readDraft(tab)).toBeUndefined();
  const draft = { ...emptyDraft('home'), step: 3 };
  expect(saveDraft(tab, draft)).toBe(true);
  expect(readDraft(tab)).toEqual(draft);
  expect(hasDraft(tab)).toBe(true);
  expect(saveDraft(tab, undefined)).toBe(true);
  expect(readDraft(tab)).toBeUndefined();
  expect(hasDraft(tab)).toBe(false);
  const chosen = { ...emptyDraft('home'), line: 'vehicle' as const };
  expect(saveDraft(tab, chosen)).toBe(true);
  expect(hasDraft(tab)).toBe(false);
  const invalidStorage = { getItem: () => '{"line":"ship"}', setItem: () => undefined };
  expect(readDraft(invalidStorage)).toBeUndefined();
  const refuse = () => {
    throw new Error('The browser keeps nothing');
  };
  expect(saveDraft({ getItem: refuse, setItem: refuse }, draft)).toBe(false);
  expect(readDraft({ getItem: refuse, setItem: refuse })).toBeUndefined();
  expect(hasDraft({ getItem: refuse, setItem: refuse })).toBe(false);
});

/** Fake API: issues numbered tokens and accepts only the newest. */
let visitCount: number;
let requests: string[];
beforeEach(() => {
  visitCount = 0;
  requests = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const path = String(address);
    if (path.endsWith('settings.json')) return Response.json({ apiBase: '' });
    const { authorization = '' } = Object.fromEntries(new Headers(init.headers));
    requests.push(`${path} ${authorization}`.trim());
    if (path.endsWith('/visits')) {
      visitCount += 1;
      return Response.json(
        { right: `visit_${visitCount}`, expiresAt: '2026-11-22T12:00:00Z' },
        { status: 201 },
      );
    }
    return authorization === `Bearer visit_${visitCount}`
      ? Response.json({ items: [] })
      : Response.json({ errorCode: 'unauthenticated' }, { status: 401 });
  });
});
afterEach(() => vi.unstubAllGlobals());

test('the token is requested once, on first use, and again after it has expired', async () => {
  let token: string | undefined;
  const tokenStore = {
    read: () => token,
    save: (newToken: string | undefined) => {
      token = newToken;
    },
  };
  const { visitorApi, publicApi } = createVisitorApi('is', tokenStore);
  await publicApi.get('/api/contentConfig/v1/general').catch(() => undefined);
  expect(visitCount).toBe(0);
  const list = () => visitorApi.get('/api/claim/v1/notices/attachments');
  await Promise.all([list(), list()]);
  expect([visitCount, token]).toEqual([1, 'visit_1']);
  visitCount = 2;
  await list();
  expect([visitCount, token]).toEqual([3, 'visit_3']);
  expect(requests.at(-1)).toBe('/api/claim/v1/notices/attachments Bearer visit_3');
});

test('parallel calls refused with the same token request a single new token, in any order of refusal', async () => {
  let token: string | undefined = 'visit_old';
  const tokenStore = {
    read: () => token,
    save: (newToken: string | undefined) => {
      token = newToken;
    },
  };
  const { visitorApi } = createVisitorApi('is', tokenStore);
  // Delay responses to the expired token, so that both calls are in flight at once.
  const respond = fetch;
  const releases: (() => void)[] = [];
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    const expired = new Headers(request[1]?.headers).get('authorization') === 'Bearer visit_old';
    if (expired) await new Promise<void>((resolve) => releases.push(resolve));
    return respond(...request);
  });
  const list = () => visitorApi.get('/api/claim/v1/notices/attachments');
  const calls = [list(), list()];
  await vi.waitFor(() => expect(releases).toHaveLength(2));
  releases[0]?.();
  await Promise.race(calls);
  expect([visitCount, token]).toEqual([1, 'visit_1']);
  releases[1]?.();
  await Promise.all(calls);
  expect([visitCount, token]).toEqual([1, 'visit_1']);
  expect(requests.filter((request) => request.endsWith('visit_1'))).toHaveLength(2);
});
