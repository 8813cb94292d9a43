// Gives a test run or a benchmark a folder for its temporary files. Plain JavaScript for Node 20.
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
/** Twice what a whole run has used. */
const neededBytes = 6e9;

const hasRoom = (folder) => {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > neededBytes;
  } catch {
    return false;
  }
};

const isRunning = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** Removes the folders of runs that were killed. */
const removeAbandoned = (parent) => {
  for (const name of readdirSync(parent)) {
    const pid = /^hofn-tests-(\d+)$/.exec(name)?.[1];
    if (pid && !isRunning(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true });
  }
};

/**
 * Creates this process's folder for temporary files, and removes it when the process exits. It is in memory if the machine has
 * room: on a disk with ext4, creating a file searches past every file deleted in the last minute, and tests create and
 * delete whole databases.
 * @returns {string} its path
 */
export const createTemporaryFolder = () => {
  const parent = hasRoom(memory) ? memory : tmpdir();
  removeAbandoned(parent);
  const folder = join(parent, `hofn-tests-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  // PostgreSQL may run as another user, who passes through the folder.
  chmodSync(folder, 0o755);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
