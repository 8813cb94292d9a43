// @vitest-environment happy-dom
import type { CaseDraft, StaffCase } from '@hofn/contracts';
import { createTranslator } from '@hofn/texts';
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { staff } from '@hofn/texts/catalogue/is/staff.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../../engine/texts.ts';
import { finishPendingSaves } from '../../parts/drafts/pending-saves.ts';
import { ApiError } from '../../session/api-error.ts';
import { CaseScreen } from '../queue/CaseScreen.tsx';

type Save = { kind: string; body: { changedAt: string | null; fields: CaseDraft['fields'] } };

/** The API, as these screens see it: one case and the employee's drafts about it. */
const { server } = vi.hoisted(() => ({
  server: {
    shown: {} as unknown,
    drafts: [] as unknown[],
    saves: [] as unknown[],
    /** What the next act answers with; an error when it is refused. */
    act: undefined as unknown,
    /** What reading the case again shows. */
    fresh: undefined as unknown,
    refuseSave: undefined as Error | undefined,
    rerender: () => {},
  },
}));
vi.mock('../../engine/index.ts', async () => ({
  ...(await import('../../engine/texts.ts')),
  useStaticQuery: () => ({ company: { phone: '514 1000', phoneHref: 'tel:+3545141000' } }),
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}));
vi.mock('../../session/index.ts', () => {
  const api = {
    post: async (_path: string, { params, body }: { params: { kind: string }; body: object }) => {
      if (server.refuseSave) {
        const refusal = server.refuseSave;
        server.refuseSave = undefined;
        throw refusal;
      }
      server.saves.push({ kind: params.kind, body });
      return { changedAt: `2026-11-20T12:0${server.saves.length}:00.000Z` };
    },
    get: async () => ({ items: server.drafts }),
  };
  return {
    useApi: () => api,
    useCall: (path: string) => ({
      state: 'ready',
      data: path.endsWith('/drafts') ? { items: server.drafts } : server.shown,
      retry: () => {
        if (server.fresh) server.shown = server.fresh;
        server.rerender();
      },
    }),
    useRefetch: () => () => {},
    useChangeAnswer: () => (_path: string, change: (answer: unknown) => unknown) => {
      server.shown = change(server.shown);
      server.rerender();
    },
    usePost: () => ({
      send: async () => (server.act instanceof Error ? undefined : server.act),
      reset: () => {},
      state: server.act instanceof Error ? 'failed' : 'idle',
      error: server.act instanceof Error ? server.act : undefined,
    }),
    useSessionParts: () => ({ api: {} }),
    useUser: () => ({ data: undefined }),
    useDownload: () => ({ busy: undefined, error: undefined, download: () => {} }),
  };
});

const texts = createTranslator('is', { ...errors, ...shell, ...portal, ...staff });
const came = { sequence: 0, kind: 'came', at: '2026-11-20T10:00:00Z', by: null, note: null } as const;

const open: StaffCase = {
  ...{
    id: 'k1',
    kind: 'inquiry',
    form: 'inquiry',
    request: null,
    feedback: null,
    reference: 'F-2026-100001',
  },
  ...{ about: 'Er ég tryggð?', sender: 'Þóra Prófsdóttir', known: false, language: 'is' },
  ...{ openedAt: '2026-11-20T10:00:00Z', dueAt: '2026-11-23T12:00:00Z', overdue: false, state: 'open' },
  ...{ assignee: 'Katrín', mine: true, version: 1, email: 'thora@example.is', phone: null, ssn: null },
  matter: { kind: 'memo', documentId: 'd1', text: 'Er ég tryggð?', policy: null },
  ...{
    files: [],
    messages: [],
    events: [came],
    answerBy: 'email',
    answeredByCore: false,
    undecided: false,
    noteToClose: false,
  },
};
const taken: StaffCase = {
  ...open,
  ...{ assignee: 'Bjarki Prófsson', mine: false, version: 2 },
  events: [
    came,
    { sequence: 1, kind: 'assigned', at: '2026-11-20T12:30:00Z', by: 'Bjarki Prófsson', note: null },
  ],
};

let root: Root;
const show = () =>
  root.render(
    <TextsContext value={texts}>
      <CaseScreen id="k1" />
    </TextsContext>,
  );
const openScreen = async () => {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  server.rerender = show;
  await act(async () => show());
};
const closeScreen = async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
};
const reply = () => document.querySelector<HTMLTextAreaElement>('textarea[name="text"]');
const type = (field: HTMLTextAreaElement | null, text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, text);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });
const pause = () => act(async () => void (await vi.advanceTimersByTimeAsync(2000)));
const press = (name: string) =>
  act(async () => {
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click();
    await vi.advanceTimersByTimeAsync(0);
  });
