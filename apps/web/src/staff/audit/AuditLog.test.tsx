// @vitest-environment happy-dom
import type { AuditEvent } from '@hofn/contracts';
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { staff } from '@hofn/texts/catalogue/is/staff.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { QueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ShownContext } from '../../engine/App.tsx';
import { TextsContext } from '../../engine/texts.ts';
import { ApiError } from '../../session/api-error.ts';
import { createCallTracker } from '../../session/call-tracker.ts';
import { SessionProvider } from '../../session/session.tsx';
import type { SessionParts } from '../../session/session-parts.ts';
import { AuditLog } from './AuditLog.tsx';

/** Long timeout, for busy machines. */
const eventually = (check: () => void) => vi.waitFor(check, 20_000);

const texts = createTranslator('is', { ...staff, ...errors });
const event: AuditEvent = {
  id: 8,
  seq: 8,
  at: '2026-11-21T12:00:00.000Z',
  action: 'bank.change',
  actor: { kind: 'customer', id: 'birgir', name: 'Birgir Prófsson' },
  customer: { id: 'anna', ssn: '1402851489', name: 'Anna Prófdóttir' },
  authority: 'grant',
  authorityDetail: 'Admin',
  object: null,
  details: null,
  before: { account: '•••821' },
  after: { account: '•••899' },
  address: '192.0.2.7',
  requestId: 'r-1',
};

let root: Root;
let page: HTMLElement;
let queries: Array<Record<string, unknown>>;
let files: unknown[][];
let answer: () => Promise<{ items: AuditEvent[]; nextCursor: string | null }>;

beforeEach(() => {
  queries = [];
  files = [];
  history.replaceState(null, '');
  answer = async () => ({ items: [event], nextCursor: 'next' });
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
});
afterEach(() => {
  root.unmount();
  page.remove();
});

const show = () => {
  const state = { status: 'authenticated', user: { sub: 'employee|ragna' } };
  const parts = {
    session: { start: async () => {}, state: () => state, subscribe: () => () => {} },
    queries: new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } }),
    api: {
      get: async (_path: string, { query }: { query: Record<string, unknown> }) => {
        queries.push(query);
        return answer();
      },
      post: async () => ({ id: 'anna', name: 'Anna Prófdóttir' }),
      file: async (...request: unknown[]) => {
        files.push(request);
        return { name: 'x.csv', content: new Blob() };
      },
    },
    tracker: createCallTracker(() => 0),
    language: () => 'is',
  } as unknown as SessionParts;
  flushSync(() =>
    root.render(
      <TextsContext value={texts}>
        <ShownContext
          value={{ shown: { page: { staticQueries: { site: { company: {} } } }, location: {} } } as never}
        >
          <SessionProvider parts={parts}>
            <AuditLog />
          </SessionProvider>
        </ShownContext>
      </TextsContext>,
    ),
  );
};
const fieldOf = (label: string) => {
  const found = [...page.querySelectorAll('label')].find(({ textContent }) => textContent?.includes(label));
  return page.querySelector<HTMLInputElement | HTMLSelectElement>(`#${CSS.escape(found?.htmlFor ?? '')}`);
};
const fill = (label: string, value: string) => {
  const field = fieldOf(label);
  if (!field) throw new Error(`no field ${label}`);
  // React tracks the element's own `value`; user input bypasses it.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  flushSync(() =>
    field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true })),
  );
};
const press = (name: string) =>
  flushSync(() =>
    [...page.querySelectorAll('button')].find(({ textContent }) => textContent?.includes(name))?.click(),
  );

test('HOLD-14: an event shows actor, customer, action and authority, and its values before and after', async () => {
  show();
  await eventually(() => expect(page.textContent).toContain('Birgir Prófsson'));
  expect(page.querySelector('tbody th')?.textContent).toContain('Bankareikningi breytt');
  for (const text of ['Anna Prófdóttir', 'Veittur aðgangur (Admin)', '192.0.2.7'])
    expect(page.textContent).toContain(text);
  const details = page.querySelector('details');
  expect(details?.querySelector('summary')?.textContent).toContain('Nánar: Bankareikningi breytt');
  // On a phone a cell is preceded by its column's heading, which the summary says itself.
  expect(details?.closest('td')?.dataset.heading).toBeUndefined();
  expect([...(details?.querySelectorAll('td, th') ?? [])].map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['•••821', '•••899']),
  );
});

test('HOLD-14: the log is narrowed by customer, action and actor, and stepped through in pages', async () => {
  show();
  await eventually(() => expect(queries.at(-1)).toEqual({ limit: 25 }));
  await eventually(() => expect(page.textContent).toContain('Atburðir 1–1'));
  press('Næsta síða');
  await eventually(() => expect(queries.at(-1)).toEqual({ limit: 25, cursor: 'next' }));
  fill('Hvað', 'bank.change');
  await eventually(() => expect(queries.at(-1)).toEqual({ limit: 25, action: 'bank.change' }));
  fill('Kennitala viðskiptavinar', '140285-1489');
  await eventually(() => expect(page.textContent).toContain('Aðeins þessi viðskiptavinur: Anna Prófdóttir'));
  await eventually(() => expect(queries.at(-1)).toMatchObject({ customer: 'anna', action: 'bank.change' }));
  press('CSV');
  await eventually(() =>
    expect(files[0]?.slice(0, 3)).toEqual([
      '/api/staff/v1/audit',
      'text/csv',
      { customer: 'anna', action: 'bank.change' },
    ]),
  );
});

test('HOLD-14: an employee without the role learns which one it takes', async () => {
  answer = async () => {
    throw new ApiError({ status: 403, errorCode: 'forbidden', message: '' } as never);
  };
  show();
  await eventually(() => expect(page.textContent).toContain(texts('audit|notAuditor')));
  expect(page.querySelector('table')).toBeNull();
});
