// Menus and dialogs that open and close by a tap, before and after hydration.
import { builtFile } from '../support/chunks.ts';
import type { Site } from '../support/site.ts';
import { translate } from '../support/translate.ts';
import { type Reader, waitForTrue } from './reader.ts';

const t = translate.is;

/** Opens a page whose entry script is delayed until `hydrate` is called, and refuses cookies. */
const openUnhydrated = async (reader: Reader, site: Site, path: string) => {
  const entryScript = Promise.withResolvers<void>();
  site.fail(`/${builtFile('src/entry.client.tsx')}`, { heldUntil: entryScript.promise });
  await reader.open(`${site.url}/${path}`);
  await reader.press('button', t('shell|cookiesRefuse'));
  return {
    hydrate: () => {
      entryScript.resolve();
      return waitForTrue(reader, 'return document.documentElement.dataset.live !== undefined');
    },
  };
};

const isUnhydrated = 'document.documentElement.dataset.live === undefined';
const isOpenDialog = (id: string) => `document.querySelector('dialog:modal')?.id === '${id}'`;
const isNoDialogOpen = `document.querySelector('dialog[open]') === null`;

type TappedDialog = {
  button: string;
  id: string;
  close: string;
  width: number;
  beside?: readonly [number, number];
};

/** Menu, Search and Help, each with its close button. */
export const dialogs: Record<string, TappedDialog> = {
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
export const checkFirstTap = async (
  reader: Reader,
  site: Site,
  { button, id, close, width, beside }: TappedDialog,
): Promise<void> => {
  await reader.resize(width, 844);
  const { hydrate } = await openUnhydrated(reader, site, 'um-okkur');
  const tap = async () => {
    await reader.press('button', button);
    await waitForTrue(reader, `return ${isOpenDialog(id)}`);
  };
  const expectClosed = () => waitForTrue(reader, `return ${isNoDialogOpen}`);
  await tap();
  await reader.press('button', close);
  await expectClosed();
  await tap();
  await waitForTrue(reader, `return ${isUnhydrated}`);
  await hydrate();
  await waitForTrue(reader, `return ${isOpenDialog(id)}`);
  await reader.escape();
  await expectClosed();
  if (beside) {
    await tap();
    await reader.tap(...beside);
    await expectClosed();
  }
  await reader.resize(390, 844);
  // The site stops at the end of the test.
  await reader.open('about:blank');
};

const isMenuShown = (isExpected: boolean) =>
  `return [...document.querySelectorAll('header [popover]')].filter((menu) => menu.checkVisibility()).length === ${isExpected ? 1 : 0}`;

export const checkWideMenus = async (reader: Reader, site: Site): Promise<void> => {
  await reader.resize(1280, 900);
  const { hydrate } = await openUnhydrated(reader, site, 'tryggingar');
  const press = () => reader.press('button', 'Tryggingar');
  const checkOpenAndClose = async () => {
    await waitForTrue(reader, isMenuShown(false));
    // In the margin, where there is no link.
    const tapBeside = () => reader.tap(10, 880);
    for (const close of [press, reader.escape, tapBeside]) {
      await press();
      await waitForTrue(reader, isMenuShown(true));
      await close();
      await waitForTrue(reader, isMenuShown(false));
    }
  };
  await checkOpenAndClose();
  await press();
  await waitForTrue(reader, isMenuShown(true));
  await hydrate();
  await press();
  await checkOpenAndClose();
  await press();
  await reader.press('link', 'Kaskótrygging');
  await waitForTrue(reader, `return location.pathname.endsWith('/kaskotrygging')`);
  await waitForTrue(reader, isMenuShown(false));
  await reader.resize(390, 844);
  // The site stops at the end of the test.
  await reader.open('about:blank');
};
