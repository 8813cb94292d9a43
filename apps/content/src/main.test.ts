import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createMigratedFolder } from '@hofn/database/testing.ts';
import { expect, test } from 'vitest';
import { contentFolder, emptyFolder, exampleFiles } from './testing.ts';

const main = fileURLToPath(new URL('main.ts', import.meta.url));
const run = promisify(execFile);

test.each([
  [{ CONTENT_TOKENS: 'editor:write:secret' }, /CONTENT_TOKENS.*name:read:hash/],
  [{ CONTENT_FOLDER: contentFolder([{ type: 'poem', uid: 'poem' }]) }, /unknown type poem/],
  [{ DATABASE_URL: 'mysql://nobody' }, /DATABASE_URL: must be as postgres:/],
])('an invalid setting ends it with one line that names it: %j', async (environment, message) => {
  const folder = join(emptyFolder(), 'database');
  await createMigratedFolder(folder);
  const failing = run(process.execPath, [main], {
    env: { ...process.env, CONTENT_PORT: '0', DATABASE_FOLDER: folder, LOG_LEVEL: 'silent', ...environment },
  });
  await expect(failing).rejects.toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
  await expect(failing).rejects.not.toMatchObject({ stderr: expect.stringContaining('secret') });
});

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address ? address.port : 0;
};

test('it fills an empty database, answers, and stops on SIGTERM', async () => {
  const port = await freePort();
  const database = join(emptyFolder(), 'database');
  await createMigratedFolder(database);
  const service = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      CONTENT_PORT: String(port),
      CONTENT_FOLDER: contentFolder(exampleFiles),
      CONTENT_TOKENS: `editor:write:${createHash('sha256').update('token').digest('hex')}`,
      DATABASE_FOLDER: database,
      LOG_LEVEL: 'info',
    },
  });
  try {
    for await (const line of createInterface({ input: service.stdout }))
      if (line.includes('listening')) break;
    const query = encodeURIComponent('{ footer(uid: "footer", lang: "is") { phone } }');
    const answer = await fetch(`http://localhost:${port}/graphql?query=${query}`);
    expect(await answer.json()).toEqual({ data: { footer: { phone: '560 5000' } } });
  } finally {
    service.kill('SIGTERM');
  }
  const [code] = await once(service, 'exit');
  expect(code).toBe(0);
});
