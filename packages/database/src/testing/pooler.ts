import { spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { roleOf, services } from '../roles/table-access.ts';
import { findPostgres, type TestServer, untilReady } from '../test-server.ts';

// As docs/operations.md describes it, but with few connections for each database, so that tests really share them, and
// none kept: tests make more databases than the server has connections.
const settings = {
  pool_mode: 'transaction',
  max_prepared_statements: 100,
  ignore_startup_parameters: 'statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
  default_pool_size: 3,
  max_client_conn: 1_000,
  server_idle_timeout: 2,
  autodb_idle_timeout: 5,
  auth_type: 'trust',
};

// What a session sets for itself, and PgBouncer ignores.
const roleSettings = {
  statement_timeout: '30s',
  lock_timeout: '4s',
  idle_in_transaction_session_timeout: '60s',
};

/** Creates the roles of the services with these settings. */
const prepareRoles = async (url: string, roles: readonly string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Not that of the product, so that a session that lost its time zone shows.
    await client.query("alter system set timezone = 'Pacific/Auckland'");
    await client.query('select pg_reload_conf()');
    for (const role of roles) {
      if (role !== 'hofn') await client.query(`create role ${role} login`);
      for (const [name, value] of Object.entries(roleSettings))
        await client.query(`alter role ${role} set ${name} = '${value}'`);
    }
  } finally {
    await client.end();
  }
};

/** Writes PgBouncer's configuration for all databases of a server. @returns its path */
const writeConfiguration = (home: string, server: TestServer, roles: readonly string[]): string => {
  const users = join(home, 'users');
  writeFileSync(users, roles.map((name) => `"${name}" ""\n`).join(''));
  const socket = decodeURIComponent(new URL(server.url).hostname);
  const lines = Object.entries({ ...settings, auth_file: users, unix_socket_dir: home, listen_addr: '' }).map(
    ([name, value]) => `${name} = ${value}`,
  );
  const file = join(home, 'pgbouncer.ini');
  writeFileSync(file, ['[databases]', `* = host=${socket}`, '[pgbouncer]', ...lines, ''].join('\n'));
  return file;
};

/**
 * Starts PgBouncer in transaction mode before a test server, for all its databases and the roles of the services.
 * @param program path of `pgbouncer`, 1.21 or later
 * @returns the server, with the pooler's URL
 * @throws Error with PgBouncer's output if it does not start
 */
export const startPooler = async (
  program: string,
  server: TestServer,
): Promise<TestServer & { pooledUrl: string }> => {
  const installation = findPostgres();
  const user = typeof installation === 'string' ? {} : installation.user;
  const home = mkdtempSync(join(tmpdir(), 'hofn-pooler-'));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(home, user.uid, user.gid);
  const roles = ['hofn', ...services.map(roleOf)];
  await prepareRoles(server.url, roles);
  const file = writeConfiguration(home, server, roles);
  const child = spawn(program, [file], { ...user, cwd: home, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr.on('data', (chunk) => {
    log += chunk;
  });
  let hasEnded = false;
  const end = new Promise<void>((resolve) => {
    child.on('error', (cause) => {
      log += cause.message;
    });
    child.on('close', () => {
      hasEnded = true;
      resolve();
    });
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await end;
    rmSync(home, { recursive: true, force: true });
    await server.stop();
  };
  const pooled = new URL(server.url);
  pooled.hostname = encodeURIComponent(home);
  pooled.port = '6432';
  if (!(await untilReady(pooled.href, () => hasEnded))) {
    await stop();
    throw new Error(`PgBouncer did not start: ${log}`);
  }
  return { url: server.url, pooledUrl: pooled.href, stop };
};
