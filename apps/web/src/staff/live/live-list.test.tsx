// @vitest-environment happy-dom
// The list and the open case while others work: what changes where it stands, and what waits to be asked for.
import type { CaseLine, StaffCase } from '@hofn/contracts';
import { createTranslator } from '@hofn/texts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { staff } from '@hofn/texts/catalogue/is/staff.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../../engine/texts.ts';
import { ApiError } from '../../session/api-error.ts';
import { noFilter } from '../queue/filter.ts';
import { CaseNews } from './CaseNews.tsx';
import { ListNews } from './ListNews.tsx';
import { LiveDesk } from './LiveDesk.tsx';
import type { News, NewsQuery } from './live-desk.ts';
import { useLiveList } from './useLiveList.ts';

const { server } = vi.hoisted(() => ({
  server: { asked: [] as unknown[], news: {} as object, fault: undefined as Error | undefined },
}));
vi.mock('../../engine/index.ts', () => import('../../engine/texts.ts'));
vi.mock('../../session/index.ts', () => {
  const api = {
    post: async (_path: string, { body }: { body: unknown }) => {
      server.asked.push(body);
      if (server.fault) throw server.fault;
      return { since: 's', changed: [], isTooMuch: false, counts: null, open: null, ...server.news };
    },
  };
  return { useSessionParts: () => ({ api }) };
});

const line = (id: string, more: Partial<CaseLine> = {}): CaseLine => ({
  ...{ id, kind: 'inquiry', form: 'inquiry', request: null, feedback: null, reference: null, about: id },
  ...{ sender: 'Þóra', known: false, language: 'is', openedAt: '2026-11-20T10:00:00Z' },
  ...{ dueAt: '2026-11-24T10:00:00Z', overdue: false, state: 'open', assignee: null, mine: false },
  ...{ waits: null, away: null, version: 0, ...more },
});
const changed = (id: string, more: Partial<News['changed'][number]> = {}): News['changed'][number] => ({
  ...{ ...line(id), isListed: true, isAdded: false, ...more },
});
const answer = {
  ...{ items: [line('a'), line('b')], total: 2, mine: 0, unassigned: 2, mentioned: 0, chatsWaiting: 0 },
  ...{ nextCursor: null, news: 's0' },
};

const onShow = vi.fn();
const onLoad = vi.fn();
const List = ({
  of,
  search = '',
}: {
  of: typeof answer & { nextCursor: string | null };
  search?: string;
}) => {
  const { answer: shown, ...news } = useLiveList(of, { ...noFilter, search });
  return (
    <>
      <ListNews {...news} isBrief={false} onShow={onShow} />
      <ol>
        {shown?.items.map(({ id, assignee, state, overdue }) => (
          <li key={id}>{[id, assignee, state, overdue && 'late'].filter(Boolean).join(' ')}</li>
        ))}
      </ol>
      <b>{`${shown?.mine} ${shown?.unassigned}`}</b>
    </>
  );
};

const texts = createTranslator('is', { ...shell, ...staff });
let root: Root;
const show = (screen: React.ReactNode) =>
  act(async () =>
    root.render(
      <TextsContext value={texts}>
        <LiveDesk>{screen}</LiveDesk>
      </TextsContext>,
    ),
  );
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
const rows = () => [...document.querySelectorAll('li')].map(({ textContent }) => textContent);
const status = () => document.querySelector('[role="status"]')?.textContent?.replaceAll('\u00a0', ' ');
const page = () => document.body.textContent?.replaceAll('\u00a0', ' ') ?? '';
const press = () => act(async () => document.querySelector('button')?.click());

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  vi.setSystemTime('2026-11-24T09:58:00Z');
  Object.assign(server, { asked: [], news: {}, fault: undefined });
  onShow.mockClear();
  onLoad.mockClear();
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('DESK-3: rows change where they stand, also when they leave the filter, and the counts change', async () => {
  await show(<List of={answer} />);
  expect(status()).toBe('');
  server.news = {
    changed: [changed('b', { assignee: 'Una', state: 'answered', isListed: false, version: 1 })],
    counts: { mine: 1, unassigned: 1 },
  };
  await pass(6_000);
  expect(rows()).toEqual(['a open', 'b Una answered']);
  expect([document.querySelector('b')?.textContent, status()]).toEqual(['1 1', '']);
  // The promise passes while the row is shown.
  await pass(180_000);
  expect(rows()).toEqual(['a open late', 'b Una answered']);
});

