// @vitest-environment happy-dom
import type { AbsenceList } from '@hofn/contracts';
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
import { Absences } from './Absences.tsx';

const { server } = vi.hoisted(() => ({
  server: { list: {} as unknown, sent: [] as unknown[], refusal: undefined as unknown },
}));
vi.mock('../../engine/index.ts', async () => ({
  ...(await import('../../engine/texts.ts')),
  useStaticQuery: () => ({ company: { phone: '514 1000', phoneHref: 'tel:+3545141000' } }),
}));
vi.mock('../../parts/notices.ts', () => ({ setNotification: () => {} }));
vi.mock('../../session/index.ts', async () => {
  const { useState } = await import('react');
  return {
    ...(await import('../../session/api-error.ts')),
    useCall: () => ({ state: 'ready', data: server.list, retry: () => {} }),
    useApi: () => ({
      delete: async (_path: string, { params }: { params: object }) => {
        server.sent.push(params);
        if (server.refusal) throw server.refusal;
      },
    }),
    usePost: () => {
      const [error, setError] = useState<unknown>();
      const send = async ({ body }: { body: unknown }) => {
        server.sent.push(body);
        setError(server.refusal);
        return server.refusal ? undefined : server.list;
      };
      return { send, state: error ? 'failed' : 'idle', error };
    },
  };
});

const una = { key: 'una', name: 'Una Prófdóttir' };
const bjarki = { key: 'bjarki', name: 'Bjarki Prófsson' };
const list: AbsenceList = {
  items: [
    {
      id: 'f1',
      employee: una,
      from: '2026-11-18',
      to: '2026-11-27',
      deputy: bjarki,
      deputyAway: true,
      mayChange: true,
    },
    {
      id: 'f2',
      employee: bjarki,
      from: '2026-12-01',
      to: '2026-12-04',
      deputy: null,
      deputyAway: false,
      mayChange: false,
    },
  ],
  people: [bjarki, una],
  you: 'una',
  mayChangeOthers: false,
};
const translators = {
  is: createTranslator('is', { ...errors, ...shell, ...staff }),
  en: createTranslator('en', { ...errorsEn, ...shellEn, ...staffEn }),
};
let root: Root;
const open = (language: Language, shown: AbsenceList = list) => {
  server.list = shown;
  return act(async () =>
    root.render(
      <TextsContext value={translators[language]}>
        <Absences />
      </TextsContext>,
    ),
  );
};
const page = () => (document.body.textContent ?? '').replaceAll('\u00a0', ' ');
const labelOf = (button: HTMLElement) =>
  (button.getAttribute('aria-label') ?? button.textContent ?? '').replaceAll('\u00a0', ' ');
const buttons = () => [...document.querySelectorAll('button')].map(labelOf);
const press = (name: string) =>
  act(async () => [...document.querySelectorAll('button')].find((one) => labelOf(one) === name)?.click());
const fill = (control: HTMLElement | null | undefined, value: string) =>
  act(async () => {
    if (!control) throw new Error('no such field');
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
    control.dispatchEvent(new Event(control.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
  });
const submit = () =>
  act(async () => {
    document
      .querySelector('form')
      ?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  });
const fillDays = async (from: string, to: string) => {
  const inputs = [...document.querySelectorAll<HTMLInputElement>('form input')];
  for (const [place, part] of [...from.split('.'), ...to.split('.')].entries())
    await fill(inputs[place], part);
};

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') });
  Object.assign(server, { sent: [], refusal: undefined });
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
    'Una Prófdóttir (þú)',
    '18. nóv. 2026 til 27. nóv. 2026',
    'Bjarki Prófsson er líka frá',
    'Fella niður fjarveru: Una Prófdóttir',
    'Skrá fjarveru',
  ],
  [
    'en',
    'Una Prófdóttir (you)',
    '18 Nov 2026 to 27 Nov 2026',
    'Bjarki Prófsson is away too',
    'Remove absence: Una Prófdóttir',
    'Enter an absence',
  ],
] as const)(
  'DESK-5: the list says who is away and who stands in, and that a deputy is away too; employees enter and remove their own (%s)',
  async (language, you, days, deputyAway, remove, add) => {
    await open(language);
    for (const text of [you, days, deputyAway]) expect(page()).toContain(text);
    expect(buttons().filter((name) => name.includes('Bjarki'))).toEqual([]);
    await press(remove);
    expect(server.sent).toEqual([{ id: 'f1' }]);
    await press(add);
    // Their own only: the select is that of the deputy.
    expect(document.querySelectorAll('form select')).toHaveLength(1);
    await fillDays('7.12.2026', '4.12.2026');
    await submit();
    expect(server.sent).toHaveLength(1);
    await fillDays('7.12.2026', '11.12.2026');
    await fill(document.querySelector('form select'), 'bjarki');
    await submit();
    expect(server.sent.at(-1)).toEqual({
      ...{ employee: 'una', from: '2026-12-07', to: '2026-12-11', deputy: 'bjarki' },
    });
  },
);

test('DESK-5: supervisors enter absences for others, and a refusal is shown at its field', async () => {
  await open('is', { ...list, items: [], you: 'stina', mayChangeOthers: true });
  expect(page()).toContain('Enginn er frá');
  await press('Skrá fjarveru');
  const [employee] = document.querySelectorAll('form select');
  await fill(employee as HTMLElement, 'una');
  await fillDays('7.12.2026', '11.12.2026');
  server.refusal = new ApiError({
    ...{
      status: 400,
      errorCode: 'validation',
      errors: { from: ['Fjarvera er þegar skráð á hluta þessara daga'] },
    },
  });
  await submit();
  expect(server.sent).toEqual([{ employee: 'una', from: '2026-12-07', to: '2026-12-11', deputy: null }]);
  expect(page()).toContain('Fjarvera er þegar skráð á hluta þessara daga');
});

test('DESK-5: who does not work on cases reads the list and enters nothing', async () => {
  await open('is', { ...list, you: 'kerfisstjori' });
  expect(buttons()).not.toContain('Skrá fjarveru');
});
