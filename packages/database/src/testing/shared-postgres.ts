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

/** PostgreSQL, behind PgBouncer with `TEST_POOLER`, the path of its program. */
const start = async (): Promise<(TestServer & { pooledUrl?: string }) | undefined> => {
  const server = await startPostgres();
  const { TEST_POOLER } = process.env;
  return server && TEST_POOLER ? startPooler(TEST_POOLER, server) : server;
};

/** One PostgreSQL for all test files of a run, started on first use and stopped with the run. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  let server: ReturnType<typeof start> | undefined;
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
