// Installs dependencies if package-lock.json has changed since the last install. Plain JavaScript for Node 20.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeBinary, root } from './node24.mjs';

const stamp = join(root, 'node_modules', '.installed-lock');

/** Exits with a one-line error message. */
export const stop = (line) => {
  console.error(line);
  process.exit(1);
};

/**
 * Ensures the right Node and the locked dependencies; exits with a one-line error otherwise.
 * @returns {string} path of the Node binary to run the product with
 */
export const install = () => {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    stop(`Node 20 or later is required; this is ${process.versions.node}.`);
  }
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
    console.log('Installing dependencies (only when package-lock.json has changed) …');
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    // Not `npm ci`: it rejects a lock file that lacks another platform's optional binaries.
    // --no-save installs by the lock file without changing it.
    const result = spawnSync(npm, ['install', '--no-save', '--no-fund', '--no-audit', '--loglevel=error'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
    if (result.error) stop(`Could not run npm: ${result.error.message}`);
    if (result.status !== 0) stop('npm install failed, see the output above. Is the npm registry reachable?');
    writeFileSync(stamp, lock);
  }
  return (
    nodeBinary() ??
    stop(
      `The dependencies include no Node 24 for ${process.platform}-${process.arch}. Install Node 24.7 or later.`,
    )
  );
};
