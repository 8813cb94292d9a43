// @vitest-environment happy-dom
import { createTranslator, type Language } from '@hofn/texts';
import { shell as shellEn } from '@hofn/texts/catalogue/en/shell.ts';
import { staff as staffEn } from '@hofn/texts/catalogue/en/staff.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { staff } from '@hofn/texts/catalogue/is/staff.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../../engine/texts.ts';
import { Workload } from './Workload.tsx';

const { server } = vi.hoisted(() => ({
  server: { workload: {} as unknown, sample: [] as unknown[], draws: [] as string[] },
}));
vi.mock('../../engine/index.ts', async () => ({
  ...(await import('../../engine/texts.ts')),
  useStaticQuery: () => ({ company: { phone: '514 1000', phoneHref: 'tel:+3545141000' } }),
  Link: ({ to, children }: { to: string; children: React.ReactNode }) => <a href={to}>{children}</a>,
  navigate: () => Promise.resolve(),
}));
vi.mock('../../session/index.ts', () => ({
  useCall: (path: string, { query }: { query?: { draw: string } }) => {
    if (query?.draw) server.draws.push(query.draw);
    const data = path.endsWith('/sample') ? { items: server.sample } : server.workload;
    return { state: 'ready', data, retry: () => {} };
  },
}));

const texts = {
  is: createTranslator('is', { ...shell, ...staff }),
  en: createTranslator('en', { ...shellEn, ...staffEn }),
};

let root: Root;
let screen: HTMLElement;
beforeEach(() => {
  screen = document.body.appendChild(document.createElement('div'));
  root = createRoot(screen);
  server.draws = [];
  server.sample = [];
  server.workload = {
    since: '2026-10-31',
    kinds: [
      {
        ...{ kind: 'memo', open: 12, unassigned: 3, overdue: 2, oldestAt: '2026-11-10T10:00:00Z' },
        ...{ kept: 23, broken: 2 },
      },
      {
        kind: 'claim',
        open: 1,
        unassigned: 0,
        overdue: 0,
        oldestAt: '2026-11-20T10:00:00Z',
        kept: 0,
        broken: 0,
      },
    ],
    people: [{ key: 'a', name: 'Una Prófdóttir', open: 9, overdue: 2 }],
  };
});
afterEach(() => {
  act(() => root.unmount());
  screen.remove();
});

const show = (language: Language) =>
  act(() =>
    root.render(
      <TextsContext value={texts[language]}>
        <Workload />
      </TextsContext>,
    ),
  );
const cells = () =>
  [...screen.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((cell) => (cell.textContent ?? '').replaceAll('\u00a0', ' ')),
  );

test('DESK-13: work by kind leads to its cases, with the share of promises that were kept', () => {
  show('is');
  expect(cells()[0]?.slice(0, 4)).toEqual([staff.caseKind.memo, '12', '3', '2']);
  expect(cells()[0]?.[5]).toBe('92%, 23 af 25');
  expect(cells()[1]?.[5]).toBe(staff.workload.noPromises);
  expect(screen.querySelector('tbody a')?.getAttribute('href')).toBe('/starfsfolk/verkefni?kind=memo');
  expect(cells()[2]).toEqual(['Una Prófdóttir', '9', '2']);
});

test('DESK-13: a sample is drawn when it is asked for, and another each time', () => {
  show('en');
  expect(server.draws).toEqual([]);
  const press = () => act(() => screen.querySelector('button')?.click());
  press();
  press();
  expect(new Set(server.draws).size).toBe(2);
  expect(screen.textContent).toContain(staffEn.workload.noSample);
});
