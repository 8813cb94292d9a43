import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { browserPath } from './site.ts';

/** A message of the DevTools protocol: the response to a call, or an event. */
type Message = { id?: number; method?: string; result?: object; error?: { message: string } };

type Evaluated = { result: { value?: unknown }; exceptionDetails?: { text: string } };

export type UndebuggedPage = {
  /** Calls a DevTools protocol method on the page. Rejects with the browser's message if it fails. */
  send(method: string, params?: object): Promise<object>;
  /** Waits for the next event with that name. */
  event(method: string): Promise<void>;
  /** Evaluates an expression in the page. Rejects if it throws. @returns its value, as JSON */
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

/** Finds the address on which the browser listens, in the first lines of its output. */
const endpointOf = async (lines: AsyncIterable<string>): Promise<string> => {
  for await (const line of lines) {
    const endpoint = /ws:\/\/[^/]+/.exec(line)?.[0];
    if (endpoint) return endpoint.replace('ws:', 'http:');
  }
  throw new Error('The browser ended before it listened');
};

/**
 * Opens a fresh browser without a debugger while `use` runs. Playwright enables the protocol's `Runtime` domain on
 * every page, which makes V8 parse each script again as it runs, to locate its functions: on a slow phone, a tenth of
 * a second that no reader waits for. Here only the `Page` domain is enabled.
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
