import { patience } from '@hofn/database/testing/patience.ts';

/** What a reader presses, by role; a label selects the choice it names. */
export type PressTarget = 'button' | 'link' | 'option' | 'label';

/**
 * What a reader does on a page, in any browser; all journeys use these steps alone. Each step waits until it is
 * possible and fails after a time-out. If several elements match, the first visible one is used.
 */
export type Reader = {
  open(address: string): Promise<void>;
  address(): Promise<string>;
  resize(width: number, height: number): Promise<void>;
  press(what: PressTarget, name: string | RegExp): Promise<void>;
  /** Presses a point in the window. */
  tap(x: number, y: number): Promise<void>;
  escape(): Promise<void>;
  /** Fills in the field with this label. */
  fill(label: string, text: string): Promise<void>;
  /** Uploads a local file through the page's first file input. */
  attach(path: string): Promise<void>;
  /** Runs a script in the page and returns its result. */
  run<Value>(script: string): Promise<Value>;
  /** Errors in the page since the last call, where the browser reports them. */
  takeErrors(): string[];
  close(): Promise<void>;
};

export const timeoutMs = patience(10_000);
const pauseMs = 50;

/** Polls until the result is neither undefined nor null. @throws after a time-out, naming what was waited for */
export const waitUntil = async <Value>(
  what: string,
  poll: () => Promise<Value | undefined>,
): Promise<NonNullable<Value>> => {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const answer = await poll();
    if (answer !== undefined && answer !== null) return answer;
    if (Date.now() > end) throw new Error(`Waited ${timeoutMs / 1000} s for ${what}`);
    await new Promise((done) => setTimeout(done, pauseMs));
  }
};

/** Waits until a script in the page returns true. */
export const waitForTrue = (reader: Reader, script: string): Promise<true> =>
  waitUntil(script, async () => ((await reader.run<boolean>(script)) ? true : undefined));

const matches = (text: string, part: string | RegExp) =>
  typeof part === 'string' ? text.includes(part) : part.test(text);

/** The visible text of the page, with whitespace collapsed. */
const visibleText = async (reader: Reader) =>
  (await reader.run<string>('return document.body?.innerText ?? ""')).replaceAll(/\s+/g, ' ');

const waitFor = (reader: Reader, text: string | RegExp, isExpected: boolean) =>
  waitUntil(`${isExpected ? '' : 'no '}«${text}» at ${''}`, async () =>
    matches(await visibleText(reader), text) === isExpected ? true : undefined,
  ).catch(async (cause) => {
    throw new Error(`${cause.message}${await reader.address()}, which shows: ${await visibleText(reader)}`);
  });

/** Waits until the page shows a text. */
export const expectText = (reader: Reader, text: string | RegExp): Promise<true> =>
  waitFor(reader, text, true);

/** Waits until the page no longer shows a text. */
export const expectNoText = (reader: Reader, text: string | RegExp): Promise<true> =>
  waitFor(reader, text, false);
