// @vitest-environment happy-dom
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Price } from '@hofn/contracts';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inLanguage } from '../../build/content.ts';
import { defaultFolders } from '../../build/folders.ts';
import { fetchPrice, keepPrice } from '../prices/price-calls.ts';
import { settingsAddress } from '../session/settings.ts';
import { FormConfirm } from './FormConfirm.tsx';
import { SignatureCheck, type SignatureCheckDocument } from './SignatureCheck.tsx';
import { TravelCheck, type TravelCheckDocument } from './TravelCheck.tsx';
import { usePublicCall } from './usePublicCall.ts';

const place = { hash: '#ABCD', path: '/', search: '', params: {} as Record<string, string> };
vi.mock('../engine/index.ts', () => ({
  useLocation: () => place,
  useTexts: () => ({ language: 'is' }),
  Link: () => null,
}));

const asked: string[] = [];
let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', async (address: string) => {
    if (address === settingsAddress) return Response.json({ apiBase: 'https://api.elsewhere.example' });
    asked.push(address);
    return Response.json({}, { status: 503 });
  });
  asked.length = 0;
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const words = async <Words,>(file: string): Promise<Words> =>
  inLanguage(
    JSON.parse(await readFile(join(defaultFolders.contentDir, `${file}.json`), 'utf8')),
    'is',
  ) as Words;
const show = (children: ReactNode) => act(async () => root.render(children));
const Doors = () => usePublicCall('/api/public/v1/calendar/2026', 'is').state;

/** Every public call of the site, as its screen makes it. */
const calls: [path: string, make: () => Promise<unknown>][] = [
  ['/api/public/v1/calendar/2026', () => show(<Doors />)],
  [
    '/api/public/v1/travelcheck/ABCD',
    async () => show(<TravelCheck texts={await words<TravelCheckDocument>('travelCheck/travelCheck')} />),
  ],
  [
    '/api/form/v1/forvarnarconfirm',
    async () => {
      await show(<FormConfirm texts={await words('formConfirm/formConfirm')} />);
      await act(async () => document.querySelector('button')?.click());
    },
  ],
  [
    '/api/public/v1/signaturecheck',
    async () => {
      const page = await words<SignatureCheckDocument>('signatureCheck/signatureCheck');
      await show(<SignatureCheck texts={page} />);
      const field = document.querySelector<HTMLInputElement>('input[type=file]');
      Object.defineProperty(field, 'files', { value: [new File(['%PDF-'], 'a.pdf')] });
      await act(async () => field?.dispatchEvent(new Event('change', { bubbles: true })));
    },
  ],
  ['/api/public/v1/price', () => fetchPrice('home', {}, { language: 'is' }).catch(() => {})],
  [
    '/api/public/v1/offer',
    () => keepPrice({} as Price, { email: '', website: '' }, { language: 'is' }).catch(() => {}),
  ],
];

test.each(calls)('CALL-7: %s is requested at the base from the settings', async (path, make) => {
  await make();
  await vi.waitFor(() => expect(asked).toEqual([`https://api.elsewhere.example${path}`]));
});

test('LANG-10: a code in the path of the travel check is filled in and verified, like one in the hash', async () => {
  place.hash = '';
  place.params = { code: '7K2M-9QXD' };
  const page = <TravelCheck texts={await words<TravelCheckDocument>('travelCheck/travelCheck')} />;
  await show(page);
  await vi.waitFor(() =>
    expect(asked).toEqual(['https://api.elsewhere.example/api/public/v1/travelcheck/7K2M-9QXD']),
  );
  expect(document.querySelector('input')?.value).toBe('7K2M-9QXD');
  place.params = {};
});
