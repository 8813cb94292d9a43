// Installs the dependencies when the lock file has changed since the last install. Plain JavaScript for Node 20.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeBinary, root } from './node24.mjs';

const stamp = join(root, 'node_modules', '.installed-lock');

/** Ends the process with one line that says what is missing. */
export const stop = (line) => {
  console.error(line);
  process.exit(1);
};

/**
 * Makes the working folder ready to run: right Node, dependencies as the lock file says.
 * Ends the process with one clear line where that cannot be.
 * @returns {string} path of the Node binary to run the product with
 */
export const install = () => {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    stop(`Node 20 or later is needed; this is ${process.versions.node}.`);
  }
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
    console.log('Installing dependencies (once for each change of package-lock.json) …');
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    // Not `npm ci`: it refuses a lock file made where a registry lacked another platform's optional binaries.
    // With --no-save the lock file decides what is there, and stays as it is.
    const result = spawnSync(npm, ['install', '--no-save', '--no-fund', '--no-audit', '--loglevel=error'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    });
    if (result.error) stop(`npm could not be started: ${result.error.message}`);
    if (result.status !== 0)
      stop('npm install failed; what it printed above says why. Is the npm registry reachable?');
    writeFileSync(stamp, lock);
  }
  return (
    nodeBinary() ??
    stop(
      `No Node 24 for ${process.platform}-${process.arch} came with the dependencies. Install Node 24.7 or later.`,
    )
  );
};
