import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMigratedFolder } from '@hofn/database/testing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'hofn-employee-'));
beforeAll(() => createMigratedFolder(join(folder, 'database')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const script = fileURLToPath(new URL('./employee-command.ts', import.meta.url));
const environment = {
  ...process.env,
  DATABASE_URL: '',
  DATABASE_FOLDER: join(folder, 'database'),
  ISSUER: 'https://innskraning.example.is/',
};

/** Runs the command behind `npm run employee`. */
const employee = (
  words: string[],
  settings: Record<string, string> = {},
): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [script, ...words],
      { env: { ...environment, ...settings } },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });

test('HOLD-11: the command adds the first administrator, prints the link, and cannot dismiss the last one', async () => {
  const details = ['--name', 'Sigrún Jónsdóttir', '--email', 'sigrun@example.is'];
  const added = await employee(['add', 'sigrun', ...details, '--ssn', '120585-1429', '--admin']);
  expect(added.out).toMatch(/^sigrun +admin .*Sigrún Jónsdóttir <sigrun@example\.is>$/m);
  expect(added.out).toMatch(/^https:\/\/innskraning\.example\.is\/staff-setup\?key=[\w-]{43}&language=is$/m);
  const dismissed = await employee(['dismiss', 'sigrun']);
  expect([dismissed.code, dismissed.err]).toEqual([
    2,
    'There is no other administrator. Make another employee an administrator first.\n',
  ]);
});

test('ROLE-1: the command gives roles, and refuses one that does not exist', async () => {
  const roles = (...words: string[]) => employee(['change', 'sigrun', ...words]);
  expect((await roles('--role', 'service', '--role', 'claims', '--admin')).out).toMatch(
    /^sigrun +service,claims,admin /m,
  );
  expect((await roles('--auditor')).out).toMatch(/^sigrun +service,claims,admin,auditor /m);
  const refused = await roles('--role', 'agent');
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('given.0.role')]);
  expect((await roles('--role', 'admin')).out).toMatch(/^sigrun +admin /m);
});

test('HOLD-11: the command links an employee to a work account, and undoes it', async () => {
  const change = (...words: string[]) =>
    employee(['change', 'sigrun', ...words], {
      FEDERATION_ISSUER: 'https://login.example.is/',
      FEDERATION_CLIENT_ID: 'hofn',
      FEDERATION_CLIENT_SECRET: 'R2tKc1VqQm9xZ1hZ',
      FEDERATION_ROLES: 'hofn=service',
    });
  expect((await change('--subject', '00u1')).out).toMatch(/^sigrun +admin +work account /m);
  expect((await change('--unlink')).out).not.toContain('work account');
  const without = await employee(['change', 'sigrun', '--subject', '00u1']);
  expect([without.code, without.err]).toEqual([2, 'FEDERATION_ISSUER is not set.\n']);
});
