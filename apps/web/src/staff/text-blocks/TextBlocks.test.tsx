// @vitest-environment happy-dom
import type { TextBlockList } from '@hofn/contracts';
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
import { TextBlocks } from './TextBlocks.tsx';

const { server } = vi.hoisted(() => ({
  server: {
    list: {} as unknown,
    versions: [] as unknown[],
    sent: [] as unknown[],
    refusal: undefined as unknown,
    /** What the server has by the time that it is asked again. */
    later: undefined as unknown,
  },
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
    useCall: (path: string) => {
      const [data, setData] = useState(server.list);
      if (path.endsWith('/versions'))
        return { state: 'ready', data: { items: server.versions }, retry: () => {} };
      return { state: 'ready', data, retry: () => setData(server.later ?? server.list) };
    },
    usePost: (path: string) => {
      const [error, setError] = useState<unknown>();
      const send = async (input: object) => {
        server.sent.push({ path, ...input });
        setError(server.refusal);
        return server.refusal ? undefined : server.list;
      };
      return { send, reset: () => {}, state: error ? 'failed' : 'idle', error };
    },
  };
});

const block = {
  ...{ id: 'b1', version: 1, name: 'Móttekið', kind: null, by: 'Stína Prófdóttir' },
  ...{ is: 'Takk, {name}.', en: 'Thank you, {name}.', at: '2026-11-20T12:00:00.000Z' },
};
const list: TextBlockList = { items: [block], handler: 'Stína Prófdóttir', mayChange: true };
const translators = {
  is: createTranslator('is', { ...errors, ...shell, ...staff }),
  en: createTranslator('en', { ...errorsEn, ...shellEn, ...staffEn }),
};
let root: Root;
const open = (language: Language, shown: TextBlockList = list) => {
  server.list = shown;
  return act(async () =>
    root.render(
      <TextsContext value={translators[language]}>
        <TextBlocks />
      </TextsContext>,
    ),
  );
};
const page = () => (document.body.textContent ?? '').replaceAll('\u00a0', ' ');
const labelOf = (button: HTMLElement) =>
  (button.getAttribute('aria-label') ?? button.textContent ?? '').replaceAll('\u00a0', ' ');
const press = (name: string) =>
  act(async () => {
    const found = [...document.querySelectorAll('button')].find((button) => labelOf(button) === name);
    if (!found) throw new Error(`no button ${name}`);
    found.click();
  });
const field = (name: string) => document.querySelector<HTMLInputElement>(`form [name=${name}]`);
const fill = (name: string, value: string) =>
  act(async () => {
    const control = field(name);
    if (!control) throw new Error(`no field ${name}`);
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
    control.dispatchEvent(new Event(control.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
  });
const submit = () =>
  act(async () => {
    document
      .querySelector('form')
      ?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  });

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  Object.assign(server, { sent: [], refusal: undefined, later: undefined, versions: [] });
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

test.each([
  ['is', 'Öll mál', 'Bæta við textabút', 'nafn sendanda', 'Skrifaðu textann.', 'Þessi reitur er ekki til'],
  ['en', 'All cases', 'Add a text block', 'name of the sender', 'Write the text.', 'There is no such field'],
] as const)(
  'DESK-6: the list names blocks with their cases; a new one needs both languages, and only fields that there are (%s)',
  async (language, anyKind, add, senderName, missing, unknown) => {
    await open(language);
    for (const text of ['Móttekið', anyKind, 'Stína Prófdóttir']) expect(page()).toContain(text);
    await press(add);
    for (const text of ['{name}', senderName]) expect(page()).toContain(text);
    await fill('name', 'Ný');
    await fill('kind', 'claim');
    await fill('is', 'Takk, {nafn}.');
    await submit();
    expect(page()).toContain(missing);
    expect(page()).toContain(unknown);
    expect(server.sent).toEqual([]);
    await fill('is', 'Takk, {name}.');
    await fill('en', 'Thank you.');
    await submit();
    expect(server.sent).toEqual([
      {
        path: '/api/staff/v1/text-blocks',
        body: { name: 'Ný', kind: 'claim', is: 'Takk, {name}.', en: 'Thank you.' },
      },
    ]);
    expect(field('name')).toBeNull();
  },
);

test('DESK-6: when a colleague has changed the block meanwhile, what was typed stays beside the new version, and is saved after it', async () => {
  await open('is');
  await press('Breyta: Móttekið');
  await fill('is', 'Mitt.');
  server.refusal = new ApiError({ status: 409, errorCode: 'conflict' });
  server.later = { ...list, items: [{ ...block, version: 2, is: 'Hennar.', by: 'Una Prófdóttir' }] };
  await submit();
  for (const text of ['Una Prófdóttir breytti textabútnum', 'Hennar.']) expect(page()).toContain(text);
  expect(field('is')?.value).toBe('Mitt.');
  server.refusal = undefined;
  await submit();
  expect(server.sent).toMatchObject([
    { params: { id: 'b1' }, body: { is: 'Mitt.', version: 1 } },
    { params: { id: 'b1' }, body: { is: 'Mitt.', version: 2 } },
  ]);
});

test('DESK-6: a name that is taken is refused at its field', async () => {
  await open('is');
  await press('Breyta: Móttekið');
  server.refusal = new ApiError({
    ...{ status: 400, errorCode: 'validation' },
    errors: { name: ['Annar textabútur heitir þetta'] },
  });
  await submit();
  expect(page()).toContain('Annar textabútur heitir þetta');
  expect(field('is')?.value).toBe('Takk, {name}.');
});

test('DESK-6: the history has every version and how often it was inserted, and a block is retired after a question', async () => {
  server.versions = [
    { ...block, version: 2, is: 'Takk kærlega.', uses: 3 },
    { ...block, uses: 0 },
  ];
  await open('is');
  await press('Saga: Móttekið');
  for (const text of ['Útgáfa 2', 'Takk kærlega.', 'Sett inn í svör: 3', 'Útgáfa 1', 'Takk, {name}.'])
    expect(page()).toContain(text);
  await press('Loka');
  await press('Hætta að nota: Móttekið');
  expect(page()).toContain('Hætta að nota „Móttekið“?');
  expect(server.sent).toEqual([]);
  await press('Hætta að nota');
  expect(server.sent).toEqual([
    { path: '/api/staff/v1/text-blocks/{id}/retire', params: { id: 'b1' }, body: { version: 1 } },
  ]);
});
