// @vitest-environment happy-dom
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
import { StaffSecurity } from './StaffSecurity.tsx';

const { server } = vi.hoisted(() => ({
  server: {
    answers: {} as Record<string, unknown>,
    sent: [] as unknown[][],
    signedInAgain: [] as unknown[],
    refusal: undefined as unknown,
  },
}));
vi.mock('../../engine/index.ts', async () => ({
  ...(await import('../../engine/texts.ts')),
  useStaticQuery: () => ({ company: { phone: '514 1000', phoneHref: 'tel:+3545141000' } }),
}));
vi.mock('../../security/make-passkey.ts', () => ({
  makePasskey: async (options: unknown) => ({ credential: { id: 'new', options } }),
}));
vi.mock('../../parts/notices.ts', () => ({
  setNotification: (notice: unknown) => void server.sent.push(['notice', notice]),
}));
vi.mock('../../session/index.ts', async () => {
  const call = async (method: string, path: string, input: unknown) => {
    server.sent.push([method, path, input]);
    if (server.refusal) throw server.refusal;
    return { token: 'right' };
  };
  return {
    ...(await import('../../session/api-error.ts')),
    useCall: (path: string) => ({ state: 'ready', data: server.answers[path], retry: () => {} }),
    useSession: () => ({
      login: async (_to: unknown, options: unknown) => void server.signedInAgain.push(options),
    }),
    useSessionParts: () => ({ language: () => 'is' }),
    useApi: () => ({
      post: (path: string, input: unknown) => call('POST', path, input),
      delete: (path: string, input: unknown) => call('DELETE', path, input),
    }),
    usePost: (path: string) => ({ send: (input: unknown) => call('POST', path, input), state: 'idle' }),
  };
});

const root = '/api/staff/v1/security';
const at = '2026-11-21T12:00:00.000Z';
const session = { browser: 'Firefox', system: 'Windows', way: 'passkey', signedInAt: at, lastUsedAt: at };

let page: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  server.answers = {
    [root]: { federated: false, password: true },
    [`${root}/passkeys`]: {
      mayAdd: true,
      items: [{ id: 'k', name: 'Síminn', createdAt: at, usedAt: null }],
    },
    [`${root}/sessions`]: {
      items: [
        { ...session, id: 's1', current: true },
        { ...session, id: 's2', current: false, browser: 'Chrome' },
      ],
    },
  };
  server.sent = [];
  server.signedInAgain = [];
  server.refusal = undefined;
  page = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => page.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const translators = {
  is: createTranslator('is', { ...errors, ...shell, ...staff }),
  en: createTranslator('en', { ...errorsEn, ...shellEn, ...staffEn }),
};
const t = translators.is;
const open = (language: Language = 'is') =>
  act(async () =>
    page.render(
      <TextsContext value={translators[language]}>
        <StaffSecurity />
      </TextsContext>,
    ),
  );
const text = () => (document.body.textContent ?? '').replaceAll('\u00a0', ' ');
const press = async (name: string) => {
  const found = [...document.querySelectorAll('button')].find(
    (button) =>
      (button.getAttribute('aria-label') ?? button.textContent ?? '').replaceAll('\u00a0', ' ') === name,
  );
  if (!found) throw new Error(`no button ${name}`);
  await act(async () => found.click());
};
const type = async (label: string, value: string) => {
  const field = [...document.querySelectorAll('label')].findLast(({ textContent }) =>
    textContent?.startsWith(label),
  )?.control as HTMLInputElement | undefined;
  if (!field) throw new Error(`no field ${label}`);
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
};

test.each(['is', 'en'] as const)(
  'HOLD-11: an employee sees their passkeys with dates, password form and sessions, %s',
  async (language) => {
    await open(language);
    const words = translators[language];
    for (const shown of [
      words('security|title'),
      'Síminn',
      words('security|neverUsed'),
      words('password|title'),
      words('security|current'),
    ])
      expect(text()).toContain(shown);
  },
);

test('HOLD-11: an employee adds, renames and removes a passkey and ends another session', async () => {
  await open();
  await type(t('security|passkeyName'), 'Tölvan');
  await press(t('security|passkeyAdd'));
  const credential = { id: 'new', options: { token: 'right' } };
  expect(server.sent).toEqual([
    ['POST', `${root}/passkeys/options`, { body: {} }],
    ['POST', `${root}/passkeys`, { body: { name: 'Tölvan', credential } }],
  ]);
  server.sent = [];
  await press(t('security|passkeyRenameOf', { name: 'Síminn' }));
  await type(t('security|passkeyName'), 'Gamli síminn');
  await press(t('security|save'));
  await press(t('security|passkeyRemoveOf', { name: 'Síminn' }));
  await press(
    t('security|endSessionOf', { device: t('security|device', { browser: 'Chrome', system: 'Windows' }) }),
  );
  expect(server.sent.filter(([method]) => method !== 'notice')).toEqual([
    ['POST', `${root}/passkeys/{id}`, { params: { id: 'k' }, body: { name: 'Gamli síminn' } }],
    ['DELETE', `${root}/passkeys/{id}`, { params: { id: 'k' } }],
    ['DELETE', `${root}/sessions/{id}`, { params: { id: 's2' } }],
  ]);
});

test('HOLD-11: the last passkey of an employee without a password stays, with the reason', async () => {
  await open();
  server.refusal = new ApiError({ status: 409, errorCode: 'passkeyLast' } as never);
  await press(t('security|passkeyRemoveOf', { name: 'Síminn' }));
  expect(server.sent.at(-1)).toEqual([
    'notice',
    { id: 'security', kind: 'error', text: t('errorCode|passkeyLast') },
  ]);
});

test('HOLD-12: after an old sign-in the screen asks to sign in again before a passkey is added', async () => {
  server.answers[`${root}/passkeys`] = { mayAdd: false, items: [] };
  await open();
  expect(text()).toContain(t('staffSecurity|signInAgain'));
  await press(t('security|signInAgain'));
  expect(server.signedInAgain).toEqual([{ prompt: 'login' }]);
});

test('HOLD-11: an employee of the insurer’s own provider reads that the sign-in is managed there', async () => {
  server.answers[root] = { federated: true, password: false };
  await open();
  expect(text()).toContain(t('staffSecurity|federated'));
  expect(text()).not.toContain(t('security|passkeyAdd'));
  expect(text()).not.toContain(t('password|next'));
  expect(text()).toContain(t('security|current'));
});
