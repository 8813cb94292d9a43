// For `npm test -- --changed`: finds the files that differ from the main branch and the browser tests they can affect.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

const git = (folder, ...args) => {
  const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
};
const linesOf = (text = '') => text.split('\n').filter(Boolean);

/**
 * The commit where this branch forked from the main branch: `origin/HEAD`, `origin/main` or `main`, whichever exists.
 * @returns {string | undefined} undefined outside a git checkout
 */
export const baseCommit = (folder) => {
  for (const branch of ['origin/HEAD', 'origin/main', 'main', 'HEAD']) {
    const base = git(folder, 'merge-base', 'HEAD', branch);
    if (base) return base;
  }
  return undefined;
};

/** Files committed since `base`, modified, or untracked and not ignored; relative paths with slashes. */
export const changedFiles = (folder, base) => [
  ...new Set([
    ...linesOf(git(folder, 'diff', '--name-only', base)),
    ...linesOf(git(folder, 'ls-files', '--others', '--exclude-standard')),
  ]),
];

/** Browser tests of folders and files that have another name. */
const specsOfPart = {
  engine: ['engine', 'pages', 'modal'],
  session: ['session', 'session-faults'],
  'auth-client': ['auth-client', 'session'],
  'sign-in': ['sign-in-page', 'electronic-id', 'credentials'],
  offline: ['offline'],
  shell: ['shell', 'menus', 'smoke'],
  ui: ['parts', 'gallery'],
  queue: ['work-queue'],
  cases: ['work-queue'],
  'work-items': ['work-queue'],
  matters: ['work-queue'],
  views: ['staff-view'],
  view: ['staff-view'],
  search: ['menus'],
  user: ['policies', 'profile-picture'],
  uploads: ['claims', 'documents', 'forms'],
  filing: ['claims', 'file-claim'],
};

/** A quick check of the whole product: pages, signing in, a screen with data, a form. */
const smoke = ['pages', 'session', 'policies', 'forms', 'smoke'];

const sourceOfProduct = /^(apps|packages|content)\/(?!.*\.test\.tsx?$)/;

/** The spec files that import `file`, directly or through page objects and support. */
const importersOf = (folder, file, specs) => {
  const imports = (path, seen = new Set()) => {
    if (seen.has(path) || !existsSync(path)) return seen;
    seen.add(path);
    for (const [, target] of readFileSync(path, 'utf8').matchAll(/from '(\.[^']+)'/g))
      imports(resolve(dirname(path), target), seen);
    return seen;
  };
  return specs.filter((spec) => imports(join(folder, spec)).has(join(folder, file)));
};

/**
 * Selects browser tests by name: a screen, its call and its test share their feature's name (`docs/architecture.md`).
 * Files without a feature's name can affect any screen; for them the smoke tests run.
 * @returns {{ specs: string[], shared: string[] }} relative spec files, and the files that can affect any screen
 */
export const affectedSpecs = (folder, changed) => {
  const specs = readdirSync(join(folder, 'e2e'))
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => `e2e/${name}`);
  const named = (name) => specs.filter((spec) => basename(spec, '.spec.ts') === name);
  const chosen = new Set();
  const shared = [];
  for (const file of changed) {
    if (file.startsWith('e2e/')) {
      for (const spec of importersOf(folder, file, specs)) chosen.add(spec);
      continue;
    }
    if (!sourceOfProduct.test(file)) continue;
    const parts = relative('.', file)
      .split(sep)
      .map((part) => part.replace(/\..*$/, ''));
    const found = parts.flatMap((part) => (specsOfPart[part] ?? [part]).flatMap(named));
    if (found.length === 0) shared.push(file);
    for (const spec of found) chosen.add(spec);
  }
  if (shared.length > 0) for (const spec of smoke.flatMap(named)) chosen.add(spec);
  return { specs: [...chosen].sort(), shared };
};