const page = () => document.body.textContent?.replaceAll('\u00a0', ' ') ?? '';
const saves = () => server.saves as Save[];

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  Object.assign(server, { shown: open, drafts: [], saves: [], act: undefined, fresh: undefined });
  await openScreen();
});
afterEach(async () => {
  await closeScreen();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('DESK-4: a reply is saved while it is typed, and is there when the employee returns on any device', async () => {
  await type(reply(), 'Sæl Þóra.');
  expect(page()).toContain('Vista drög');
  await pause();
  expect(saves()).toEqual([
    { kind: 'answer', body: { changedAt: null, fields: { text: 'Sæl Þóra.', close: false, note: '' } } },
  ]);
  expect(page()).toContain('Drög vistuð kl. 12.01');
  await closeScreen();
  server.drafts = [
    { kind: 'answer', fields: { text: 'Sæl Þóra.', close: true }, changedAt: '2026-11-20T12:01:00.000Z' },
    { kind: 'close', fields: { note: 'Hringdi.' }, changedAt: '2026-11-20T12:01:00.000Z' },
  ];
  await openScreen();
  expect(reply()?.value).toBe('Sæl Þóra.');
  // A form that opens by itself leaves the focus where it is.
  expect(document.querySelector<HTMLTextAreaElement>('textarea[name="note"]')?.value).toBe('Hringdi.');
  expect(document.activeElement).toBe(document.body);
  expect(saves()).toHaveLength(1);
});

test('DESK-4: what is typed when the screen is left is saved too', async () => {
  await type(reply(), 'Rétt byrjað');
  await closeScreen();
  await vi.advanceTimersByTimeAsync(0);
  expect(saves()).toMatchObject([{ body: { fields: { text: 'Rétt byrjað' } } }]);
  await openScreen();
});

test('DESK-4: a takeover keeps the text to read and copy, and says who took the case', async () => {
  await type(reply(), 'Hálft svar');
  server.act = new ApiError({
    ...{ status: 409, errorCode: 'caseTaken', errors: { FORM: ['Bjarki Prófsson er með málið.'] } },
  });
  server.fresh = taken;
  await press('Senda svar');
  await pause();
  expect(reply()).toBeNull();
  expect(document.querySelector('blockquote')?.textContent).toBe('Hálft svar');
  expect(page()).toContain('Þetta hefur breyst á meðan');
  expect(page()).toContain('Bjarki Prófsson · 20. nóvember 2026');
  expect(page()).toContain('Afrita');
});

test('DESK-4: a reply stays to be read and copied after its author has closed the case', async () => {
  await type(reply(), 'Ósent svar');
  await pause();
  const closed = {
    sequence: 1,
    kind: 'closed',
    at: '2026-11-20T12:40:00Z',
    by: 'Katrín',
    note: null,
  } as const;
  server.act = { ...open, state: 'closed', version: 2, events: [came, closed] };
  await press('Loka án svars');
  await press('Loka málinu');
  expect(document.querySelector('blockquote')?.textContent).toBe('Ósent svar');
  // The employee's own act is no news.
  expect(page()).not.toContain('Þetta hefur breyst á meðan');
  await press('Henda');
  expect(document.querySelector('blockquote')).toBeNull();
});

test('DESK-4: what happened after a restored draft was written is listed', async () => {
  await closeScreen();
  const answer = { kind: 'answer', fields: { text: 'Frá í gær' }, changedAt: '2026-11-20T12:00:00.000Z' };
  server.drafts = [answer];
  server.shown = { ...taken, assignee: 'Katrín', mine: true };
  await openScreen();
  expect(reply()?.value).toBe('Frá í gær');
  expect(page()).toContain('Þetta hefur breyst á meðan');
});

test('DESK-4: an idle sign-out before the choice keeps both texts; one by hand overwrites neither', async () => {
  server.refuseSave = new ApiError({ status: 409, errorCode: 'draftChanged' });
  const newer = { text: 'Úr síma', close: false };
  server.drafts = [{ kind: 'answer', fields: newer, changedAt: '2026-11-20T12:30:00.000Z' }];
  await type(reply(), 'Úr fartölvu');
  await pause();
  await act(() => finishPendingSaves());
  expect(saves()).toEqual([]);
  await act(() => finishPendingSaves({ unattended: true }));
  await pause();
  const fields = { text: 'Úr síma\n\nÚr fartölvu', close: false, note: '' };
  expect(saves()).toEqual([{ kind: 'answer', body: { changedAt: '2026-11-20T12:30:00.000Z', fields } }]);
  expect(reply()?.value).toBe(fields.text);
});

test.each([
  ['Halda áfram með þann texta', 'Úr síma'],
  ['Halda því sem er á þessum skjá', 'Úr fartölvu'],
])('DESK-4: a draft from another device is shown beside this one, to choose: %s', async (choice, text) => {
  server.refuseSave = new ApiError({ status: 409, errorCode: 'draftChanged' });
  const newer = {
    kind: 'answer',
    fields: { text: 'Úr síma', close: false },
    changedAt: '2026-11-20T12:30:00.000Z',
  };
  server.drafts = [newer];
  await type(reply(), 'Úr fartölvu');
  await pause();
  expect(document.querySelector('[role="alert"]')?.textContent).toContain('í öðrum glugga eða á öðru tæki');
  expect(document.querySelector('blockquote')?.textContent).toBe('Úr síma');
  // Nothing is sent while the choice is open.
  server.act = { ...open, version: 2 };
  await press('Senda svar');
  expect(reply()?.value).toBe('Úr fartölvu');
  await press(choice);
  await pause();
  expect(reply()?.value).toBe(text);
  expect(saves().at(-1)?.body.changedAt ?? newer.changedAt).toBe(newer.changedAt);
});
