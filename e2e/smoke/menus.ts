// What opens and closes by a tap, while the script that brings the page to life is held back, and after it has come.
import { fileOf } from '../support/chunks.ts';
import type { Site } from '../support/site.ts';
import { words } from '../support/words.ts';
import { holds, type Reader } from './reader.ts';

const t = words.is;

/** Holds the page's script back until it is let go, and opens a page without the question about cookies. */
const openAsleep = async (reader: Reader, site: Site, path: string) => {
  const held = Promise.withResolvers<void>();
  site.fail(`/${fileOf('src/entry.client.tsx')}`, { held: held.promise });
  await reader.open(`${site.url}/${path}`);
  await reader.press('button', t('shell|cookiesRefuse'));
  return {
    wake: () => {
      held.resolve();
      return holds(reader, 'return document.documentElement.dataset.live !== undefined');
    },
  };
};

const asleep = 'document.documentElement.dataset.live === undefined';
const open = (id: string) => `document.querySelector('dialog:modal')?.id === '${id}'`;
const noneOpen = `document.querySelector('dialog[open]') === null`;

type Tapped = {
  button: string;
  id: string;
  close: string;
  width: number;
  beside?: readonly [number, number];
};

/** Menu, Search and Help, each with the button that closes it. */
export const dialogs: Record<string, Tapped> = {
  Menu: { button: t('shell|menu'), id: 'mobile-menu', close: t('shell|closeMenu'), width: 390 },
  // Its own button is in the header of a wide window; on a phone it is in the menu.
  Search: {
    button: t('shell|search'),
    id: 'site-search',
    close: t('shell|closeWindow'),
    width: 1280,
    beside: [195, 700],
  },
  Help: { button: 'Aðstoð', id: 'assistance', close: t('shell|closeWindow'), width: 390 },
};

/** The tap that opens a dialog is the reader's first, and what opened stays open when the page comes to life. */
export const firstTap = async (
  reader: Reader,
  site: Site,
  { button, id, close, width, beside }: Tapped,
): Promise<void> => {
  await reader.resize(width, 844);
  const { wake } = await openAsleep(reader, site, 'um-okkur');
  const tap = async () => {
    await reader.press('button', button);
    await holds(reader, `return ${open(id)}`);
  };
  const shut = () => holds(reader, `return ${noneOpen}`);
  await tap();
  await reader.press('button', close);
  await shut();
  await tap();
  await holds(reader, `return ${asleep}`);
  await wake();
  await holds(reader, `return ${open(id)}`);
  await reader.escape();
  await shut();
  if (beside) {
    await tap();
    await reader.tap(...beside);
    await shut();
  }
  await reader.resize(390, 844);
  // The site of this test ends with it.
  await reader.open('about:blank');
};

const shown = (wanted: boolean) =>
  `return [...document.querySelectorAll('header [popover]')].filter((menu) => menu.checkVisibility()).length === ${wanted ? 1 : 0}`;

export const menusOfWideWindow = async (reader: Reader, site: Site): Promise<void> => {
  await reader.resize(1280, 900);
  const { wake } = await openAsleep(reader, site, 'tryggingar');
  const press = () => reader.press('button', 'Tryggingar');
  const opensAndCloses = async () => {
    await holds(reader, shown(false));
    // In the margin, where there is nothing to follow.
    const tapBeside = () => reader.tap(10, 880);
    for (const close of [press, reader.escape, tapBeside]) {
      await press();
      await holds(reader, shown(true));
      await close();
      await holds(reader, shown(false));
    }
  };
  await opensAndCloses();
  await press();
  await holds(reader, shown(true));
  await wake();
  await press();
  await opensAndCloses();
  await press();
  await reader.press('link', 'Kaskótrygging');
  await holds(reader, `return location.pathname.endsWith('/kaskotrygging')`);
  await holds(reader, shown(false));
  await reader.resize(390, 844);
  // The site of this test ends with it.
  await reader.open('about:blank');
};
