import { createServer } from 'node:net';
import type { TestProject } from 'vitest/node';
import { startPostgres, type TestServer } from '../test-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Port that returns the URL of the run's PostgreSQL, or nothing if the machine has none. */
    postgresPort: number;
  }
}

/** One PostgreSQL for all test files of a run, started on first use and stopped with the run. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  let server: Promise<TestServer | undefined> | undefined;
  const urlServer = createServer((socket) => {
    socket.on('error', () => {});
    server ??= startPostgres();
    server.then(
      (started) => socket.end(started?.url ?? ''),
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
