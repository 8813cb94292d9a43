// @vitest-environment happy-dom
// What colleagues do with a case beside replying: notes with mentions, waiting until a day, handing over.
import type { CaseColleague, StaffCase } from '@hofn/contracts';
import { createTranslator, type Language } from '@hofn/texts';
import { errors as errorsEn } from '@hofn/texts/catalogue/en/errors.ts';
import { shell as shellEn } from '@hofn/texts/catalogue/en/shell.ts';
import { staff as staffEn } from '@hofn/texts/catalogue/en/staff.ts';
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { staff } from '@hofn/texts/catalogue/is/staff.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../../engine/texts.ts';
import { ApiError } from '../../session/api-error.ts';
import { CaseMarks } from './CaseMarks.tsx';
import { CaseScreen } from './CaseScreen.tsx';
import { CaseTag } from './CaseTag.tsx';

const { server } = vi.hoisted(() => ({
  server: {
    shown: {} as unknown,
    drafts: [] as unknown[],
    colleagues: [] as unknown[],
    acts: [] as unknown[],
    refusal: undefined as unknown,
  },
}));
vi.mock('../../engine/index.ts', async () => ({
  ...(await import('../../engine/texts.ts')),
  useStaticQuery: () => ({ company: { phone: '514 1000', phoneHref: 'tel:+3545141000' } }),
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}));
vi.mock('../../session/index.ts', async () => {
  const { useState } = await import('react');
  const dataOf = (path: string) => {
    if (path.endsWith('/drafts')) return { items: server.drafts };
    return path.endsWith('/colleagues') ? { items: server.colleagues } : server.shown;
  };
  return {
    useApi: () => ({
      post: async () => ({ changedAt: '2026-11-20T12:01:00.000Z' }),
      get: async () => ({ items: server.drafts }),
    }),
    useCall: (path: string) => ({ state: 'ready', data: dataOf(path), retry: () => {} }),
    useRefetch: () => () => {},
    useChangeAnswer: () => () => {},
    usePost: () => {
      const [error, setError] = useState<unknown>();
      const send = async ({ body }: { body: unknown }) => {
        server.acts.push(body);
        setError(server.refusal);
        return server.refusal ? undefined : server.shown;
      };
      return { send, reset: () => {}, state: error ? 'failed' : 'idle', error };
    },
    useSessionParts: () => ({ api: {} }),
    useUser: () => ({ data: undefined }),
    useDownload: () => ({ busy: undefined, error: undefined, download: () => {} }),
  };
});

const came = { sequence: 0, kind: 'came', at: '2026-11-20T10:00:00Z', by: null, note: null } as const;
const mine: StaffCase = {
  ...{ id: 'k1', kind: 'inquiry', form: 'inquiry', request: null, feedback: null, reference: 'F-2026-1' },
  ...{ about: 'Er ég tryggð?', sender: 'Þóra Prófsdóttir', known: false, language: 'is' },
  ...{ openedAt: '2026-11-20T10:00:00Z', dueAt: '2026-11-23T12:00:00Z', overdue: false, state: 'open' },
  ...{ assignee: 'Katrín Prófdóttir', mine: true, version: 4, mayHandOver: true, waits: null, away: null },
  ...{ email: 'thora@example.is', phone: null, ssn: null },
  matter: { kind: 'memo', documentId: 'd1', text: 'Er ég tryggð?', policy: null },
  ...{ files: [], messages: [], events: [came], answerBy: 'email', answeredByCore: false },
  ...{ undecided: false, noteToClose: false },
};
const una: CaseColleague = { key: 'una', name: 'Una Prófdóttir', away: null };
const bjarki: CaseColleague = {
  ...{ key: 'bjarki', name: 'Bjarki Prófsson' },
  away: { until: '2026-12-04', deputy: { key: 'una', name: 'Una Prófdóttir' } },
};

const translators = {
  is: createTranslator('is', { ...errors, ...shell, ...staff }),
  en: createTranslator('en', { ...errorsEn, ...shellEn, ...staffEn }),
};
let root: Root;
const open = async (language: Language, data: StaffCase) => {
  server.shown = data;
  await act(async () =>
    root.render(
      <TextsContext value={translators[language]}>
        <CaseMarks line={data} />
        <CaseTag line={data} />
        <CaseScreen id={data.id} />
      </TextsContext>,
    ),
  );
};
const page = () => (document.body.textContent ?? '').replaceAll('\u00a0', ' ');
const labelOf = (button: HTMLElement) =>
  (button.getAttribute('aria-label') ?? button.textContent ?? '').replaceAll('\u00a0', ' ');
const buttons = () => [...document.querySelectorAll('button')].map(labelOf);
const press = (name: string) =>
  act(async () => {
    const found = [...document.querySelectorAll('button')].find((button) => labelOf(button) === name);
    if (!found) throw new Error(`no button ${name} among ${buttons().join(', ')}`);
    found.click();
    await vi.advanceTimersByTimeAsync(10);
  });
