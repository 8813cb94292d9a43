// @vitest-environment happy-dom
import type { StaffCase, TextBlockList } from '@hofn/contracts';
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
import { CaseScreen } from './CaseScreen.tsx';

const { server } = vi.hoisted(() => ({
  server: { shown: {} as unknown, list: {} as unknown, sent: [] as { path: string; body: unknown }[] },
}));
vi.mock('../../engine/index.ts', async () => ({
  ...(await import('../../engine/texts.ts')),
  useStaticQuery: () => ({ company: { phone: '514 1000', phoneHref: 'tel:+3545141000' } }),
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}));
vi.mock('../../parts/notices.ts', () => ({ setNotification: () => {} }));
vi.mock('../../session/index.ts', async () => {
  const { useState } = await import('react');
  const dataOf = (path: string) => {
    if (path.endsWith('/drafts')) return { items: [] };
    return path.endsWith('/text-blocks') ? server.list : server.shown;
  };
  return {
    useApi: () => ({
      post: async () => ({ changedAt: '2026-11-20T12:01:00.000Z' }),
      get: async () => ({ items: [] }),
    }),
    useCall: (path: string) => ({ state: 'ready', data: dataOf(path), retry: () => {} }),
    useRefetch: () => () => {},
    useChangeAnswer: () => () => {},
    usePost: (path: string) => {
      const [answer, setAnswer] = useState<unknown>();
      const send = async ({ body }: { body: { text: string } }) => {
        server.sent.push({ path, body });
        if (!path.endsWith('answer-preview')) return server.shown;
        const letter = { subject: 'Svar við erindi þínu', body: `Góðan dag.\n\n${body.text}` };
        setAnswer({ recipient: 'thora@example.is', letter });
        return answer;
      };
      return { send, reset: () => setAnswer(undefined), state: 'idle', answer };
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
  ...{ openedAt: '2026-11-20T10:00:00Z', dueAt: '2026-11-24T12:00:00Z', overdue: false, state: 'open' },
  ...{ assignee: 'Katrín Prófdóttir', mine: true, version: 4, mayHandOver: true, waits: null, away: null },
  ...{ email: 'thora@example.is', phone: null, ssn: null },
  matter: { kind: 'memo', documentId: 'd1', text: 'Er ég tryggð?', policy: null },
  ...{ files: [], messages: [], events: [came], answerBy: 'email', answeredByCore: false },
  ...{ undecided: false, noteToClose: false },
};
const written = { version: 3, by: null, at: '2026-11-20T12:00:00.000Z', kind: null };
const list: TextBlockList = {
  items: [
    { ...written, id: 'claim', name: 'Um tjón', kind: 'claim', is: 'Tjón.', en: 'Claim.' },
    {
      ...{ ...written, id: 'all', name: 'Öllum' },
      is: '{name}: {reference}, {handler}, {due}.',
      en: 'EN {name}: {reference}, {handler}, {due}.',
    },
    { ...written, id: 'policy', name: 'Skírteini', kind: 'inquiry', is: 'Nr. {policy}', en: 'No. {policy}' },
  ],
  ...{ handler: 'Katrín Prófdóttir', mayChange: false },
};
const translators = {
  is: createTranslator('is', { ...errors, ...shell, ...staff }),
  en: createTranslator('en', { ...errorsEn, ...shellEn, ...staffEn }),
};
let root: Root;
const open = (language: Language, data: StaffCase) => {
  Object.assign(server, { shown: data, list, sent: [] });
  return act(async () =>
    root.render(
      <TextsContext value={translators[language]}>
        <CaseScreen id={data.id} />
      </TextsContext>,
    ),
  );
};
const page = () => (document.body.textContent ?? '').replaceAll('\u00a0', ' ');
const buttons = () => [...document.querySelectorAll('button')].map(({ textContent }) => textContent);
const press = (name: string) =>
  act(async () => {
    const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
    if (!found) throw new Error(`no button ${name} among ${buttons().join(', ')}`);
    found.click();
    await vi.advanceTimersByTimeAsync(10);
  });
const set = (control: HTMLElement | null, value: string) =>
  act(async () => {
    if (!control) throw new Error('no such field');
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
    control.dispatchEvent(new Event(control.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
  });
const reply = () => document.querySelector<HTMLTextAreaElement>('[aria-labelledby=svar] textarea');
const choice = () => document.querySelector<HTMLSelectElement>('[aria-labelledby=svar] select');

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date('2026-11-20T12:00:00Z') });
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['is', 'en', 'Setja inn textabút', 'Setja í svarið', 'Skoða bréfið', 'Senda svar'],
  ['en', 'is', 'Insert a text block', 'Put into the reply', 'Preview the email', 'Send reply'],
] as const)(
  'DESK-6: blocks of this kind of case come first; one is inserted after the text, filled in the language of the case, read as the letter, and sent with its version (screen in %s, case in %s)',
  async (language, ofCase, insert, put, preview, send) => {
    await open(language, { ...mine, language: ofCase });
    await set(reply(), ofCase === 'is' ? 'Fyrst.' : 'First.');
    await press(insert);
    expect([...(choice()?.options ?? [])].map(({ value }) => value)).toEqual(['', 'policy', 'all', 'claim']);
    await set(choice(), 'all');
    await press(put);
    const text =
      ofCase === 'is'
        ? 'Fyrst.\n\nÞóra Prófsdóttir: F-2026-1, Katrín Prófdóttir, 24. nóvember 2026.'
        : 'First.\n\nEN Þóra Prófsdóttir: F-2026-1, Katrín Prófdóttir, 24 November 2026.';
    expect(reply()?.value.replaceAll('\u00a0', ' ')).toBe(text);
    expect(document.activeElement).toBe(reply());
    expect(choice()).toBeNull();
    await press(preview);
    for (const shown of ['Svar við erindi þínu', 'thora@example.is', 'Góðan dag.'])
      expect(page()).toContain(shown);
    await press(send);
    expect(server.sent.at(-1)?.body).toMatchObject({ act: 'answer', blocks: [{ id: 'all', version: 3 }] });
  },
);

test('DESK-6: a block with a field that the case has nothing for says which, and is not inserted', async () => {
  await open('is', mine);
  await press('Setja inn textabút');
  await set(choice(), 'policy');
  expect(page()).toContain('Þetta vantar í málið: númer tryggingar.');
  expect(buttons()).not.toContain('Setja í svarið');
  // A promise that is past is none.
  await open('is', { ...mine, overdue: true, reference: null });
  await set(choice(), 'all');
  expect(page()).toContain('Þetta vantar í málið: númer erindis, dagurinn sem lofað er að svara fyrir.');
  expect(buttons()).not.toContain('Setja í svarið');
});

test('DESK-6: where a reply is no e-mail of its own, there is no letter to read', async () => {
  await open('is', { ...mine, answerBy: 'portal' });
  await set(reply(), 'Svar.');
  expect(buttons()).not.toContain('Skoða bréfið');
});
