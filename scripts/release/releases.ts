import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** `release.json`: commits of earlier releases. */
export type Releases = {
  /** The release in production, which keeps running while this one is installed. */
  previous: string;
  /** The oldest release that works with the database of this one. */
  oldest: string;
};

export const readReleases = (): Releases =>
  JSON.parse(readFileSync(join(root, 'release.json'), 'utf8')) as Releases;

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' });

/** Whether this folder is a git checkout with its history; a copy of the files or a shallow clone has no earlier releases. */
export const hasHistory = (): boolean =>
  existsSync(join(root, '.git')) && git('rev-parse', '--is-shallow-repository').trim() === 'false';

/** @throws Error when the history does not contain a commit */
export const checkKnown = (commit: string): void => {
  try {
    git('cat-file', '-e', `${commit}^{commit}`);
  } catch {
    throw new Error(`Commit ${commit} of release.json is not in this clone.`);
  }
};

/** Whether `older` is `newer` or one of its ancestors. */
export const isAncestor = (older: string, newer: string): boolean =>
  git('merge-base', older, newer).trim() === git('rev-parse', older).trim();

/** Names of the migrations that a release knows. */
export const migrationsOf = (commit: string): string[] => {
  const journal = git('show', `${commit}:packages/database/migrations/meta/_journal.json`);
  return (JSON.parse(journal) as { entries: { tag: string }[] }).entries.map(({ tag }) => tag);
};

const link = (target: string, path: string): void => symlinkSync(target, path, 'junction');

/** Links the installed packages into `folder`, and its own workspaces in place of ours. */
const linkPackages = (folder: string): void => {
  const installed = join(root, 'node_modules');
  const links = join(folder, 'node_modules');
  mkdirSync(join(links, '@hofn'), { recursive: true });
  for (const name of readdirSync(installed))
    if (name !== '@hofn' && !name.startsWith('.')) link(join(installed, name), join(links, name));
  for (const name of readdirSync(join(installed, '@hofn'))) {
    const workspace = relative(root, realpathSync(join(installed, '@hofn', name)));
    if (existsSync(join(folder, workspace))) link(join(folder, workspace), join(links, '@hofn', name));
    const own = join(workspace, 'node_modules');
    if (existsSync(join(root, own)) && existsSync(join(folder, workspace)))
      link(join(root, own), join(folder, own));
  }
};

/**
 * Unpacks the services of a release into a new temporary folder, with the packages installed here.
 * @returns the folder
 */
export const unpackRelease = (commit: string): string => {
  checkKnown(commit);
  const folder = mkdtempSync(join(tmpdir(), 'hofn-release-'));
  const archive = join(folder, 'release.tar');
  git('archive', '-o', archive, commit, 'package.json', 'packages', 'apps/api', 'apps/identity', 'apps/chat');
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  linkPackages(folder);
  return folder;
};
