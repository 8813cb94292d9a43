// The few journeys that must work in every engine, and in browsers that lack what opens menus and dialogs by itself.
import { type Engine, engines, older } from './smoke/engines.ts';
import { journeys } from './smoke/journeys.ts';
import { dialogs, firstTap, menusOfWideWindow } from './smoke/menus.ts';
import type { Reader } from './smoke/reader.ts';
import { expect, test } from './support/site.ts';

/** Tests of one browser: in one worker, one after the other, for they share a window and the customer's sign-in. */
const inOneWindow = ({ name, open }: Engine, tests: (reader: () => Reader) => void): void =>
  test.describe(name, () => {
    test.describe.configure({ mode: 'default' });
    let reader: Reader;
    test.beforeAll(async () => {
      reader = await open();
    });
    test.afterEach(() => expect(reader.faults(), 'errors in the browser console').toEqual([]));
    test.afterAll(() => reader?.close());
    tests(() => reader);
  });

/** What an older browser could fail at. The others pay and sign too, which can be done once. */
const ofOlder: readonly string[] = [
  'a visitor finds a page by the search',
  'a visitor gets a price',
  'a customer signs in and reads the overview',
  'a customer opens and closes their menu, and signs out by it',
];

for (const engine of [...engines, ...older])
  inOneWindow(engine, (reader) => {
    for (const [name, dialog] of Object.entries(dialogs))
      test(`HOLD-20: the first tap on ${name} opens it before the page has come to life, in ${engine.name}`, ({
        site,
      }) => firstTap(reader(), site, dialog));

    test(`HOLD-20: menus of a wide window open and close before and after the page has come to life, in ${engine.name}`, ({
      site,
    }) => menusOfWideWindow(reader(), site));

    for (const [title, journey] of Object.entries(journeys)) {
      if (older.includes(engine) && !ofOlder.includes(title)) continue;
      test(`HOLD-20: ${title}, in ${engine.name}`, () => journey(reader(), engine.customer));
    }
  });