test('DESK-3: what comes into the list is announced, moves no row, and is shown when asked for', async () => {
  await show(<List of={answer} />);
  server.news = {
    changed: [changed('c', { isAdded: true }), changed('d'), changed('x', { isListed: false })],
  };
  await pass(6_000);
  expect([status(), rows()]).toEqual(['2 ný mál – sýna', ['a open', 'b open']]);
  // One of them is taken before it was looked at.
  server.news = { changed: [changed('d', { isListed: false, assignee: 'Una' })] };
  await pass(6_000);
  expect(status()).toBe('1 nýtt mál – sýna');
  await press();
  expect(onShow).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(document.querySelector('[role="status"]'));
  // The list that is read then begins with what it has.
  server.news = {};
  await show(<List of={{ ...answer, items: [...answer.items, line('c')], news: 's5' }} />);
  expect([status(), rows().length]).toEqual(['', 3]);
});

test('DESK-3: of one page of many, a change of a case on another page is no news; a new case is', async () => {
  await show(<List of={{ ...answer, nextCursor: 'next' as never }} />);
  const later = '2026-12-01T10:00:00Z';
  server.news = { changed: [changed('c', { dueAt: later }), changed('d', { dueAt: later, isAdded: true })] };
  await pass(6_000);
  expect(status()).toBe('1 nýtt mál – sýna');
});

test('DESK-3: a search is not repeated, and its rows still follow', async () => {
  await show(<List of={answer} search="Anna" />);
  server.news = { changed: [changed('a', { assignee: 'Una', isListed: false })] };
  await pass(6_000);
  const [asked] = server.asked as NewsQuery[];
  expect([asked?.since, asked?.filter, JSON.stringify(asked)]).toEqual([
    's0',
    undefined,
    expect.not.stringContaining('Anna'),
  ]);
  expect([rows(), status()]).toEqual([['a Una open', 'b open'], '']);
});

test('DESK-3: a cut connection is said with its time, and then that everything is up to date', async () => {
  await show(<List of={answer} />);
  server.fault = new ApiError({ status: 0, errorCode: 'unreachable' });
  await pass(6_000);
  await pass(6_000);
  expect(status()).toBe('Ekkert samband frá kl. 9.58');
  server.fault = undefined;
  server.news = { isTooMuch: true };
  await act(async () => void dispatchEvent(new Event('online')));
  expect(status()).toContain('Sambandið er komið aftur');
  expect(status()).toContain('Margt hefur breyst – sýna');
});

const data = { id: 'k1', changes: 3, events: [{ sequence: 0 }] } as unknown as StaffCase;
const Case = ({ isActing = false, changes = 3 }: { isActing?: boolean; changes?: number }) => (
  <main>
    <form>
      <textarea />
    </form>
    <input />
    <CaseNews data={{ ...data, changes }} isActing={isActing} onLoad={onLoad} />
  </main>
);
const openNews = (more: Partial<NonNullable<News['open']>>): void => {
  server.news = { open: { changes: 3, last: null, others: [], ...more } };
};

test('DESK-3: an open case says who else has it open and who is writing, and reports only that somebody types', async () => {
  openNews({
    others: [
      { name: 'Una', isWriting: false },
      { name: 'Bjarki', isWriting: true },
    ],
  });
  await show(<Case />);
  await pass(0);
  expect(page()).toContain('Una er með málið opið');
  expect(page()).toContain('Bjarki er að skrifa í málið');
  const writing = () => (server.asked as NewsQuery[]).at(-1)?.open;
  expect(writing()).toEqual({ id: 'k1', isWriting: false });
  const type = (selector: string) =>
    act(async () => document.querySelector(selector)?.dispatchEvent(new Event('input', { bubbles: true })));
  await type('main > input');
  await pass(6_000);
  expect(writing()).toEqual({ id: 'k1', isWriting: false });
  await type('textarea');
  await pass(6_000);
  expect(writing()).toEqual({ id: 'k1', isWriting: true });
  await pass(12_000);
  expect(writing()).toEqual({ id: 'k1', isWriting: false });
});

test('DESK-3: an open case that has changed says what and by whom, and offers to load it; an act of this screen is no news', async () => {
  openNews({ changes: 4, last: { sequence: 2, kind: 'assigned', at: '2026-11-24T09:57:00Z', by: 'Una' } });
  await show(<Case isActing />);
  await pass(0);
  expect(status()).toBe('');
  await show(<Case />);
  expect(status()).toContain('Málið hefur breyst. Tekið · Una · 9.57');
  await press();
  expect(onLoad).toHaveBeenCalledOnce();
  await show(<Case changes={4} />);
  expect(status()).toBe('');
  // A message has no event of its own.
  openNews({ changes: 5, last: { sequence: 0, kind: 'came', at: '2026-11-20T10:00:00Z', by: null } });
  await pass(6_000);
  expect(status()).toBe('Málið hefur breyst. Sækja breytingar');
});

test('DESK-3: a case that can no longer be opened is read again, which says so', async () => {
  await show(<Case />);
  await pass(0);
  expect(onLoad).toHaveBeenCalledOnce();
});
