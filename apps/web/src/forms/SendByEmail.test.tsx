// @vitest-environment happy-dom
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { flushSync } from 'react-dom';
import type { Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen, selfActing } from '../portal/testing/render-screen.tsx';
import { SendButton } from './SendByEmail.tsx';

const texts = createTranslator('is', { ...shell, ...portal, ...errors });
const send = vi.fn();
const call = { state: 'idle', send, reset: () => {} } as const;

let root: Root;
let page: HTMLElement;
afterEach(() => {
  root.unmount();
  send.mockClear();
});

const show = async (user: { currentProxyUser: { id: string } }) => {
  const button = <SendButton call={call} label="Senda yfirlit" />;
  ({ page, root } = renderScreen(button, { texts, user, get: () => ({}) }));
  await vi.waitFor(() => expect(page.querySelector('button')).not.toBeNull());
};
const press = (label: string) =>
  flushSync(() =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label)?.click(),
  );

test('LIFE-49: who acts for a customer reads, before an e-mail is sent, whose address it goes to', async () => {
  const fullName = 'Sigurbjörg Rós Hallgrímsdóttir';
  await show({ currentProxyUser: { ...selfActing.currentProxyUser, via: 'delegate', fullName } as never });
  flushSync(() => page.querySelector('button')?.click());
  expect(document.querySelector('dialog')?.textContent).toContain(`ekki á þitt: ${fullName}.`);
  expect(send).not.toHaveBeenCalled();
  press('Hætta við');
  expect(document.querySelector('dialog')).toBeNull();
  expect(send).not.toHaveBeenCalled();
  flushSync(() => page.querySelector('button')?.click());
  press('Senda');
  expect(send).toHaveBeenCalledExactlyOnceWith();
  expect(document.querySelector('dialog')).toBeNull();
});

test('customers are sent their own e-mail at once', async () => {
  await show(selfActing);
  flushSync(() => page.querySelector('button')?.click());
  expect(send).toHaveBeenCalledExactlyOnceWith();
  expect(document.querySelector('dialog')).toBeNull();
});
