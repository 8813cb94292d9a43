import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { patience } from './testing/patience.ts';

export type TestServer = { url: string; stop(): Promise<void> };

type Installation = { folder: string; user: { uid?: number; gid?: number } };

const packagedFolders = (): string[] => {
  try {
    const versions = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a));
    return versions.map((version) => `/usr/lib/postgresql/${version}/bin`);
  } catch {
    return [];
  }
};

// PostgreSQL refuses to run as root, so root starts it as an unprivileged user.
const unprivilegedUser = (): Installation['user'] | undefined => {
  if (process.getuid?.() !== 0) return {};
  const users = new Map(
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .map(([name, , uid, gid]) => [name, { uid: Number(uid), gid: Number(gid) }]),
  );
  return users.get('postgres') ?? users.get('nobody');
};

/** The locally installed PostgreSQL, or one line saying why it cannot be used. */
export const findPostgres = (): Installation | string => {
  if (process.platform === 'win32') return 'PostgreSQL tests do not run on Windows';
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...packagedFolders()];
  const folder = folders.find((bin) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres')));
  if (!folder)
    return 'PostgreSQL is not installed (no initdb and postgres on PATH or in /usr/lib/postgresql)';
  const user = unprivilegedUser();
  if (!user) return 'PostgreSQL will not run as root, and there is no user postgres or nobody to run it as';
  return { folder, user };
};

const isReady = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
};

/** Waits until a server accepts connections. @returns false if it has ended, or does not in time */
export const untilReady = async (url: string, hasEnded: () => boolean): Promise<boolean> => {
  const deadline = Date.now() + patience(20_000);
  while (!(await isReady(url))) {
    if (hasEnded() || Date.now() > deadline) return false;
    await pause(50);
  }
  return true;
};

const hasExited = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

const start = async ({ folder, user }: Installation): Promise<TestServer> => {
  const home = mkdtempSync(join(tmpdir(), 'hofn-pg-'));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(home, user.uid, user.gid);
  const options = { ...user, cwd: home, encoding: 'utf8' } as const;
  const cluster = join(home, 'cluster');

  const initdb = spawnSync(
    join(folder, 'initdb'),
    ['-D', cluster, '-U', 'hofn', '-E', 'UTF8', '--no-locale', '--auth=trust', '--no-sync'],
    options,
  );
  if (initdb.status !== 0) {
    rmSync(home, { recursive: true, force: true });
    throw new Error(`initdb failed: ${initdb.stderr || initdb.error?.message}`);
  }

  // On a socket in its own folder, so that no port can be taken. The shell waits on a pipe from this process: however
  // the tests end, even killed, the pipe breaks and the server stops.
  const script = '"$@" <&- & server=$!; cat >/dev/null; kill -INT $server; wait $server';
  const settings = [
    ...['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'shared_buffers=64MB'],
    // Test files run beside each other, and each has pools of its own.
    'max_connections=300',
  ];
  const server = spawn(
    'sh',
    [
      '-c',
      script,
      'sh',
      join(folder, 'postgres'),
      ...['-D', cluster, '-k', home, '-h', ''],
      ...settings.flatMap((setting) => ['-c', setting]),
    ],
    { ...user, cwd: home, stdio: ['pipe', 'ignore', 'pipe'] },
  );
  let log = '';
  server.stderr?.on('data', (chunk) => {
    log += chunk;
  });

  const stop = async () => {
    if (!hasExited(server)) {
      const end = new Promise((resolve) => server.once('exit', resolve));
      server.stdin?.end();
      await end;
    }
    rmSync(home, { recursive: true, force: true });
  };
  const url = `postgres://hofn@${encodeURIComponent(home)}/postgres`;
  if (!(await untilReady(url, () => hasExited(server)))) {
    await stop();
    throw new Error(`postgres did not start: ${log}`);
  }
  return { url, stop };
};

/**
 * Starts the locally installed PostgreSQL in a temporary folder, as an unprivileged user, reached through a socket.
 * @returns undefined if none is installed that can run.
 * @throws Error with the server's output if it does not start.
 */
export const startPostgres = async (): Promise<TestServer | undefined> => {
  const installation = findPostgres();
  return typeof installation === 'string' ? undefined : start(installation);
};
