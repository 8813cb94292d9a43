// @vitest-environment happy-dom
import { createTranslator } from '@hofn/texts';
import { portal as portalEn } from '@hofn/texts/catalogue/en/portal.ts';
import { shell as shellEn } from '@hofn/texts/catalogue/en/shell.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TextsContext } from '../../engine/texts.ts';
import { claimOf } from '../testing/detail-answers.ts';
import { ClaimScreen } from './ClaimScreen.tsx';

const { shown } = vi.hoisted(() => ({ shown: { claim: {} as object } }));
vi.mock('../../engine/index.ts', async () => ({
  ...(await import('../../engine/texts.ts')),
  useStaticQuery: () => ({ company: { phone: '514 1000', phoneHref: 'tel:+3545141000' } }),
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}));
vi.mock('../../session/index.ts', () => ({
  useCall: () => ({ state: 'ready', data: shown.claim }),
  usePost: () => ({ state: 'idle', send: async () => {}, reset: () => {} }),
  useUser: () => ({ data: undefined }),
  useApi: () => ({ get: async () => ({}) }),
  useRefetch: () => () => {},
  useDownload: () => ({ busy: undefined, error: undefined, download: () => {} }),
}));

let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

test.each([
  ['is', createTranslator('is', { ...shell, ...portal }), '23.000 kr.'],
  ['en', createTranslator('en', { ...shellEn, ...portalEn }), 'ISK 23,000'],
] as const)(
  'LIFE-13: a claim shows its deductible with the product’s own words (%s)',
  async (_, t, amount) => {
    const deductibleText = 'Þegar hjóli er stolið greiðir þú 25%.';
    // Decided, so that the deductible is also beside the loss.
    shown.claim = { ...claimOf('1'), deductible: 23_000, deductibleText, lossAmount: 180_000 };
    await act(async () =>
      root.render(
        <TextsContext value={t as never}>
          <ClaimScreen id="1" />
        </TextsContext>,
      ),
    );
    const text = (document.body.textContent ?? '').replaceAll('\u00a0', ' ');
    expect(text.split(amount + deductibleText)).toHaveLength(3);
    expect(text.split(amount)).toHaveLength(3);
  },
);
