// @vitest-environment happy-dom
import type { User } from '@hofn/contracts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { formDocument } from '../forms/declared/testing.ts';
import { createCallTracker } from '../session/call-tracker.ts';

const { get, token } = vi.hoisted(() => ({ get: vi.fn(), token: vi.fn() }));
vi.mock('../forms/declared/form-texts.ts', () => ({
  fetchFormDocument: () => formDocument('inquiry', 'is'),
}));
vi.mock('../session/open-session.ts', () => ({
  openSession: () => ({
    session: { start: async () => {}, state: () => ({ status: 'authenticated' }), calls: { token } },
    queries: new QueryClient(),
    api: { get },
    tracker: createCallTracker(() => 0),
  }),
}));

const customer = {
  fullName: 'Anna Prófdóttir',
  ssn: '1203751489',
  popupinfo: { email: 'anna@example.is' },
} as User;
const cookie = 'hofn.client.is.authenticated=true';

beforeEach(() => {
  vi.resetModules();
  get.mockReset().mockResolvedValue(customer);
  token.mockReset().mockResolvedValue('token');
});
afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the session sets it
  document.cookie = `${cookie}; max-age=0`;
  document.body.replaceChildren();
});

const field = (name: string): HTMLInputElement => {
  const found = document.querySelector<HTMLInputElement>(`dialog [name="${name}"]`);
  if (!found) throw new Error(`no field ${name}`);
  return found;
};
const open = async () => {
  const { openInquiry } = await import('./InquiryWindow.tsx');
  await openInquiry(new URL('https://vefur.example/fyrirspurn/'));
  await vi.waitFor(() => field('name'));
};
const values = () => ['name', 'email', 'ssn', 'description'].map((name) => field(name).value);
const type = (name: string, text: string) => {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(name), text);
  field(name).dispatchEvent(new Event('input', { bubbles: true }));
};

test('HELP-12: the inquiry of a signed-in customer is filled in, keeps what they change, and can be emptied', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the session sets it
  document.cookie = cookie;
  let answer = () => {};
  get.mockImplementation(() => new Promise((resolve) => (answer = () => resolve(customer))));
  await open();
  type('email', 'onnur@example.is');
  await vi.waitFor(() => expect(get).toHaveBeenCalled());
  answer();
  await vi.waitFor(() =>
    expect(values()).toEqual(['Anna Prófdóttir', 'onnur@example.is', '120375-1489', '']),
  );
  type('ssn', '');
  await open();
  expect(values()).toEqual(['Anna Prófdóttir', 'onnur@example.is', '', '']);
});

test('HELP-12: a visitor’s inquiry is empty, and no session is loaded for it', async () => {
  await open();
  expect(values()).toEqual(['', '', '', '']);
  expect(token).not.toHaveBeenCalled();
});

test('HELP-12: the inquiry opens empty when the customer cannot be read', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the session sets it
  document.cookie = cookie;
  vi.spyOn(console, 'info').mockImplementation(() => {});
  get.mockRejectedValue(new Error('down'));
  await open();
  await vi.waitFor(() => expect(console.info).toHaveBeenCalled());
  expect(values()).toEqual(['', '', '', '']);
});
