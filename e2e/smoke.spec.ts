// The few journeys that must work in every engine, and in browsers without native support for opening menus and
// dialogs.
import { type Engine, engines, olderBrowsers } from './smoke/engines.ts';
import { journeys } from './smoke/journeys.ts';
import { checkFirstTap, checkWideMenus, dialogs } from './smoke/menus.ts';
import type { Reader } from './smoke/reader.ts';
import { expect, test } from './support/site.ts';

/** Runs a browser's tests in order in one worker, because they share a window and the customer's session. */
const describeBrowser = ({ name, open }: Engine, tests: (reader: () => Reader) => void): void =>
  test.describe(name, () => {
    test.describe.configure({ mode: 'default' });
    let reader: Reader;
    test.beforeAll(async () => {
      reader = await open();
    });
    test.afterEach(() => expect(reader.takeErrors(), 'errors in the browser console').toEqual([]));
    test.afterAll(() => reader?.close());
    tests(() => reader);
  });

/** Journeys in which an older browser could fail. The rest includes paying and signing, which work only once. */
const olderBrowserJourneys: readonly string[] = [
  'a visitor finds a page by searching',
  'a visitor gets a price',
  'a customer signs in and reads the overview',
  'a customer opens and closes the user menu, and signs out from it',
];

for (const engine of [...engines, ...olderBrowsers])
  describeBrowser(engine, (reader) => {
    for (const [name, dialog] of Object.entries(dialogs))
      test(`HOLD-20: the first tap on ${name} opens it before hydration, in ${engine.name}`, ({ site }) =>
        checkFirstTap(reader(), site, dialog));

    test(`HOLD-20: menus of a wide window open and close before and after hydration, in ${engine.name}`, ({
      site,
    }) => checkWideMenus(reader(), site));

    for (const [title, journey] of Object.entries(journeys)) {
      if (olderBrowsers.includes(engine) && !olderBrowserJourneys.includes(title)) continue;
      test(`HOLD-20: ${title}, in ${engine.name}`, () => journey(reader(), engine));
    }
  });
