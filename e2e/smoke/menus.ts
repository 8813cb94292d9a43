// Menus and dialogs that open and close by a tap, before and after hydration.
import { fileOf } from '../support/chunks.ts';
import type { Site } from '../support/site.ts';
import { words } from '../support/words.ts';
import { holds, type Reader } from './reader.ts';

const t = words.is;

/** Opens a page whose entry script is delayed until `wake` is called, and refuses cookies. */
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

/** Menu, Search and Help, each with its close button. */
export const dialogs: Record<string, Tapped> = {
  Menu: { button: t('shell|menu'), id: 'mobile-menu', close: t('shell|closeMenu'), width: 390 },
  // Its button is in the header of a wide window; on a phone it is inside the menu.
  Search: {
    button: t('shell|search'),
    id: 'site-search',
    close: t('shell|closeWindow'),
    width: 1280,
    beside: [195, 700],
  },
  Help: { button: 'Aðstoð', id: 'assistance', close: t('shell|closeWindow'), width: 390 },
};

/** The tap that opens a dialog works as the reader's first, and the dialog stays open during hydration. */
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
  // The site stops at the end of the test.
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
    // In the margin, where there is no link.
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
  // The site stops at the end of the test.
  await reader.open('about:blank');
};
