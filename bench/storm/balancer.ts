import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** How long a copy is skipped after it refused a connection, in milliseconds. */
const passedOverMs = 500;

/** Number of responses by status; 0 counts connections that broke during a request. */
export type Statuses = Map<number, number>;

/** A load balancer, with the statuses it has seen. */
export type Balancer = { url: string; statuses: Statuses; stop(): Promise<void> };

type Asked = { request: IncomingMessage; body: Buffer; answer: ServerResponse };

const read = async (from: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of from) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

/**
 * Forwards requests to the copies in turn. Like nginx, it tries the next copy when a copy refuses the connection, or
 * when the connection breaks during a safe request. Other failures are answered with 502, and retrying is up to the
 * client.
 */
export const startBalancer = async (ports: readonly number[]): Promise<Balancer> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const statuses: Statuses = new Map();
  const downUntil = new Map<number, number>();
  let turn = 0;

  const count = (status: number): void => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };

  /** Ports of the copies in the order to try them: those that refused a connection recently go last. */
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
