import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { browserPath } from './site.ts';

/** What comes over the DevTools protocol: the answer to a call, or an event. */
type Message = { id?: number; method?: string; result?: object; error?: { message: string } };

type Evaluated = { result: { value?: unknown }; exceptionDetails?: { text: string } };

export type UndebuggedPage = {
  /** Calls a method of the DevTools protocol on the page. Rejects with the browser's message when it refuses. */
  send(method: string, params?: object): Promise<object>;
  /** Waits for the next event of that name. */
  event(method: string): Promise<void>;
  /** The value of an expression in the page, as JSON has it. Rejects when it throws. */
  evaluate(expression: string): Promise<unknown>;
};

const connectTo = async (address: string): Promise<UndebuggedPage & { close(): void }> => {
  const socket = new WebSocket(address);
  const answers = new Map<number, (message: Message) => void>();
  const events = new EventTarget();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id !== undefined) answers.get(message.id)?.(message);
    else if (message.method) events.dispatchEvent(new Event(message.method));
  });
  await once(socket, 'open');
  const send = (method: string, params: object = {}): Promise<object> =>
    new Promise((resolve, reject) => {
      const id = answers.size + 1;
      answers.set(id, ({ result = {}, error }) =>
        error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result),
      );
      socket.send(JSON.stringify({ id, method, params }));
    });
  return {
    send,
    async event(method) {
      await once(events, method);
    },
    async evaluate(expression) {
      const { result, exceptionDetails } = (await send('Runtime.evaluate', {
        expression,
        returnByValue: true,
      })) as Evaluated;
      if (exceptionDetails) throw new Error(`${exceptionDetails.text}: ${expression}`);
      return result.value;
    },
    close: () => socket.close(),
  };
};

/** Where the browser listens, from the first lines that it writes. */
const endpointOf = async (lines: AsyncIterable<string>): Promise<string> => {
  for await (const line of lines) {
    const endpoint = /ws:\/\/[^/]+/.exec(line)?.[0];
    if (endpoint) return endpoint.replace('ws:', 'http:');
  }
  throw new Error('The browser ended before it listened');
};

/**
 * Opens a fresh browser while `use` runs, as a reader has it. Playwright turns the protocol's `Runtime` domain on for
 * every page, and then V8 reads each script anew, as it runs, to know where its functions stand: on a slow phone that
 * alone is a tenth of a second which no reader waits for. Here no domain is on but `Page`.
 */
export const undebugged = async <T>(use: (page: UndebuggedPage) => Promise<T>): Promise<T> => {
  const profile = await mkdtemp(join(tmpdir(), 'hofn-browser-'));
  const browser = spawn(
    browserPath(),
    [
      '--headless',
      '--no-sandbox',
      '--no-first-run',
      '--disable-quic',
      '--disable-background-networking',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(browser, 'close');
  try {
    const endpoint = await endpointOf(createInterface(browser.stderr));
    browser.stderr.resume();
    const targets = (await (await fetch(`${endpoint}/json`)).json()) as {
      type: string;
      webSocketDebuggerUrl: string;
    }[];
    const target = targets.find(({ type }) => type === 'page');
    if (!target) throw new Error('The browser opened no page');
    const page = await connectTo(target.webSocketDebuggerUrl);
    try {
      await page.send('Page.enable');
      return await use(page);
    } finally {
      page.close();
    }
  } finally {
    browser.kill('SIGKILL');
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
};
