// @vitest-environment happy-dom
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { portal as english } from '@hofn/texts/catalogue/en/portal.ts';
import { shell as englishShell } from '@hofn/texts/catalogue/en/shell.ts';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { defaultFolders } from '../../build/folders.ts';
import type { Site } from '../content/site.ts';
import { ShownContext } from '../engine/App.tsx';
import { TextsContext } from '../engine/texts.ts';
import type { PageContext } from '../engine/types.ts';
import { BottomBar } from './BottomBar.tsx';

const { session } = vi.hoisted(() => ({
  session: { status: 'unauthenticated', user: undefined as object | undefined },
}));
vi.mock('../session/index.ts', () => ({
  useUser: () => ({ data: session.user }),
  useSession: () => ({ status: session.status }),
}));
afterEach(() => {
  Object.assign(session, { status: 'unauthenticated', user: undefined });
});

const menu = JSON.parse(await readFile(join(defaultFolders.contentDir, 'menu/menu.json'), 'utf8'));
const translators = {
  is: createTranslator('is', { ...shell, ...portal }),
  en: createTranslator('en', { ...englishShell, ...english }),
};

/** The links in the server's document, where nobody is signed in, or for the user of `session`. */
const linksOn = (key: string, language: 'is' | 'en' = 'is'): Element[] => {
  const shown = { location: { path: '/', search: '', hash: '', params: {} } };
  document.body.innerHTML = renderToString(
    <ShownContext value={{ shown, links: { newTabPaths: [], protectedAddresses: [] } } as never}>
      <TextsContext value={translators[language]}>
        <BottomBar context={{ key, language } as PageContext} site={{ menu } as Site} />
      </TextsContext>
    </ShownContext>,
  );
  return [...document.querySelectorAll('nav[aria-label] a')];
};

test('LIFE-20: five places are links in the document, before hydration and sign-in, in both languages', () => {
  expect(linksOn('portal.base').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Yfirlit', '/arsskyrsla/vidskipti'],
    ['Tjón', '/arsskyrsla/vidskipti/tjonayfirlit'],
    ['Greiðslur', '/arsskyrsla/vidskipti/greidslustada'],
    ['Skjöl', '/arsskyrsla/vidskipti/rafraen-skjol'],
    ['Meira', '/arsskyrsla/vidskipti/yfirlitmobile'],
  ]);
  expect(linksOn('portal.base', 'en').map(({ textContent }) => textContent)).toEqual([
    'Overview',
    'Claims',
    'Payments',
    'Documents',
    'More',
  ]);
});

test.each([
  ['portal.base', 'Yfirlit', 'page'],
  ['portal.policies', 'Yfirlit', 'page'],
  ['portal.policy', 'Yfirlit', 'true'],
  ['portal.claims', 'Tjón', 'page'],
  ['portal.claim', 'Tjón', 'true'],
  ['portal.payments', 'Greiðslur', 'page'],
  ['portal.transactions', 'Greiðslur', 'true'],
  ['portal.documents', 'Skjöl', 'page'],
  ['portal.document', 'Skjöl', 'true'],
  ['portal.toSign', 'Skjöl', 'true'],
  ['portal.memo', 'Skjöl', 'true'],
  ['portal.mobileMenu', 'Meira', 'page'],
  ['portal.settingsAccess', 'Meira', 'true'],
  ['portal.offers', 'Meira', 'true'],
] as const)('LIFE-20: on %s the current place is %s', (key, name, value) => {
  const marked = linksOn(key).filter((link) => link.hasAttribute('aria-current'));
  expect(marked.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
    [name, value],
  ]);
});

test.each([
  ['a person', false, 'Readonly'],
  ['a company', true, 'Full'],
] as const)(
  'LIFE-20: acting for %s, the bar has the same places and marks the current one',
  (_, isCompany, role) => {
    const own = linksOn('portal.claims').map(({ outerHTML }) => outerHTML);
    Object.assign(session, {
      status: 'authenticated',
      user: { currentProxyUser: { id: 'felag', via: 'grant', role, isCompany } },
    });
    expect(linksOn('portal.claims').map(({ outerHTML }) => outerHTML)).toEqual(own);
    const current = linksOn('portal.settingsAccess').filter((link) => link.hasAttribute('aria-current'));
    expect(current.map(({ textContent }) => textContent)).toEqual(['Meira']);
  },
);
