// @vitest-environment happy-dom
import type { Employee } from '@hofn/contracts';
import type { StaffRole } from '@hofn/domain/staff-roles.ts';
import { createTranslator, dayOfInstant, type Language } from '@hofn/texts';
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
import { Employees } from './Employees.tsx';

const { server } = vi.hoisted(() => ({
  server: {
    items: [] as unknown[],
    mayAdd: true,
    sent: [] as [string, unknown][],
    refusal: undefined as unknown,
  },
}));
vi.mock('../../engine/index.ts', async () => ({
  ...(await import('../../engine/texts.ts')),
  useStaticQuery: () => ({ company: { phone: '514 1000', phoneHref: 'tel:+3545141000' } }),
}));
vi.mock('../../session/index.ts', async () => {
  const { useState } = await import('react');
  return {
    ...(await import('../../session/api-error.ts')),
    useCall: () => ({
      state: 'ready',
      data: { items: server.items, mayAdd: server.mayAdd },
      retry: () => {},
    }),
    usePost: (path: string) => {
      const [error, setError] = useState<unknown>();
      const send = async (input: unknown) => {
        server.sent.push([path, input]);
        setError(server.refusal);
        return server.refusal ? undefined : {};
      };
      return { send, state: error ? 'failed' : 'idle', error };
    },
  };
});

const katrin: Employee = {
  key: 'katrin',
  username: 'katrin',
  fullName: 'Katrín Ósk Einarsdóttir',
  email: 'katrin@hofn.example',
  ssn: '1205851429',
  roles: ['service', 'admin'],
  given: ['service', 'admin'].map((role) => ({
    ...{ role: role as 'service', lines: null, from: '2026-01-01', to: null, by: 'Ragna' },
  })),
  active: true,
  signIn: { password: true, passkeys: 1, federated: false },
  you: true,
};
const ari: Employee = {
  ...katrin,
  key: 'ari',
  username: 'ari',
  fullName: 'Ari Prófsson',
  email: 'ari@hofn.example',
  ssn: null,
  roles: ['claims'],
  given: [{ role: 'claims', lines: ['home'], from: '2026-11-01', to: '2027-01-31', by: null }],
  active: false,
  signIn: { password: false, passkeys: 0, federated: false },
  you: false,
};

let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  server.items = [katrin, ari];
  server.mayAdd = true;
  server.sent = [];
  server.refusal = undefined;
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const translators = {
  is: createTranslator('is', { ...errors, ...shell, ...staff }),
  en: createTranslator('en', { ...errorsEn, ...shellEn, ...staffEn }),
};
const open = (language: Language) =>
  act(async () =>
    root.render(
      <TextsContext value={translators[language]}>
        <Employees />
      </TextsContext>,
    ),
  );
