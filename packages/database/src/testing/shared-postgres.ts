import { createServer } from 'node:net';
import type { TestProject } from 'vitest/node';
import { startPostgres, type TestServer } from '../test-server.ts';
import { startPooler } from './pooler.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Port that returns the URLs of the run's PostgreSQL as JSON, or nothing if the machine has none. */
    postgresPort: number;
  }
}

/**
 * PostgreSQL; with `TEST_POOLER`, the path of PgBouncer's program, behind that.
 * @throws Error if PgBouncer does not start, or has no PostgreSQL to lead to
 */
const start = async (): Promise<(TestServer & { pooledUrl?: string }) | undefined> => {
  const server = await startPostgres();
  const { TEST_POOLER } = process.env;
  if (!TEST_POOLER) return server;
  if (!server) throw new Error('TEST_POOLER is set, but there is no PostgreSQL on this machine.');
  return startPooler(TEST_POOLER, server);
};

/** One PostgreSQL for all test files of a run, started on first use and stopped with the run. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  let server: ReturnType<typeof start> | undefined;
  // Otherwise the tests would pass on the embedded engine.
  if (process.env.TEST_POOLER) {
    server = start();
    await server;
  }
  const urlServer = createServer((socket) => {
    socket.on('error', () => {});
    server ??= start();
    server.then(
      (started) => socket.end(started ? JSON.stringify(started) : ''),
      (error: Error) => socket.end(`failed: ${error.message}`),
    );
  });
  const port = await new Promise<number>((resolve) =>
    urlServer.listen(0, '127.0.0.1', () => {
      const address = urlServer.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    }),
  );
  project.provide('postgresPort', port);
  return async () => {
    urlServer.close();
    await (await server)?.stop();
  };
};
