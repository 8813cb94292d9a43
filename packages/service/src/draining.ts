import { type Socket, Server as SocketServer } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** After this long without a request, a stopping server considers its open connections idle. */
const quietMs = 100;

const openConnections = ({ server }: FastifyInstance): Promise<number> =>
  new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));

/**
 * Follows the connections of a server, for a graceful stop.
 * @param runningRequests the number of requests being answered
 */
export const createDraining = (server: FastifyInstance, runningRequests: () => number) => {
  const stopping = new AbortController();
  let lastRequestAt = 0;
  const open = new Set<Socket>();
  // Connections without a request so far.
  const unused = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    open.add(socket);
    unused.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      unused.delete(socket);
    });
  });

  return {
    isStopping: (): boolean => stopping.signal.aborted,
    /** See `FastifyInstance.stopping`. */
    stopping: stopping.signal,
    /** Counts a request as traffic. */
    received: ({ socket }: FastifyRequest): void => {
      lastRequestAt = performance.now();
      unused.delete(socket);
    },
    /** Destroys every connection, also the upgraded ones, of which Node's server does not know. */
    destroyAll: (): void => {
      for (const socket of open) socket.destroy();
    },
    /** See `FastifyInstance.drain`. */
    drain: async (handoverMs: number, graceMs: number): Promise<void> => {
      stopping.abort();
      const begun = performance.now();
      const hasTraffic = async () =>
        performance.now() - lastRequestAt < quietMs && (await openConnections(server)) > 0;
      while (performance.now() - begun < handoverMs && (await hasTraffic())) await setTimeout(quietMs / 10);
      // Lets connections waiting to be accepted be accepted first.
      await setImmediate();
      // Stop accepting connections. Open ones without a request so far are still served; Fastify's own close would treat
      // them as idle and reset them.
      SocketServer.prototype.close.call(server.server);
      const closed = performance.now();
      const hasPending = () =>
        runningRequests() > 0 || (unused.size > 0 && performance.now() - closed < quietMs);
      while (performance.now() - begun < graceMs && hasPending()) await setTimeout(quietMs / 10);
    },
  };
};