const buttonNamed = (name: string): HTMLButtonElement => {
  const found = [...document.querySelectorAll('button')].find(
    (button) =>
      (button.getAttribute('aria-label') ?? button.textContent ?? '').replaceAll('\u00a0', ' ') === name,
  );
  if (!found) throw new Error(`no button ${name}`);
  return found;
};
const press = (name: string) => act(async () => buttonNamed(name).click());
const type = (name: string, text: string) =>
  act(async () => {
    const field = document.querySelector<HTMLInputElement>(`input[name=${name}]`);
    if (!field) throw new Error(`no field ${name}`);
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
const submit = () =>
  act(async () => {
    document
      .querySelector('form')
      ?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  });
const text = () => (document.body.textContent ?? '').replaceAll('\u00a0', ' ');

test.each([
  ['is', 'Kerfisstjórn', 'Lokaður', 'Ekki sett upp', '1 aðgangslykill, lykilorð og rafræn skilríki'],
  ['en', 'Administrator', 'Dismissed', 'Not set up', '1 passkey, password and electronic ID'],
] as const)(
  'HOLD-11: the screen lists who may sign in, how, and who is dismissed (%s)',
  async (language, ...shown) => {
    await open(language);
    for (const part of ['Katrín Ósk Einarsdóttir', '120585-1429', 'Ari Prófsson', ...shown])
      expect(text()).toContain(part);
  },
);

test('HOLD-11: an administrator adds an employee; a refused field is named, and a wrong one is not sent', async () => {
  await open('is');
  const t = translators.is;
  await press(t('employees|add'));
  await type('username', 'Ekki gilt');
  await submit();
  await vi.waitFor(() => expect(text()).toContain(t('employees|usernameShape')));
  expect(server.sent).toEqual([]);

  await type('username', 'una');
  await type('fullName', 'Una Prófdóttir');
  await type('email', 'una@hofn.example');
  await type('ssn', '231090-1429');
  const errors = { email: ['Upptekið netfang'] };
  server.refusal = new ApiError({ status: 409, errorCode: 'emailTaken', errors });
  await submit();
  const details = {
    fullName: 'Una Prófdóttir',
    email: 'una@hofn.example',
    ssn: '2310901429',
    given: [],
  };
  expect(server.sent).toEqual([['/api/staff/v1/employees', { body: { username: 'una', ...details } }]]);
  await vi.waitFor(() => expect(text()).toContain('Upptekið netfang'));
  expect(document.querySelector('dialog')).not.toBeNull();

  server.refusal = undefined;
  await submit();
  await vi.waitFor(() => expect(document.querySelector('dialog')).toBeNull());
});

/** Checks a role in the open dialog, found by what its text begins with. */
const choose = (role: StaffRole) =>
  act(async () =>
    [...document.querySelectorAll('label')]
      .find(({ textContent }) => textContent?.includes(translators.en(`employees|is.${role}`)))
      ?.querySelector('input')
      ?.click(),
  );
test('ROLE-1, HOLD-11: an administrator gives and takes roles, for some days and lines, dismisses, ends sessions and restores', async () => {
  await open('en');
  const t = translators.en;
  await press(t('employees|changeOf', { name: ari.fullName }));
  await choose('claims');
  await choose('injuries');
  await act(async () =>
    document.querySelector<HTMLInputElement>('input[type=checkbox][value=accident]')?.click(),
  );
  await submit();
  const today = dayOfInstant(new Date());
  expect(server.sent.at(-1)).toEqual([
    '/api/staff/v1/employees/{key}',
    {
      params: { key: 'ari' },
      body: {
        ...{ act: 'change', fullName: ari.fullName, email: ari.email, ssn: null },
        given: [{ role: 'injuries', lines: ['accident'], from: today, to: null }],
      },
    },
  ]);
  const performed = async (name: string, act: 'dismiss' | 'endSessions' | 'sendLink' | 'restore') => {
    await press(t('employees|accessOf', { name }));
    await press(t(`employees|act.${act}`));
    return server.sent.at(-1)?.[1];
  };
  for (const act of ['dismiss', 'endSessions', 'sendLink'] as const)
    expect(await performed(katrin.fullName, act)).toEqual({ params: { key: 'katrin' }, body: { act } });
  expect(await performed(ari.fullName, 'restore')).toEqual({
    params: { key: 'ari' },
    body: { act: 'restore' },
  });
});

test.each(['is', 'en'] as const)(
  'ROLE-5: administrators read their own roles, and cannot change them (%s)',
  async (language) => {
    await open(language);
    const t = translators[language];
    await press(t('employees|changeOf', { name: katrin.fullName }));
    expect(text()).toContain(t('employees|rolesOwn'));
    expect(document.querySelector('input[type=checkbox]')).toBeNull();
    await submit();
    expect(server.sent.at(-1)?.[1]).toMatchObject({
      body: { act: 'change', given: [{ role: 'service' }, { role: 'admin' }] },
    });
  },
);

test('HOLD-11: the dialog of an employee shows who has access now, also after another administrator has changed it', async () => {
  server.items = [katrin];
  await open('en');
  const t = translators.en;
  await press(t('employees|accessOf', { name: katrin.fullName }));
  expect(text()).toContain(t('employees|text.dismiss'));
  server.items = [{ ...katrin, active: false }];
  await open('en');
  expect(text()).not.toContain(t('employees|text.dismiss'));
  expect(buttonNamed(t('employees|act.restore'))).toBeDefined();
});

test.each(['is', 'en'] as const)(
  'HOLD-11: the screen shows who signs in with a work account, and changes neither their role nor their sign-in (%s)',
  async (language) => {
    server.items = [{ ...katrin, signIn: { password: false, passkeys: 0, federated: true } }];
    server.mayAdd = false;
    await open(language);
    const t = translators[language];
    expect(text()).toContain(t('employees|workAccount'));
    expect(text()).toContain(t('employees|addedElsewhere'));
    expect(() => buttonNamed(t('employees|add'))).toThrow();
    await press(t('employees|accessOf', { name: katrin.fullName }));
    expect(text()).toContain(t('employees|text.federated'));
    expect(() => buttonNamed(t('employees|act.sendLink'))).toThrow();
    await press(t('global|close'));
    await press(t('employees|changeOf', { name: katrin.fullName }));
    expect(text()).toContain(t('employees|rolesElsewhere'));
    expect(document.querySelector('input[type=checkbox]')).toBeNull();
    await submit();
    expect(server.sent.at(-1)?.[1]).toMatchObject({
      body: { act: 'change', given: [{ role: 'service' }, { role: 'admin' }] },
    });
  },
);
