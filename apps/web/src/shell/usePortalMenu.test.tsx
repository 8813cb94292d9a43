// @vitest-environment happy-dom
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { defaultFolders } from '../../build/folders.ts';
import type { PortalMenu } from '../content/portal-menu.ts';
import type { Site } from '../content/site.ts';
import { usePortalMenu } from './usePortalMenu.ts';

const subject = vi.hoisted(() => ({ isCompany: false }));
vi.mock('../session/index.ts', () => ({ useUser: () => ({ data: { currentProxyUser: subject } }) }));

let seen: PortalMenu | undefined;
const Menu = ({ menu }: Pick<Site, 'menu'>) => {
  seen = usePortalMenu({ menu } as Site);
  return null;
};

/** The menu of the site's own content, for the current subject. */
const menuOf = async (isCompany: boolean): Promise<PortalMenu> => {
  subject.isCompany = isCompany;
  const menu = JSON.parse(await readFile(join(defaultFolders.contentDir, 'menu/menu.json'), 'utf8'));
  const root = createRoot(document.createElement('div'));
  flushSync(() => root.render(<Menu menu={menu} />));
  root.unmount();
  if (!seen) throw new Error('The menu was not drawn');
  return seen;
};

test('ACC-6, PORT-15: a company’s menu is a person’s without travel confirmation and privacy', async () => {
  const forPersons = ['portal.travel', 'portal.settingsPrivacy'];
  const pages = ({ groups }: PortalMenu) => groups.flatMap(({ screens }) => screens.map(({ page }) => page));
  const [person, company] = [pages(await menuOf(false)), pages(await menuOf(true))];
  expect(person).toEqual(expect.arrayContaining(forPersons));
  expect(company).toEqual(person.filter((page) => !forPersons.includes(page)));
  expect((await menuOf(true)).main.map(({ page }) => page)).toEqual([
    'portal.base',
    'portal.payments',
    'portal.documents',
    'portal.settings',
  ]);
});

test('PORT-15: a person’s main navigation is Overview, Payment status, Documents, Travel insurance confirmation, Settings, in that order', async () => {
  const { main } = await menuOf(false);
  // Each title here has both languages.
  const titles = main.map(({ title }) => title as unknown as Record<'is' | 'en', string>);
  expect(titles.map(({ en }) => en)).toEqual([
    'Overview',
    'Payment status',
    'Documents',
    'Travel insurance confirmation',
    'Settings',
  ]);
  expect(main.map(({ page }) => page)).toEqual([
    'portal.base',
    'portal.payments',
    'portal.documents',
    'portal.travel',
    'portal.settings',
  ]);
});

test('LIFE-22: each screen is in one group, and a main entry with one screen is in the group before it', async () => {
  const { groups } = await menuOf(false);
  const pages = groups.flatMap(({ screens }) => screens.map(({ page }) => page));
  expect(pages).toHaveLength(new Set(pages).size);
  expect(groups.map(({ main }) => main.page)).toEqual(['portal.base', 'portal.documents', 'portal.settings']);
  expect(groups[0]?.screens.map(({ page }) => page)).toContain('portal.payments');
  expect(groups[1]?.screens.map(({ page }) => page)).toContain('portal.travel');
});
