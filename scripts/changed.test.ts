import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { affectedSpecs, baseCommit, changedFiles } from './changed.mjs';

let folder: string;
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@hofn.example', ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
const write = (path: string, text = '') => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const commit = (subject: string) => {
  git('add', '.');
  git('commit', '-qm', subject);
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hofn-changed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  git('init', '-q', '-b', 'main');
  for (const name of ['claims', 'file-claim', 'forms', 'pages', 'policies', 'session', 'session-faults'])
    write(`e2e/${name}.spec.ts`, name === 'claims' ? "import { claim } from './screens/claims.ts';" : '');
  write('e2e/screens/claims.ts', "import { expect } from '../support/test.ts';");
  write('e2e/support/test.ts');
  write('.gitignore', 'dist\n');
  commit('Begin');
});

test('changes are commits since the fork from main, uncommitted and untracked files, but not ignored ones', () => {
  git('switch', '-qc', 'branch');
  write('apps/api/src/claims/store.ts');
  commit('Change a store');
  write('e2e/forms.spec.ts', 'changed');
  write('apps/web/src/new.ts');
  write('dist/built.js');
  const base = baseCommit(folder);
  expect(base).toBe(git('rev-parse', 'main').trim());
  expect(changedFiles(folder, base ?? '').sort()).toEqual([
    'apps/api/src/claims/store.ts',
    'apps/web/src/new.ts',
    'e2e/forms.spec.ts',
  ]);
});

test('outside a checkout there is no base commit', () => {
  rmSync(join(folder, '.git'), { recursive: true });
  expect(baseCommit(folder)).toBeUndefined();
});

test.each([
  ['a call', 'apps/api/src/claims/store.ts', ['claims'], false],
  ['a contract', 'packages/contracts/src/policies.ts', ['policies'], false],
  ['a folder with another name', 'apps/web/src/session/api.ts', ['session', 'session-faults'], false],
  ['a page object', 'e2e/screens/claims.ts', ['claims'], false],
  ['an import of page objects', 'e2e/support/test.ts', ['claims'], false],
  ['a shared module', 'packages/domain/src/dates.ts', ['forms', 'pages', 'policies', 'session'], true],
  ['a unit test', 'apps/api/src/claims/claims.test.ts', [], false],
  ['a document', 'docs/architecture.md', [], false],
])('browser tests for %s', (_, file, names, isShared) => {
  expect(affectedSpecs(folder, [file])).toEqual({
    specs: names.map((name) => `e2e/${name}.spec.ts`).sort(),
    shared: isShared ? [file] : [],
  });
});
