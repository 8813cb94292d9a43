/** What a reader presses, by role; a label stands for the choice it names. */
export type Pressed = 'button' | 'link' | 'option' | 'label';

/**
 * What a reader does on a page, in any browser; all journeys use these steps alone. Each step waits until it is
 * possible and fails after a time-out. If several elements match, the first visible one is used.
 */
export type Reader = {
  open(address: string): Promise<void>;
  address(): Promise<string>;
  resize(width: number, height: number): Promise<void>;
  press(what: Pressed, name: string | RegExp): Promise<void>;
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
  faults(): string[];
  close(): Promise<void>;
};

export const patienceMs = 15_000;
const pauseMs = 50;

/** Polls until the result is neither undefined nor null. @throws after a time-out, naming what was waited for */
export const until = async <Value>(
  what: string,
  ask: () => Promise<Value | undefined>,
): Promise<NonNullable<Value>> => {
  const end = Date.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== null) return answer;
    if (Date.now() > end) throw new Error(`Waited ${patienceMs / 1000} s for ${what}`);
    await new Promise((done) => setTimeout(done, pauseMs));
  }
};

/** Waits until a script in the page returns true. */
export const holds = (reader: Reader, script: string): Promise<true> =>
  until(script, async () => ((await reader.run<boolean>(script)) ? true : undefined));

const isIn = (text: string, part: string | RegExp) =>
  typeof part === 'string' ? text.includes(part) : part.test(text);

/** The visible text of the page, with whitespace collapsed. */
const shown = async (reader: Reader) =>
  (await reader.run<string>('return document.body?.innerText ?? ""')).replaceAll(/\s+/g, ' ');

const waitFor = (reader: Reader, text: string | RegExp, wanted: boolean) =>
  until(`${wanted ? '' : 'no '}«${text}» at ${''}`, async () =>
    isIn(await shown(reader), text) === wanted ? true : undefined,
  ).catch(async (cause) => {
    throw new Error(`${cause.message}${await reader.address()}, which shows: ${await shown(reader)}`);
  });

/** Waits until the page shows a text. */
export const sees = (reader: Reader, text: string | RegExp): Promise<true> => waitFor(reader, text, true);

/** Waits until the page no longer shows a text. */
export const seesNot = (reader: Reader, text: string | RegExp): Promise<true> => waitFor(reader, text, false);
