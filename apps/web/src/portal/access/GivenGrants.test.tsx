// @vitest-environment happy-dom
import { createTranslator } from '@hofn/texts';
import { errors } from '@hofn/texts/catalogue/en/errors.ts';
import { portal } from '@hofn/texts/catalogue/en/portal.ts';
import { shell } from '@hofn/texts/catalogue/en/shell.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../../engine/texts.ts';
import { GivenGrants } from './GivenGrants.tsx';

const mocks = vi.hoisted(() => ({ via: 'self', items: [] as object[], file: {} as object }));
vi.mock('../../session/index.ts', () => ({
  useUser: () => ({
    data: { currentProxyUser: { fullName: 'Ísver ehf.', role: 'Readonly', via: mocks.via } },
  }),
  useChangeAnswer: () => () => {},
  useCall: () => ({ state: 'ready', data: { items: mocks.items }, retry: () => {} }),
  usePost: () => ({ send: () => {}, state: 'idle', reset: () => {} }),
  useApi: () => ({}),
  useExport: (path: string, query: object) => {
    mocks.file = { path, query };
    return { fetchFile: () => {} };
  },
  viewedSsn: () => undefined,
  takeChosen: () => false,
  useActFor: () => ({}),
}));
vi.mock('../../parts/ForRole.tsx', () => ({ ForRole: () => null, useHasRole: () => false }));
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
const show = async (relation: string, items: object[] = []) => {
  Object.assign(mocks, { via: relation, items });
  await act(async () =>
    root.render(
      <TextsContext value={t}>
        <GivenGrants key={relation} />
      </TextsContext>,
    ),
  );
  return document.body.textContent ?? '';
};

test.each(['delegate', 'staff'])(
  'ACC-3: grants of another customer (%s) are captioned as theirs',
  async (relation) => {
    const text = await show(relation);
    expect(text).toContain('Access to the insurance of: Ísver ehf.');
    expect(text).not.toContain('your insurance');
  },
);

test('LANG-6: the user’s own grants are captioned as such, with a national ID column', async () => {
  const grant = { id: 'g1', state: 'active', name: 'Ari', ssn: '0101901459', role: 'Full' };
  const text = await show('self', [{ ...grant, validFrom: '2026-01-01', validTo: '2026-12-31' }]);
  expect(text).toContain('Access to your insurance');
  expect([...document.querySelectorAll('th')].map((cell) => cell.textContent)).toContain('National ID');
  expect(text).not.toMatch(/kennitala/i);
});

test('PORT-19: a list of several grants can be searched, and a search expands the matching ended grants', async () => {
  const ari = { id: 'g1', state: 'active', name: 'Ari', ssn: '0101901459', role: 'Full', endedOn: null };
  const days = { validFrom: '2026-01-01', validTo: '2026-12-31' };
  const bera = { ...ari, ...days, id: 'g2', state: 'revoked', name: 'Bera', endedOn: '2026-02-01' };
  await show('self', [{ ...ari, ...days }]);
  expect(document.querySelector('search')).toBeNull();
  await show('delegate', [{ ...ari, ...days }, bera]);
  const input = document.querySelector<HTMLInputElement>('search input');
  const type = async (text: string) => {
    await act(async () => {
      if (!input) throw new Error('search field not found');
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    return document.querySelector('section')?.textContent ?? document.body.textContent ?? '';
  };
  const shownText = await type('bera');
  expect(shownText).toContain('Bera');
  expect(shownText).not.toContain('Ari');
  expect(document.querySelector('details')?.open).toBe(true);
  // The downloads use the screen's filters.
  expect(mocks.file).toEqual({
    path: '/api/user/v1/settings/accessgrants',
    query: { search: 'bera', sort: 'newest' },
  });
  expect(await type('xyz')).toContain(t('table|noMatches'));
});
