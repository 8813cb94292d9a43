import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseFault } from './database-fault.ts';

type LockOwner = { pid: number; host: string; startedAt: string | null };

/**
 * Start time of a process as reported by the system. Together with the pid it identifies a process uniquely, whereas
 * pids are reused. Null if the process is gone or the system does not tell.
 */
const startOf = (pid: number): string | null => {
  try {
    if (process.platform === 'linux') {
      // Field 22, counted from after the name, which may itself contain spaces and parentheses (proc(5)).
      const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const ticks = status.slice(status.lastIndexOf(')') + 2).split(' ')[19];
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
      return `${boot}:${ticks}`;
    }
    if (process.platform === 'darwin') {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
    }
  } catch {
    // no such process
  }
  return null;
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const isHeld = (owner: LockOwner): boolean => {
  if (owner.host !== hostname()) return true;
  if (!isAlive(owner.pid)) return false;
  const startedAt = startOf(owner.pid);
  return startedAt === null || owner.startedAt === null || startedAt === owner.startedAt;
};

const describe = (folder: string, file: string, owner: LockOwner): string => {
  if (owner.host !== hostname()) {
    return `${folder} is in use by process ${owner.pid} on ${owner.host}. If that machine is gone, delete ${file}.`;
  }
  if (owner.pid === process.pid) return `${folder} is already open in this process (${owner.pid}).`;
  return `${folder} is in use by process ${owner.pid}. Stop it first, or set another DATABASE_FOLDER.`;
};

/**
 * Locks a folder for this process. Each contender writes its own lock file and then looks for others, so at least one
 * of two contenders sees the other and backs off. A lock file is removed only if its process is dead.
 * @returns a function that releases the lock.
 * @throws DatabaseFault naming the process that has the lock.
 */
export const lockFolder = async (folder: string): Promise<() => void> => {
  mkdirSync(folder, { recursive: true });
  const self: LockOwner = { pid: process.pid, host: hostname(), startedAt: startOf(process.pid) };
  const own = `lock-${randomUUID()}.json`;
  const path = join(folder, own);
  const release = () => rmSync(path, { force: true });

  for (let attempt = 1; ; attempt += 1) {
    // Written to a draft and renamed, so that nobody reads half a file.
    const draft = join(folder, `draft-${own}`);
    writeFileSync(draft, JSON.stringify(self));
    renameSync(draft, path);

    const other = readdirSync(folder)
      .filter((file) => /^lock-.*\.json$/.test(file) && file !== own)
      .map((file) => ({ file: join(folder, file), owner: readLockOwner(join(folder, file)) }))
      .find(({ file, owner }) => {
        if (owner && isHeld(owner)) return true;
        rmSync(file, { force: true });
        return false;
      });
    if (!other?.owner) break;
    release();
    // Two that start at once may see each other: both back off and retry after a random delay.
    if (attempt === 4) throw new DatabaseFault(describe(folder, other.file, other.owner));
    await pause(20 + Math.random() * 80 * attempt);
  }
  process.once('exit', release);
  return () => {
    process.off('exit', release);
    release();
  };
};

const readLockOwner = (file: string): LockOwner | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LockOwner;
  } catch {
    // Released between listing and reading.
    return undefined;
  }
};
