import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** How long a copy is skipped after it refused a connection, in milliseconds. */
const skipMs = 500;

/** Number of responses by status; 0 counts connections that broke during a request. */
export type Statuses = Map<number, number>;

/** A load balancer, with the statuses it has seen. */
export type Balancer = { url: string; statuses: Statuses; stop(): Promise<void> };

type Exchange = { request: IncomingMessage; body: Buffer; response: ServerResponse };

const readBody = async (from: IncomingMessage): Promise<Buffer> => {
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
  const portsToTry = (): number[] => {
    turn += 1;
    const now = performance.now();
    const rotated = ports.map((_, at) => ports[(turn + at) % ports.length] ?? 0);
    return rotated.toSorted(
      (a, b) => Number((downUntil.get(a) ?? 0) > now) - Number((downUntil.get(b) ?? 0) > now),
    );
  };

  const refuse = (answer: ServerResponse): void => {
    count(502);
    answer.writeHead(502).end();
  };

  const forward = ({ request: from, body, response }: Exchange, [port, ...others]: number[]): void => {
    if (port === undefined) {
      refuse(response);
      return;
    }
    const { method = 'GET', url = '/', headers } = from;
    const to = request({ agent, host: '127.0.0.1', port, method, path: url, headers }, (upstream) => {
      count(upstream.statusCode ?? 0);
      response.writeHead(upstream.statusCode ?? 502, upstream.headers);
      upstream.on('error', () => response.destroy());
      upstream.pipe(response);
    });
    to.on('error', (error: NodeJS.ErrnoException) => {
      if (response.headersSent) return;
      const refused = error.code === 'ECONNREFUSED';
      if (refused) downUntil.set(port, performance.now() + skipMs);
      else count(0);
      if (refused || method === 'GET') forward({ request: from, body, response }, others);
      else refuse(response);
    });
    to.end(body);
  };

  const server = createServer((from, response) => {
    readBody(from).then(
      (body) => forward({ request: from, body, response }, portsToTry()),
      () => response.destroy(),
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
