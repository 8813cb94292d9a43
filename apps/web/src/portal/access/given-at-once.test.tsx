// @vitest-environment happy-dom
import { errors } from '@hofn/texts/catalogue/is/errors.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { flushSync } from 'react-dom';
import type { Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { unreachable } from '../../session/api-error.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { GivenGrants } from './GivenGrants.tsx';

const texts = createTranslator('is', { ...errors, ...shell, ...portal });
const birta = {
  ...{ id: 'g1', ssn: '2703991429', name: 'Birta Líf Hrafnsdóttir', role: 'Readonly', state: 'active' },
  ...{ validFrom: '2026-11-27', validTo: '2027-11-26', endedOn: null },
};

let root: Root;
let page: HTMLElement;
afterEach(() => root.unmount());

const button = (label: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label);
const rows = () => [...page.querySelectorAll('tbody tr')].map(({ textContent }) => textContent ?? '');

test.each<[string, () => unknown]>([
  ['fails', () => Promise.reject(unreachable(new TypeError('Failed to fetch')))],
  ['is not answered', () => new Promise(() => {})],
])(
  'ACC-2, LIFE-12: access that was given is in the list at once, even if reading the list again %s',
  async (_, again) => {
    let reads = 0;
    ({ page, root } = renderScreen(<GivenGrants />, {
      texts,
      get: () => {
        reads += 1;
        return reads === 1 ? { items: [] } : again();
      },
      post: (path) => (path.endsWith('/name') ? { ...birta, current: null, isNotified: true } : birta),
    }));
    await vi.waitFor(() => expect(page.textContent).toContain(texts('access|givenEmpty')));
    flushSync(() => button(texts('access|give'))?.click());
    const field = document.querySelector<HTMLInputElement>('input[name=ssn]');
    flushSync(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, '270399-1429');
      field?.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await vi.waitFor(() => expect(document.body.textContent).toContain(birta.name));
    flushSync(() => field?.form?.requestSubmit());
    await vi.waitFor(() => expect(document.querySelector('dialog')).toBeNull());
    await vi.waitFor(() => expect(reads).toBe(2));
    await vi.waitFor(() => expect(rows()).toEqual([expect.stringContaining(birta.name)]));
    expect(page.textContent).not.toContain(texts('access|givenEmpty'));
  },
);
