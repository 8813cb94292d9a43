import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** How long a copy that refused a connection is passed over, in milliseconds. */
const passedOverMs = 500;

/** Answers that went out, by their status; 0 where a connection broke that had a request on it. */
export type Statuses = Map<number, number>;

/** What goes to each copy in turn. */
export type Balancer = { url: string; statuses: Statuses; stop(): Promise<void> };

type Asked = { request: IncomingMessage; body: Buffer; answer: ServerResponse };

const read = async (from: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of from) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

/**
 * Hands requests to each copy in turn, and to the next one as nginx does: when a copy takes no connection, and when one
 * broke that carried a request which changes nothing. Any other is answered with 502, and it is for the client to try again.
 */
export const startBalancer = async (ports: readonly number[]): Promise<Balancer> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const statuses: Statuses = new Map();
  const downUntil = new Map<number, number>();
  let turn = 0;

  const count = (status: number): void => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };

  /** The copies in the order that they are tried in, those first that took connections of late. */
  const inTurn = (): number[] => {
    turn += 1;
    const now = performance.now();
    const all = ports.map((_, at) => ports[(turn + at) % ports.length] ?? 0);
    return all.toSorted(
      (a, b) => Number((downUntil.get(a) ?? 0) > now) - Number((downUntil.get(b) ?? 0) > now),
    );
  };

  const refuse = (answer: ServerResponse): void => {
    count(502);
    answer.writeHead(502).end();
  };

  const hand = ({ request: from, body, answer }: Asked, [port, ...others]: number[]): void => {
    if (port === undefined) {
      refuse(answer);
      return;
    }
    const { method = 'GET', url = '/', headers } = from;
    const to = request({ agent, host: '127.0.0.1', port, method, path: url, headers }, (got) => {
      count(got.statusCode ?? 0);
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.on('error', () => answer.destroy());
      got.pipe(answer);
    });
    to.on('error', (error: NodeJS.ErrnoException) => {
      if (answer.headersSent) return;
      const refused = error.code === 'ECONNREFUSED';
      if (refused) downUntil.set(port, performance.now() + passedOverMs);
      else count(0);
      if (refused || method === 'GET') hand({ request: from, body, answer }, others);
      else refuse(answer);
    });
    to.end(body);
  };

  const server = createServer((from, answer) => {
    read(from).then(
      (body) => hand({ request: from, body, answer }, inTurn()),
      () => answer.destroy(),
    );
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://localhost:${port}`,
    statuses,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
};