const formNamed = (name: string) =>
  [...document.querySelectorAll('form')].find((form) => form.getAttribute('aria-label') === name);
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** Types into, or chooses in, a control of a form. */
const fill = (form: string, selector: string, value: string) =>
  act(async () => {
    const control = formNamed(form)?.querySelector<Control>(selector);
    if (!control) throw new Error(`no ${selector} in ${form}`);
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
    const isSelect = control.tagName === 'SELECT';
    control.dispatchEvent(new Event(isSelect ? 'change' : 'input', { bubbles: true }));
  });
const submit = (form: string) =>
  act(async () => {
    formNamed(form)?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
    await vi.advanceTimersByTimeAsync(10);
  });

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date('2026-11-20T12:00:00Z') });
  Object.assign(server, { drafts: [], colleagues: [una, bjarki], acts: [], refusal: undefined });
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  [
    'is',
    'Skrifa minnispunkt',
    'Nýr minnispunktur',
    'Aðeins starfsfólk les minnispunkta.',
    'Minnst á: Bjarki',
  ],
  ['en', 'Write a note', 'New note', 'Only staff read notes.', 'Mentions Bjarki'],
] as const)(
  'DESK-5: notes are listed with author and time, and typing @ opens the list of colleagues, whose choice completes the name (%s)',
  async (language, write, form, lead, mentions) => {
    const noted: StaffCase['events'][number] = {
      ...{ sequence: 1, kind: 'noted', at: '2026-11-20T11:00:00Z', by: 'Una Prófdóttir' },
      ...{ note: 'Hún hringdi.', mentions: ['Bjarki Prófsson'] },
    };
    // Also on a colleague's case.
    await open(language, { ...mine, ...{ mine: false, mayHandOver: false }, events: [came, noted] });
    for (const text of [lead, 'Hún hringdi.', 'Una Prófdóttir', mentions]) expect(page()).toContain(text);
    await press(write);
    expect(document.activeElement?.tagName).toBe('TEXTAREA');
    expect(formNamed(form)?.querySelector('select')).toBeNull();
    await fill(form, 'textarea', 'Sjáðu þetta @');
    await fill(form, 'select', 'una');
    expect(formNamed(form)?.querySelector('textarea')?.value).toBe('Sjáðu þetta @Una Prófdóttir ');
    await submit(form);
    expect(server.acts).toEqual([{ act: 'note', text: 'Sjáðu þetta @Una Prófdóttir', mentions: ['una'] }]);
    expect(formNamed(form)).toBeUndefined();
  },
);

test('DESK-5, DESK-4: a note without text is refused at its field, one that fails is kept, and a draft opens the form', async () => {
  server.drafts = [
    {
      kind: 'note',
      fields: { text: 'Hálfur punktur', mentions: 'una' },
      changedAt: '2026-11-20T11:00:00.000Z',
    },
  ];
  await open('is', mine);
  const form = 'Nýr minnispunktur';
  expect(formNamed(form)?.querySelector('textarea')?.value).toBe('Hálfur punktur');
  expect(document.activeElement).toBe(document.body);
  await press('Taka af: Una Prófdóttir');
  await fill(form, 'textarea', ' ');
  await submit(form);
  expect(page()).toContain('Skrifaðu minnispunktinn áður en þú vistar hann.');
  expect(server.acts).toEqual([]);
  await fill(form, 'textarea', 'Heill punktur');
  server.refusal = new ApiError({ status: 503, errorCode: 'unavailable', errors: {} });
  await submit(form);
  expect(server.acts).toEqual([{ act: 'note', text: 'Heill punktur', mentions: [] }]);
  expect(page()).toContain('Ekki tókst að vista minnispunktinn');
  expect(formNamed(form)?.querySelector('textarea')?.value).toBe('Heill punktur');
});

test.each([
  [
    'is',
    'Setja í bið',
    'Bíður eftir banka frá 18. nóv. 2026 til 27. nóv. 2026',
    'Komið úr bið eftir banka, sem hófst 18. nóv. 2026',
    ['Í bið', 'Taka úr bið'],
    ['Veldu eftir hverjum er beðið.', 'Skrifaðu hverju er beðið eftir.'],
  ],
  [
    'en',
    'Put on hold',
    'Waiting for a bank since 18 Nov 2026, until 27 Nov 2026',
    'Back from waiting for a bank since 18 Nov 2026',
    ['On hold', 'End the hold'],
    ['Choose who you are waiting for.', 'Write what you are waiting for.'],
  ],
] as const)(
  'DESK-5: a case is put on hold for somebody until a day; the row and the case say who is waited for and since when, and the hold is ended (%s)',
  async (language, start, waiting, returned, [tag, resume], [whoMissing, noteMissing]) => {
    await open(language, mine);
    await press(start);
    await submit(start);
    expect(page()).toContain(whoMissing);
    await act(async () =>
      formNamed(start)?.querySelector<HTMLInputElement>('input[value=something]')?.click(),
    );
    const parts = [...(formNamed(start)?.querySelectorAll('input:not([type=radio])') ?? [])];
    for (const [place, value] of ['27', '11', '2026'].entries())
      await fill(start, `[id="${parts[place]?.id}"]`, value);
    await submit(start);
    expect(page()).toContain(noteMissing);
    await act(async () => formNamed(start)?.querySelector<HTMLInputElement>('input[value=bank]')?.click());
    await submit(start);
    expect(server.acts).toEqual([{ act: 'wait', version: 4, for: 'bank', until: '2026-11-27', note: '' }]);
    const waits = {
      for: 'bank',
      since: '2026-11-18T10:00:00Z',
      until: '2026-11-27',
      returned: false,
    } as const;
    await open(language, { ...mine, waits });
    // On the row and on the case.
    expect(page().split(waiting)).toHaveLength(3);
    expect(page()).toContain(tag);
    await press(resume);
    expect(server.acts.at(-1)).toEqual({ act: 'resume', version: 4 });
    await open(language, { ...mine, waits: { ...waits, returned: true } });
    expect(page()).toContain(returned);
    expect(document.body.textContent?.split(tag)).toHaveLength(1);
    // A colleague reads it and cannot change it.
    await open(language, { ...mine, waits, mine: false, mayHandOver: false });
    expect(page()).toContain(waiting);
    expect(buttons()).not.toContain(resume);
  },
);

