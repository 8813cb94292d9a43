// @vitest-environment happy-dom
import type { PaymentMethod } from '@hofn/contracts';
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { QueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../../engine/texts.ts';
import { createCallTracker } from '../../session/call-tracker.ts';
import { SessionProvider } from '../../session/session.tsx';
import type { SessionParts } from '../../session/session-parts.ts';
import { consequencesOf } from './method-texts.ts';
import { MethodSection } from './sections.tsx';

const texts = createTranslator('is', { ...shell, ...portal, ...errors });
const noMethod: PaymentMethod = {
  method: null,
  bankInfo: null,
  ccardInfo: null,
  next: null,
  change: null,
  claimFee: 130,
  cardInUse: false,
};
const post = vi.fn(async (_path: string, { body }: { body: object }) => ({ ...noMethod, ...body }));

let root: Root;
let page: HTMLElement;

const show = async (
  paymentMethod: PaymentMethod,
  subject: { via: string; role: string; fullName?: string },
) => {
  const user = { ssn: '1402851489', currentProxyUser: { id: 'anna', value: '1402851489', ...subject } };
  const state = { status: 'authenticated', user: { sub: 'anna' } };
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  queries.setQueryData(['user'], { value: user });
  const parts = {
    session: { start: async () => {}, state: () => state, subscribe: () => () => {} },
    queries,
    api: { get: async (path: string) => (path.endsWith('/info') ? user : paymentMethod), post },
    tracker: createCallTracker(() => 0),
    language: () => 'is',
  } as unknown as SessionParts;
  flushSync(() =>
    root.render(
      <TextsContext value={texts}>
        <SessionProvider parts={parts}>
          <MethodSection title="Greiðsluleið" />
        </SessionProvider>
      </TextsContext>,
    ),
  );
  await vi.waitFor(() => expect(page.querySelector('form, dl')).not.toBeNull());
};

beforeEach(() => {
  post.mockClear();
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
});
afterEach(() => {
  root.unmount();
  page.remove();
});

const save = () => page.querySelector<HTMLButtonElement>('button[type=submit]')?.click();

test('FORM-5: saving without a choice reports it at the options and moves focus there; a choice clears the error', async () => {
  await show(noMethod, { via: 'self', role: 'Admin' });
  flushSync(save);
  const firstInput = page.querySelector('input');
  expect(page.querySelector('fieldset')?.textContent).toContain(texts('paymentDetails|methodMissing'));
  expect(document.activeElement).toBe(firstInput);
  expect(post).not.toHaveBeenCalled();
  flushSync(() => firstInput?.click());
  expect(page.textContent).not.toContain(texts('paymentDetails|methodMissing'));
});

test.each([
  [130, true],
  [0, false],
])('LIFE-31: a fee of %i kr. on a claim is shown: %s', async (claimFee, isShown) => {
  await show({ ...noMethod, claimFee }, { via: 'self', role: 'Admin' });
  expect(page.textContent?.includes('bætist við hverja kröfu')).toBe(isShown);
  const collection = { day: '2026-12-15', from: 'customer' } as const;
  const change = {
    ...{ dueDate: '2026-12-01', amount: 41_925, instalments: 2 },
    ...{ ccard: collection, bank: collection, claim: collection },
  };
  const [payment] = consequencesOf(texts as never, { ...noMethod, change, claimFee }, 'claim');
  expect(payment?.includes('41.925\u00a0kr. án gjalds.')).toBe(isShown);
  expect(consequencesOf(texts as never, { ...noMethod, change, claimFee }, 'bank')[0]).not.toContain(
    'án gjalds',
  );
  const alone = { ...noMethod, change: { ...change, instalments: 1 }, claimFee };
  expect(consequencesOf(texts as never, alone, 'claim')[0]?.replaceAll('\u00a0', ' ')).toContain(
    isShown ? ': 42.055 kr. (41.925 kr. og 130 kr. gjald).' : ': 41.925 kr. ',
  );
  expect(consequencesOf(texts as never, { ...noMethod, claimFee }, 'claim').at(-1)).toBe(
    isShown ? texts('paymentDetails|claimFee', { amount: '130\u00a0kr.' }) : texts('paymentDetails|noFee'),
  );
});

test('ACC-1, LIFE-49: a read-only user sees the payment method, and reads what needs full access and who grants it', async () => {
  const fullName = 'Sigurbjörg Rós Hallgrímsdóttir';
  await show({ ...noMethod, method: 'bank' }, { via: 'grant', role: 'Readonly', fullName });
  expect(page.querySelector('form')).toBeNull();
  expect(page.textContent).toContain(
    'Til að breyta greiðsluleið iðgjalda þarf fullan aðgang. Sigurbjörg Rós Hallgrímsdóttir getur veitt þér hann',
  );
  expect(page.querySelector('dd')?.textContent).toBe(texts('paymentDetails|methodBank'));
});

test('ACC-1: for another customer, undisclosed details are not reported as missing', async () => {
  const missingText = texts('paymentDetails|methodBankMissing');
  await show(noMethod, { via: 'self', role: 'Admin' });
  expect(page.textContent).toContain(missingText);
  root.unmount();
  root = createRoot(page);
  await show(noMethod, { via: 'grant', role: 'Full' });
  expect(page.querySelectorAll('input').length).toBe(3);
  expect(page.textContent).not.toContain(missingText);
});
