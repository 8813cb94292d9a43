// @vitest-environment happy-dom
// A complaint at the desk: who may decide, what is asked for, and the letter that is confirmed.
import type { StaffCase } from '@hofn/contracts';
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
import { CaseScreen } from '../queue/CaseScreen.tsx';

const { server } = vi.hoisted(() => ({ server: { shown: {} as unknown, sent: [] as unknown[] } }));
vi.mock('../../engine/index.ts', async () => ({
  ...(await import('../../engine/texts.ts')),
  useStaticQuery: () => ({ company: { phone: '514 1000', phoneHref: 'tel:+3545141000' } }),
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}));
vi.mock('../../session/index.ts', async () => {
  const { useState } = await import('react');
  return {
    useApi: () => ({
      post: async () => ({ changedAt: '2026-11-20T12:01:00.000Z' }),
      get: async () => ({ items: [] }),
    }),
    useCall: (path: string) => ({
      ...{ state: 'ready', retry: () => {} },
      data: path.endsWith('/drafts') || path.endsWith('/colleagues') ? { items: [] } : server.shown,
    }),
    useRefetch: () => () => {},
    useChangeAnswer: () => () => {},
    usePost: (path: string) => {
      const [answer, setAnswer] = useState<unknown>();
      const send = async ({ body }: { body: unknown }) => {
        server.sent.push([path.split('/').at(-1), body]);
        const preview = { recipient: 'anna@example.is', letter: { subject: 'Svar', body: 'Bréfið allt' } };
        setAnswer(path.endsWith('complaint-preview') ? preview : undefined);
        return server.shown;
      };
      return { send, answer, reset: () => setAnswer(undefined), state: 'idle', error: undefined };
    },
    useSessionParts: () => ({ api: {} }),
    useUser: () => ({ data: undefined }),
    useDownload: () => ({ busy: undefined, error: undefined, download: () => {} }),
  };
});

const complaint: StaffCase = {
  ...{ id: 'k1', kind: 'complaint', form: null, request: null, feedback: null, reference: 'K-2026-100001' },
  ...{ about: 'Of lágt', sender: 'Anna Prófdóttir', known: true, language: 'is', handledBefore: false },
  ...{ openedAt: '2026-11-20T10:00:00Z', dueAt: '2026-12-11T10:00:00Z', overdue: false, state: 'open' },
  ...{ assignee: null, mine: false, version: 2, mayHandOver: true, waits: null, away: null },
  ...{ email: 'anna@example.is', phone: null, ssn: null },
  matter: {
    ...{ kind: 'complaint', complaintId: 'v1', subject: 'claim', about: 'Vatnstjón, T-1', aboutCase: 'k9' },
    ...{ text: 'Of lágt', wishes: 'Hærri bætur', dueOn: '2026-12-11', handlers: ['Bjarki Prófsson'] },
    decided: null,
  },
  ...{ files: [], messages: [], events: [], answerBy: 'both', answeredByCore: false },
  ...{ undecided: true, noteToClose: false },
};
const translators = {
  is: createTranslator('is', { ...errors, ...shell, ...staff }),
  en: createTranslator('en', { ...errorsEn, ...shellEn, ...staffEn }),
};

let root: Root;
const open = async (language: Language, more: Partial<StaffCase> = {}) => {
  server.shown = { ...complaint, ...more };
  await act(async () =>
    root.render(
      <TextsContext value={translators[language]}>
        <CaseScreen id="k1" />
      </TextsContext>,
    ),
  );
};
const page = () => (document.body.textContent ?? '').replaceAll('\u00a0', ' ');
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === name);
const press = (name: string) =>
  act(async () => {
    const found = button(name);
    if (!found) throw new Error(`no button ${name}`);
    found.click();
    await vi.advanceTimersByTimeAsync(10);
  });
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const form = () => document.querySelector<HTMLFormElement>('form[aria-label="Afgreiða kvörtunina"]');
const fill = (selector: string, value: string) =>
  act(async () => {
    const control = form()?.querySelector<Control>(selector);
    if (!control) throw new Error(`no ${selector}`);
    if (control instanceof HTMLInputElement) return control.click();
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
    const isSelect = control.tagName === 'SELECT';
    control.dispatchEvent(new Event(isSelect ? 'change' : 'input', { bubbles: true }));
  });
const submit = () =>
  act(async () => {
    form()?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
    await vi.advanceTimersByTimeAsync(10);
  });

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date('2026-11-20T12:00:00Z') });
  server.sent = [];
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('RIGHT-2: who handled the matter reads the complaint and why they cannot decide, and is offered nothing else', async () => {
  await open('en', { handledBefore: true });
  expect(page()).toContain(staffEn.complaintCase.handledTitle);
  expect(page()).toContain('Bjarki Prófsson');
  for (const name of [staffEn.queue.take, staffEn.complaintCase.decide, staffEn.queue.sendAnswer])
    expect(button(name)).toBeUndefined();
  expect(document.querySelector('a[href*="/k9"]')).not.toBeNull();
});

test('RIGHT-2, DESK-4: a decision names what is missing, shows the letter before it is sent, and sends what was confirmed', async () => {
  await open('is');
  await press('Afgreiða kvörtunina');
  await submit();
  for (const missing of ['outcomeMissing', 'causeMissing', 'letterMissing'] as const)
    expect(page()).toContain(staff.complaintCase[missing]);
  expect(server.sent).toEqual([]);
  await fill('input[value=upheld]', '');
  await fill('select[name=reason]', 'amount');
  await fill('textarea[name=text]', 'Dráttarbíllinn vantaði.');
  await fill('textarea[name=note]', 'Gátlisti');
  await submit();
  const decision = {
    ...{ outcome: 'upheld', cause: 'amount', letter: 'Dráttarbíllinn vantaði.', note: 'Gátlisti' },
  };
  expect(server.sent).toEqual([['complaint-preview', decision]]);
  expect(page()).toContain('Bréfið allt');
  await press(staff.complaintCase.confirm);
  expect(server.sent.at(-1)).toEqual(['{id}', { act: 'decide', version: 2, decision }]);
});

test('RIGHT-2: a decided complaint shows outcome, cause, letter and note, and is not decided again', async () => {
  const decided = {
    ...{ outcome: 'rejected' as const, cause: 'service' as const, by: 'Una Prófdóttir' },
    ...{ at: '2026-11-25T12:00:00Z', letter: 'Bréfið sem var sent', note: 'Þjálfun' },
  };
  if (complaint.matter.kind !== 'complaint') throw new Error('not a complaint');
  await open('is', { state: 'closed', undecided: false, matter: { ...complaint.matter, decided } });
  for (const shown of [
    'Ekki tekin til greina',
    'Þjónusta',
    'Una Prófdóttir',
    'Bréfið sem var sent',
    'Þjálfun',
  ])
    expect(page()).toContain(shown);
  expect(button('Afgreiða kvörtunina')).toBeUndefined();
});
