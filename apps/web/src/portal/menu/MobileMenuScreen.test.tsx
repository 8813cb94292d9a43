// @vitest-environment happy-dom
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { portal } from '@hofn/texts/catalogue/is/portal.ts';
import { shell } from '@hofn/texts/catalogue/is/shell.ts';
import { createTranslator } from '@hofn/texts/translator.ts';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { defaultFolders } from '../../../build/folders.ts';
import { ShownContext } from '../../engine/App.tsx';
import { TextsContext } from '../../engine/texts.ts';
import { MobileMenuScreen } from './MobileMenuScreen.tsx';

const logout = vi.hoisted(() => vi.fn());
vi.mock('../../session/index.ts', () => ({
  useUser: () => ({ data: undefined }),
  useSession: () => ({ status: 'authenticated', logout }),
}));

test('LIFE-22: the menu screen has named groups, and signing out comes before them', async () => {
  const { portal: main, portalSub } = JSON.parse(
    await readFile(join(defaultFolders.contentDir, 'menu/menu.json'), 'utf8'),
  );
  type Entry = { title: { is: string } };
  const inIcelandic = (entries: Entry[]) =>
    entries.map((entry) => ({ ...entry, title: entry.title.is, path: '/' }));
  const menu = {
    portal: inIcelandic(main),
    portalSub: Object.fromEntries(
      Object.entries<Entry[]>(portalSub).map(([page, entries]) => [page, inIcelandic(entries)]),
    ),
  };
  const shown = { page: { staticQueries: { site: { menu } } }, location: {} };
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() =>
    root.render(
      <ShownContext value={{ shown, links: { newTabPaths: [] } } as never}>
        <TextsContext value={createTranslator('is', { ...shell, ...portal })}>
          <MobileMenuScreen />
        </TextsContext>
      </ShownContext>,
    ),
  );
  const headings = [...document.querySelectorAll('nav h2')].map(({ textContent }) => textContent);
  expect(headings).toEqual(['Tryggingar, tjón og greiðslur', 'Skjöl og skilaboð', 'Stillingar']);
  const [first] = document.querySelectorAll<HTMLElement>('button, a');
  expect(first?.textContent).toBe('Skrá mig út');
  flushSync(() => first?.click());
  await vi.waitFor(() => expect(logout).toHaveBeenCalledOnce());
  root.unmount();
});
