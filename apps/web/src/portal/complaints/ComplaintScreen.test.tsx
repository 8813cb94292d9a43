// @vitest-environment happy-dom
import type { ComplaintAbout, CustomerMatter } from '@hofn/contracts';
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { queue } from '@hofn/texts/catalogue/is/queue.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../session/api-error.ts';
import { Matters } from '../matters/Matters.tsx';
import { renderScreen, selfActing } from '../testing/render-screen.tsx';
import { ComplaintScreen } from './ComplaintScreen.tsx';

const texts = createTranslator('is', { ...errors, ...shell, ...portal, ...queue });
const items: ComplaintAbout[] = [
  { subject: 'claim', id: 'c1', title: 'Vatnstjón, T-1', open: null },
  { subject: 'request', id: 'r1', title: 'Uppsögn, Kaskó, 1000001', open: 'K-2026-100007' },
];

let root: Root;
let page: HTMLElement;
let posted: () => Promise<unknown>;
let sent = 0;
/** What an element says, with ordinary spaces. */
const said = (element: Element | null | undefined = page) =>
  (element?.textContent ?? '').replaceAll('\u00a0', ' ');
beforeEach(() => {
  sent = 0;
});
afterEach(() => root.unmount());

/** Shows the form, opened by an address. */
const show = async (search: string, role = 'Full') => {
  const location = { path: '/vidskipti/erindi/kvarta', hash: '', search, params: {} };
  const user = { currentProxyUser: { ...selfActing.currentProxyUser, role } };
  ({ page, root } = renderScreen(<ComplaintScreen location={location} />, {
    ...{
      texts,
      user,
      post: () => {
        sent += 1;
        return posted();
      },
    },
    get: () => ({ items, answerBy: '2026-12-11' }),
  }));
  await vi.waitFor(() => expect(page.querySelector('[data-state=loading]')).toBeNull());
  await vi.waitFor(() => expect(said()).toContain('11. desember 2026'));
};
const select = () => page.querySelector('select');
const write = (name: string, value: string): void => {
  const field = page.querySelector<HTMLTextAreaElement>(`textarea[name=${name}]`);
  if (!field) throw new Error(`no field ${name}`);
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
};
const send = (): void => {
  page.querySelector('form')?.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
};

test('RIGHT-2: what is complained about is chosen by the address, what is missing is named, and the receipt says the last day and who may not decide', async () => {
  await show('?about=claim+c1');
  expect(select()?.value).toBe('claim c1');
  send();
  await vi.waitFor(() => expect(said()).toContain(portal.complaint.textMissing));
  expect(sent).toBe(0);
  write('text', 'Bæturnar eru of lágar.');
  posted = async () => ({ reference: 'K-2026-100008', dueOn: '2026-12-11' });
  send();
  await vi.waitFor(() => expect(page.querySelector('h2')?.textContent).toContain(portal.complaint.sentTitle));
  expect(said()).toContain('K-2026-100008');
  expect(said()).toContain(portal.complaint.sentWho);
});

test('RIGHT-2: a complaint about the same that is open is shown instead of the form', async () => {
  await show('?about=request+r1');
  expect(said()).toContain('K-2026-100007');
  expect(page.querySelector('textarea')).toBeNull();
  expect(page.querySelector('form a[href*="/vidskipti/erindi"]')).not.toBeNull();
});

test('RIGHT-2: one that was sent meanwhile from another window is named', async () => {
  await show('?about=claim+c1');
  write('text', 'Bæturnar eru of lágar.');
  const message = 'Kvörtun um þetta mál er þegar til meðferðar. Tilvísun hennar er K-2026-100009.';
  const refusal = { status: 409, errorCode: 'complaintOpen', errors: { FORM: [message] } };
  posted = () => Promise.reject(new ApiError(refusal));
  send();
  await vi.waitFor(() => expect(said()).toContain('K-2026-100009'));
  // What was written is still there.
  expect(page.querySelector<HTMLTextAreaElement>('textarea[name=text]')?.value).toBe(
    'Bæturnar eru of lágar.',
  );
});

test('RIGHT-2, ACC-1: with read-only access there is no form', async () => {
  await show('', 'Readonly');
  expect(page.querySelector('form')).toBeNull();
});

test('RIGHT-2: among the messages a complaint shows its last day, and once decided the outcome, who decided and the letter', async () => {
  const complaint: CustomerMatter = {
    ...{
      id: 'k1',
      kind: 'complaint',
      form: null,
      reference: 'K-2026-100008',
      about: 'Bæturnar eru of lágar.',
    },
    ...{ openedAt: '2026-11-20T12:00:00Z', state: 'open', letter: null, answers: [], request: null },
    text: 'Bæturnar eru of lágar.',
    complaint: {
      ...{ about: 'Vatnstjón, T-1', wishes: 'Hærri bætur', dueOn: '2026-12-11' },
      ...{ outcome: null, decidedAt: null, decidedBy: null, letter: null, language: 'is' },
    },
  };
  const decided: CustomerMatter = {
    ...{ ...complaint, id: 'k2', state: 'closed' },
    complaint: {
      ...{ about: 'Vatnstjón, T-1', wishes: '', dueOn: '2026-12-11', outcome: 'partlyUpheld' },
      ...{ decidedAt: '2026-11-25T12:00:00Z', decidedBy: 'Una Prófdóttir', letter: 'Við greiðum meira.' },
      language: 'is',
    },
  };
  ({ page, root } = renderScreen(<Matters />, {
    texts,
    get: () => ({ items: [complaint, decided], total: 2 }),
  }));
  await vi.waitFor(() => expect(page.querySelectorAll('li h2')).toHaveLength(2));
  const [open, closed] = page.querySelectorAll('li:has(> div > h2)');
  expect(said(open)).toContain('11. desember 2026');
  expect(said(open)).toContain(portal.complaint.sentWho);
  expect(said(closed)).toMatch(/Tekin til greina að hluta.*Við greiðum meira\./s);
  expect(said(closed)).toContain('Una Prófdóttir');
});
