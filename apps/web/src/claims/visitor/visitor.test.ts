import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createVisitorApi } from '../../uploads/visitor-api.ts';
import { emptyDraft, keepDraft, readDraft } from './draft.ts';
import { hasDraft } from './draft-place.ts';

const storage = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
};

test('a draft is kept in the tab, and what is not one is begun anew', () => {
  const tab = storage();
  expect(readDraft(tab)).toBeUndefined();
  const draft = { ...emptyDraft('home'), step: 3 };
  expect(keepDraft(tab, draft)).toBe(true);
  expect(readDraft(tab)).toEqual(draft);
  expect(hasDraft(tab)).toBe(true);
  expect(keepDraft(tab, undefined)).toBe(true);
  expect(readDraft(tab)).toBeUndefined();
  expect(hasDraft(tab)).toBe(false);
  const chosen = { ...emptyDraft('home'), line: 'vehicle' as const };
  expect(keepDraft(tab, chosen)).toBe(true);
  expect(hasDraft(tab)).toBe(false);
  const odd = { getItem: () => '{"line":"ship"}', setItem: () => undefined };
  expect(readDraft(odd)).toBeUndefined();
  const refuse = () => {
    throw new Error('The browser keeps nothing');
  };
  expect(keepDraft({ getItem: refuse, setItem: refuse }, draft)).toBe(false);
  expect(readDraft({ getItem: refuse, setItem: refuse })).toBeUndefined();
  expect(hasDraft({ getItem: refuse, setItem: refuse })).toBe(false);
});

/** The service: gives rights one after another, and takes the newest alone. */
let given: number;
let asked: string[];
beforeEach(() => {
  given = 0;
  asked = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const path = String(address);
    if (path.endsWith('settings.json')) return Response.json({ apiBase: '' });
    const { authorization = '' } = Object.fromEntries(new Headers(init.headers));
    asked.push(`${path} ${authorization}`.trim());
    if (path.endsWith('/visits')) {
      given += 1;
      return Response.json({ right: `visit_${given}`, expiresAt: '2026-11-22T12:00:00Z' }, { status: 201 });
    }
    return authorization === `Bearer visit_${given}`
      ? Response.json({ items: [] })
      : Response.json({ errorCode: 'unauthenticated' }, { status: 401 });
  });
});
afterEach(() => vi.unstubAllGlobals());

test('the right is asked for once, by the first call that needs it, and anew when its day is over', async () => {
  let kept: string | undefined;
  const right = {
    read: () => kept,
    keep: (fresh: string | undefined) => {
      kept = fresh;
    },
  };
  const { visitor, anyone } = createVisitorApi('is', right);
  await anyone.get('/api/contentConfig/v1/general').catch(() => undefined);
  expect(given).toBe(0);
  const list = () => visitor.get('/api/claim/v1/notices/attachments');
  await Promise.all([list(), list()]);
  expect([given, kept]).toEqual([1, 'visit_1']);
  given = 2;
  await list();
  expect([given, kept]).toEqual([3, 'visit_3']);
  expect(asked.at(-1)).toBe('/api/claim/v1/notices/attachments Bearer visit_3');
});

test('calls that are refused the same right ask for one right anew, whichever is refused last', async () => {
  let kept: string | undefined = 'visit_old';
  const right = {
    read: () => kept,
    keep: (fresh: string | undefined) => {
      kept = fresh;
    },
  };
  const { visitor } = createVisitorApi('is', right);
  // The service holds back what it answers to the expired right, so that both calls are under way at once.
  const answer = fetch;
  const late: (() => void)[] = [];
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    const expired = new Headers(request[1]?.headers).get('authorization') === 'Bearer visit_old';
    if (expired) await new Promise<void>((resolve) => late.push(resolve));
    return answer(...request);
  });
  const list = () => visitor.get('/api/claim/v1/notices/attachments');
  const calls = [list(), list()];
  await vi.waitFor(() => expect(late).toHaveLength(2));
  late[0]?.();
  await Promise.race(calls);
  expect([given, kept]).toEqual([1, 'visit_1']);
  late[1]?.();
  await Promise.all(calls);
  expect([given, kept]).toEqual([1, 'visit_1']);
  expect(asked.filter((one) => one.endsWith('visit_1'))).toHaveLength(2);
});
