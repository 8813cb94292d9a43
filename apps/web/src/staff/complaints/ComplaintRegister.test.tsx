// @vitest-environment happy-dom
import type { ComplaintYear } from '@hofn/contracts';
import { createTranslator, type Language } from '@hofn/texts';
import { shell as shellEn } from '@hofn/texts/catalogue/en/shell.ts';
import { staff as staffEn } from '@hofn/texts/catalogue/en/staff.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { staff } from '@hofn/texts/catalogue/is/staff.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../../engine/texts.ts';
import { ComplaintRegister } from './ComplaintRegister.tsx';

const { server } = vi.hoisted(() => ({
  server: { years: {} as Record<string, unknown>, asked: [] as unknown[] },
}));
vi.mock('../../engine/index.ts', async () => ({
  ...(await import('../../engine/texts.ts')),
  useStaticQuery: () => ({ company: { phone: '514 1000', phoneHref: 'tel:+3545141000' } }),
  navigate: () => Promise.resolve(),
}));
vi.mock('../../session/index.ts', () => ({
  useCall: (_path: string, { query }: { query: { year?: number } }) => {
    server.asked.push(query);
    return { state: 'ready', data: server.years[String(query.year ?? 2026)], retry: () => {} };
  },
  useSession: () => ({ user: { sub: 'employee|stina' } }),
  useSubjectId: () => undefined,
  hasSubject: () => false,
  useExport: () => ({ busy: undefined, error: undefined, fetchFile: () => {} }),
}));

const texts = {
  is: createTranslator('is', { ...shell, ...staff }),
  en: createTranslator('en', { ...shellEn, ...staffEn }),
};
const year: ComplaintYear = {
  ...{ year: 2026, years: [2026, 2025], received: 3, decided: 2, upheld: 1, partlyUpheld: 0, rejected: 1 },
  ...{ medianDays: 4.5, late: 1, nextCursor: null },
  causes: [{ of: 'amount', count: 2 }],
  subjects: [{ of: 'claim', count: 3 }],
  items: [
    {
      ...{ reference: 'K-2026-100002', subject: 'claim', receivedOn: '2026-11-20', dueOn: '2026-12-11' },
      ...{ decidedOn: null, days: null, late: true, outcome: null, cause: null },
    },
    {
      ...{ reference: 'K-2026-100001', subject: 'claim', receivedOn: '2026-11-02', dueOn: '2026-11-23' },
      ...{ decidedOn: '2026-11-06', days: 4, late: false, outcome: 'upheld', cause: 'amount' },
    },
  ],
};

let root: Root;
let screen: HTMLElement;
beforeEach(() => {
  history.replaceState(null, '');
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  screen = document.body.appendChild(document.createElement('div'));
  root = createRoot(screen);
  server.asked = [];
  server.years = { 2026: year, 2025: { ...year, year: 2025, received: 0, items: [], causes: [] } };
});
afterEach(() => {
  act(() => root.unmount());
  screen.remove();
  vi.unstubAllGlobals();
});

const show = (language: Language) =>
  act(() =>
    root.render(
      <TextsContext value={texts[language]}>
        <ComplaintRegister />
      </TextsContext>,
    ),
  );

test('RIGHT-2: the register states the figures of the year, and lists complaints by reference with outcome and what is late', () => {
  show('is');
  const text = (screen.textContent ?? '').replaceAll('\u00a0', ' ');
  expect(text).toMatch(/Mótteknar3.*Afgreiddar2.*Tekin til greina1.*Ekki tekin til greina1/s);
  expect(text).toContain('4,5 dagar');
  const rows = [...screen.querySelectorAll('table')]
    .at(-1)
    ?.querySelectorAll('tbody tr') as NodeListOf<HTMLElement>;
  expect(rows[0]?.textContent).toMatch(/K-2026-100002.*of sein.*Í vinnslu/s);
  expect(rows[1]?.textContent).toMatch(/K-2026-100001.*Tekin til greina.*Fjárhæð/s);
});

test('RIGHT-2: another year is chosen, and one without complaints says so', () => {
  show('en');
  const select = screen.querySelector('select');
  expect([...(select?.options ?? [])].map(({ value }) => value)).toEqual(['2026', '2025']);
  act(() => {
    if (!select) throw new Error('no choice of a year');
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, '2025');
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  expect(server.asked.at(-1)).toMatchObject({ year: 2025 });
  expect(screen.textContent).toContain(staffEn.complaintRegister.none);
});
