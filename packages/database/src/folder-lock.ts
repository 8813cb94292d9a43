import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseFault } from './fault.ts';

type Holder = { pid: number; host: string; startedAt: string | null };

/**
 * When a process began, as its system tells it: with the pid it names one process for ever, while a pid alone is
 * used again. Null where the process is gone or the system does not tell.
 */
const startOf = (pid: number): string | null => {
  try {
    if (process.platform === 'linux') {
      // Field 22, counted after the name, which may itself hold spaces and brackets (proc(5)).
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
    // EPERM: it lives and is another user's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const holds = (holder: Holder): boolean => {
  if (holder.host !== hostname()) return true;
  if (!isAlive(holder.pid)) return false;
  const startedAt = startOf(holder.pid);
  return startedAt === null || holder.startedAt === null || startedAt === holder.startedAt;
};

const describe = (folder: string, file: string, holder: Holder): string => {
  if (holder.host !== hostname()) {
    return `${folder} is in use by process ${holder.pid} on ${holder.host}. If that machine is gone, delete ${file}.`;
  }
  if (holder.pid === process.pid) return `${folder} is already open in this process (${holder.pid}).`;
  return `${folder} is in use by process ${holder.pid}. Stop it first, or set another DATABASE_FOLDER.`;
};

/**
 * Takes a folder for this process alone. Each contender writes a file of its own and then looks for others: whoever
 * looks after another has written sees it, so two can never both hold, and nobody ever removes the file of a
 * process that lives. A file left by a process that died is swept away by the next.
 * @returns what gives the folder back.
 * @throws DatabaseFault naming the process that holds it.
 */
export const lockFolder = async (folder: string): Promise<() => void> => {
  mkdirSync(folder, { recursive: true });
  const self: Holder = { pid: process.pid, host: hostname(), startedAt: startOf(process.pid) };
  const own = `lock-${randomUUID()}.json`;
  const path = join(folder, own);
  const release = () => rmSync(path, { force: true });

  for (let attempt = 1; ; attempt += 1) {
    // Written aside and renamed, so that nobody reads half a file.
    const draft = join(folder, `draft-${own}`);
    writeFileSync(draft, JSON.stringify(self));
    renameSync(draft, path);

    const other = readdirSync(folder)
      .filter((file) => /^lock-.*\.json$/.test(file) && file !== own)
      .map((file) => ({ file: join(folder, file), holder: readHolder(join(folder, file)) }))
      .find(({ file, holder }) => {
        if (holder && holds(holder)) return true;
        rmSync(file, { force: true });
        return false;
      });
    if (!other?.holder) break;
    release();
    // Two that begin at once may each see the other: both step back, and one comes first the next time.
    if (attempt === 4) throw new DatabaseFault(describe(folder, other.file, other.holder));
    await pause(20 + Math.random() * 80 * attempt);
  }
  process.once('exit', release);
  return () => {
    process.off('exit', release);
    release();
  };
};

const readHolder = (file: string): Holder | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    // It was given back between the listing and the reading.
    return undefined;
  }
};
