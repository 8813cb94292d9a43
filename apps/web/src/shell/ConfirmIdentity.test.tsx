// @vitest-environment happy-dom
import { createTranslator } from '@hofn/texts';
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../engine/texts.ts';
import { createSessionParts } from '../session/create-session-parts.ts';
import { createIdentityCheck } from '../session/identity-check.ts';
import { SessionProvider } from '../session/session.tsx';
import type { Session } from '../session/session-store.ts';
import { usePost } from '../session/use-post.ts';
import { ConfirmIdentity } from './ConfirmIdentity.tsx';

const t = createTranslator('is', { ...errors, ...shell, ...portal });
const signedOut = { status: 'unauthenticated' } as const;
let root: Root;
let bodies: unknown[];
let isFresh: boolean;
let signInAgain: () => Promise<void>;

const Form = () => {
  const { send, state, error } = usePost('/api/user/v1/settings/bankinfo');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const account = String(new FormData(event.currentTarget).get('account'));
        void send({ body: { bank: '0133', ledger: '26', account } });
      }}
    >
      <input name="account" aria-label="account" />
      <output>{error?.errorCode ?? state}</output>
    </form>
  );
};

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  bodies = [];
  isFresh = false;
  signInAgain = async () => {
    isFresh = true;
  };
  const identityCheck = createIdentityCheck();
  const session = {
    start: async () => {},
    state: () => signedOut,
    subscribe: () => () => true,
    signInAgain: () => signInAgain(),
    identityCheck,
    calls: {
      token: async () => 'token',
      handleUnauthorized: async () => false,
      confirmIdentity: identityCheck.request,
    },
  } as unknown as Session;
  const parts = createSessionParts({
    session,
    language: () => 'is',
    base: async () => '',
    fetch: async (_address, init) => {
      bodies.push(JSON.parse(String(init?.body)));
      return isFresh
        ? Response.json({ bank: '0133', ledger: '26', account: '007731' })
        : Response.json({ errorCode: 'freshSignInNeeded' }, { status: 403 });
    },
    onViewLost: () => {},
  });
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <TextsContext value={t}>
        <SessionProvider parts={parts}>
          <Form />
          <ConfirmIdentity />
        </SessionProvider>
      </TextsContext>,
    ),
  );
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const field = () => document.querySelector<HTMLInputElement>('input') as HTMLInputElement;
const submit = async () => {
  field().value = '7731';
  await act(async () => field().form?.requestSubmit());
  await vi.waitFor(() => expect(document.querySelector('dialog')).not.toBeNull());
};
const press = (name: string) =>
  act(async () => {
    const button = [...document.querySelectorAll('button')].find((each) => each.textContent === name);
    if (!button) throw new Error(`no button ${name}`);
    button.click();
  });
const outcome = () => document.querySelector('output')?.textContent;

test('HOLD-12, HOLD-3: a change that needs a recent sign-in waits for it, keeps what was typed, and is then made', async () => {
  await submit();
  expect(document.querySelector('dialog')?.textContent).toContain(t('confirmIdentity|text'));
  expect(outcome()).toBe('sending');
  await press(t('confirmIdentity|confirm'));
  await vi.waitFor(() => expect(outcome()).toBe('done'));
  expect(bodies).toHaveLength(2);
  expect(bodies[1]).toEqual(bodies[0]);
  expect(field().value).toBe('7731');
  expect(document.querySelector('dialog')).toBeNull();
});

test('HOLD-12: a sign-in that fails can be repeated, and declining leaves the form with an error', async () => {
  signInAgain = () => Promise.reject(new Error('blocked'));
  await submit();
  await press(t('confirmIdentity|confirm'));
  expect(document.querySelector('dialog [role=alert]')?.textContent).toBe(t('confirmIdentity|failed'));
  await press(t('confirmIdentity|cancel'));
  await vi.waitFor(() => expect(outcome()).toBe('freshSignInNeeded'));
  expect(field().value).toBe('7731');
  expect(bodies).toHaveLength(1);
});
