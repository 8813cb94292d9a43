// @vitest-environment happy-dom
import { createTranslator } from '@hofn/texts';
import { errors } from '@hofn/texts/catalogue/en/errors.ts';
import { portal } from '@hofn/texts/catalogue/en/portal.ts';
import { shell } from '@hofn/texts/catalogue/en/shell.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../../engine/texts.ts';
import { Given } from './Given.tsx';

const known = vi.hoisted(() => ({ via: 'self', items: [] as object[], file: {} as object }));
vi.mock('../../session/index.ts', () => ({
  useUser: () => ({
    data: { currentProxyUser: { fullName: 'Ísver ehf.', role: 'Readonly', via: known.via } },
  }),
  useCall: () => ({ state: 'ready', data: { items: known.items }, retry: () => {} }),
  useSend: () => ({ send: () => {}, state: 'idle', reset: () => {} }),
  useApi: () => ({}),
  useFile: (path: string, query: object) => {
    known.file = { path, query };
    return { fetchFile: () => {} };
  },
  viewedSsn: () => undefined,
  takeChosen: () => false,
  useActFor: () => ({}),
}));
vi.mock('../../parts/ForRole.tsx', () => ({ ForRole: () => null, useMay: () => false }));
vi.mock('../../engine/index.ts', async () => ({
  ...(await import('../../engine/texts.ts')),
  Link: () => null,
  useStaticQuery: () => ({ company: {} }),
}));

let root: Root;
const t = createTranslator('en', { ...errors, ...shell, ...portal });
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});
const show = async (via: string, items: object[] = []) => {
  Object.assign(known, { via, items });
  await act(async () =>
    root.render(
      <TextsContext value={t as never}>
        <Given key={via} />
      </TextsContext>,
    ),
  );
  return document.body.textContent ?? '';
};

test.each(['delegate', 'staff'])(
  'ACC-3: permits of another customer (%s) are captioned as theirs',
  async (via) => {
    const text = await show(via);
    expect(text).toContain('Access to the insurance of: Ísver ehf.');
    expect(text).not.toContain('your insurance');
  },
);

test('LANG-6: one’s own permits are captioned as one’s own, and their column is the national ID', async () => {
  const grant = { id: 'g1', state: 'active', name: 'Ari', ssn: '0101901459', role: 'Full' };
  const text = await show('self', [{ ...grant, validFrom: '2026-01-01', validTo: '2026-12-31' }]);
  expect(text).toContain('Access to your insurance');
  expect([...document.querySelectorAll('th')].map((cell) => cell.textContent)).toContain('National ID');
  expect(text).not.toMatch(/kennitala/i);
});

test('PORT-19: permits that are more than one are searched, and ended ones that match are shown at once', async () => {
  const ari = { id: 'g1', state: 'active', name: 'Ari', ssn: '0101901459', role: 'Full', endedOn: null };
  const days = { validFrom: '2026-01-01', validTo: '2026-12-31' };
  const bera = { ...ari, ...days, id: 'g2', state: 'revoked', name: 'Bera', endedOn: '2026-02-01' };
  await show('self', [{ ...ari, ...days }]);
  expect(document.querySelector('search')).toBeNull();
  await show('delegate', [{ ...ari, ...days }, bera]);
  const input = document.querySelector<HTMLInputElement>('search input');
  const type = async (text: string) => {
    await act(async () => {
      if (!input) throw new Error('The permits have no search');
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    return document.querySelector('section')?.textContent ?? document.body.textContent ?? '';
  };
  const found = await type('bera');
  expect(found).toContain('Bera');
  expect(found).not.toContain('Ari');
  expect(document.querySelector('details')?.open).toBe(true);
  // Its files are narrowed as the screen is.
  expect(known.file).toEqual({
    path: '/api/user/v1/settings/accessgrants',
    query: { search: 'bera', sort: 'newest' },
  });
  expect(await type('xyz')).toContain(t('table|noMatches'));
});
