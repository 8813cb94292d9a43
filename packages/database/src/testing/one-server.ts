import { createServer } from 'node:net';
import type { TestProject } from 'vitest/node';
import { startPostgres, type TestServer } from '../test-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where a test asks for the run's PostgreSQL; the answer is its URL, or nothing where the machine has none. */
    postgresPort: number;
  }
}

/** One PostgreSQL for all files of a run, started when the first of them asks for it and stopped with the run. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  let server: Promise<TestServer | undefined> | undefined;
  const door = createServer((socket) => {
    socket.on('error', () => {});
    server ??= startPostgres();
    server.then(
      (started) => socket.end(started?.url ?? ''),
      (error: Error) => socket.end(`failed: ${error.message}`),
    );
  });
  const port = await new Promise<number>((resolve) =>
    door.listen(0, '127.0.0.1', () => {
      const address = door.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    }),
  );
  project.provide('postgresPort', port);
  return async () => {
    door.close();
    await (await server)?.stop();
  };
};
