/** What a reader presses, by its role; a label stands for the choice that it names. */
export type Pressed = 'button' | 'link' | 'option' | 'label';

/**
 * What a reader does with a page, in any browser: the steps of the journeys are made of this alone, once for all of them.
 * Each waits until it can be done, and fails after a while. Where several fit, the first that is visible is meant.
 */
export type Reader = {
  open(address: string): Promise<void>;
  address(): Promise<string>;
  resize(width: number, height: number): Promise<void>;
  press(what: Pressed, name: string | RegExp): Promise<void>;
  /** Presses a place of the window. */
  tap(x: number, y: number): Promise<void>;
  escape(): Promise<void>;
  /** Fills in the field with this label. */
  fill(label: string, text: string): Promise<void>;
  /** Chooses a file of this machine in the page's first field for files. */
  attach(path: string): Promise<void>;
  /** What a script in the page gives. */
  run<Value>(script: string): Promise<Value>;
  /** What went wrong in the page since it was asked last, where the browser tells. */
  faults(): string[];
  close(): Promise<void>;
};

export const patienceMs = 15_000;
const pauseMs = 50;

/** Asks until the answer is not undefined. @throws after a while, saying what was waited for */
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

/** Waits until a script in the page gives true. */
export const holds = (reader: Reader, script: string): Promise<true> =>
  until(script, async () => ((await reader.run<boolean>(script)) ? true : undefined));

const isIn = (text: string, part: string | RegExp) =>
  typeof part === 'string' ? text.includes(part) : part.test(text);

/** The text that the page shows, with plain spaces. */
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

/** Waits until the page shows a text no more. */
export const seesNot = (reader: Reader, text: string | RegExp): Promise<true> => waitFor(reader, text, false);
