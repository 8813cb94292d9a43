import { Agent, request } from 'node:http';

/**
 * Generates load from a separate process, so that the server's CPU is measured alone. A bench starts it with `fork`;
 * each message is a `Load`, answered with the number of successful requests in that time.
 */
export type Load = { url: string; tokens: string[]; milliseconds: number; connections: number };
export type LoadResult = { requests: number; failures: number; seconds: number };

/**
 * The headers that the portal sends with each call: the signed-in user, and the customer acted for, here the same
 * person.
 */
const headersOf = (token: string) => {
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    sub: string;
  };
  return { authorization: `Bearer ${token}`, 'accept-language': 'is', 'acting-for': sub };
};

const run = async ({ url, tokens, milliseconds, connections }: Load): Promise<LoadResult> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const began = performance.now();
  const until = began + milliseconds;
  let requests = 0;
  let failures = 0;
  const headers = tokens.map(headersOf);
  const sendRequest = (headers: Record<string, string>) =>
    new Promise<void>((resolve) => {
      request(url, { agent, headers }, (response) => {
        response.resume();
        response.on('end', () => {
          if (response.statusCode === 200) requests += 1;
          else failures += 1;
          resolve();
        });
      })
        .on('error', () => {
          failures += 1;
          resolve();
        })
        .end();
    });
  await Promise.all(
    Array.from({ length: connections }, async (_, lane) => {
      for (let turn = lane; performance.now() < until; turn += connections) {
        await sendRequest(headers[turn % headers.length] ?? {});
      }
    }),
  );
  agent.destroy();
  return { requests, failures, seconds: (performance.now() - began) / 1000 };
};

process.on('message', async (load: Load) => {
  process.send?.(await run(load));
});