test.each([
  [
    'is',
    'Afhenda öðrum',
    'Bjarki Prófsson er frá til 4. des. 2026.',
    'Afhenda í staðinn: Una Prófdóttir',
    'Skrifaðu hvers vegna.',
  ],
  [
    'en',
    'Hand over',
    'Bjarki Prófsson is away until 4 Dec 2026.',
    'Hand over to Una Prófdóttir instead',
    'Write why.',
  ],
] as const)(
  'DESK-5: a case is handed over with a reason; for a colleague who is away the deputy is offered (%s)',
  async (language, handOver, away, instead, reasonMissing) => {
    await open(language, mine);
    await press(handOver);
    await fill(handOver, 'select', 'bjarki');
    expect(page()).toContain(away);
    await press(instead);
    expect(page()).not.toContain(away);
    await submit(handOver);
    expect(page()).toContain(reasonMissing);
    await fill(handOver, 'textarea', 'Una þekkir málið.');
    await submit(handOver);
    expect(server.acts).toEqual([{ act: 'handOver', version: 4, to: 'una', reason: 'Una þekkir málið.' }]);
    await press(handOver);
    await fill(handOver, 'select', '*');
    await fill(handOver, 'textarea', 'Er á förum.');
    await submit(handOver);
    expect(server.acts.at(-1)).toMatchObject({ to: null });
  },
);

test('DESK-5: handing over a case that a colleague has taken meanwhile says who has it, and keeps the reason', async () => {
  await open('is', mine);
  await press('Afhenda öðrum');
  await fill('Afhenda öðrum', 'select', 'una');
  await fill('Afhenda öðrum', 'textarea', 'Of mikið að gera.');
  server.refusal = new ApiError({
    ...{ status: 409, errorCode: 'caseTaken', errors: { FORM: ['Bjarki Prófsson er með málið.'] } },
  });
  await submit('Afhenda öðrum');
  expect(page()).toContain('Ekki tókst að afhenda málið');
  expect(page()).toContain('Bjarki Prófsson er með málið.');
  // The case is now a colleague's, who alone hands it on: the text stays.
  await open('is', { ...mine, assignee: 'Bjarki Prófsson', mine: false, mayHandOver: false, version: 5 });
  expect(formNamed('Afhenda öðrum')?.querySelector('textarea')?.value).toBe('Of mikið að gera.');
});

test.each([
  [
    'is',
    'Til: Una Prófdóttir',
    'Til allra',
    'Eftir viðskiptavini, til 27. nóv. 2026',
    'Minnst á þig',
    'Bjarki Prófsson leysir af.',
  ],
  [
    'en',
    'To: Una Prófdóttir',
    'To everyone',
    'For the customer, until 27 Nov 2026',
    'Mentions you',
    'Bjarki Prófsson is the deputy.',
  ],
] as const)(
  'DESK-5: the history says who was handed the case and who was waited for, with reasons; the row says who is away (%s)',
  async (language, toUna, toAll, waited, mentioned, deputy) => {
    const by = { at: '2026-11-20T11:00:00Z', by: 'Katrín Prófdóttir' };
    await open(language, {
      ...mine,
      mentioned: true,
      away: { until: '2026-11-27', deputy: 'Bjarki Prófsson' },
      events: [
        came,
        { ...by, sequence: 1, kind: 'handedOver', to: 'Una Prófdóttir', note: 'Una þekkir málið.' },
        { ...by, sequence: 2, kind: 'handedOver', to: null, note: 'Er á förum.' },
        {
          ...by,
          sequence: 3,
          kind: 'waiting',
          waits: { for: 'customer', until: '2026-11-27' },
          note: 'Skírteini',
        },
      ],
    });
    for (const text of [
      toUna,
      toAll,
      waited,
      mentioned,
      deputy,
      'Una þekkir málið.',
      'Er á förum.',
      'Skírteini',
    ])
      expect(page()).toContain(text);
  },
);
