import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Answered, type Asked, outOfMemory, type Works } from './inspector-messages.ts';

/** Why a file was not judged to the end; `busy`: it was not begun, and may be sent again. */
export type Unfinished = { unfinished: 'time' | 'memory' | 'crash' | 'busy' };

/** Reads files that may be hostile, in processes of its own. */
export type Inspector = {
  /** @returns what the file is, or why that could not be found out: unless `busy`, it would do the same again */
  inspect<Work extends keyof Works>(work: Work, content: Uint8Array): Promise<Works[Work] | Unfinished>;
};

export type InspectorLimits = {
  /** Files that are read at once. */
  processes?: number;
  /** Most memory of a process while it reads a file; the largest photo of a phone takes a third of the default. */
  memoryMb?: number;
  /** Longest time for one file. */
  timeMs?: number;
  /** Longest wait for a free process; by default a file waits for as long as the files before it take. */
  waitMs?: number;
  /** The program to run; tests give one that misbehaves. */
  program?: URL;
};

type Limits = Required<Omit<InspectorLimits, 'waitMs'>>;

// What a program needs to run; the settings, with their secrets, are not for a process that reads hostile files.
const environment = Object.fromEntries(
  ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'TMPDIR', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);

const nameOfEnd = (code: number | null, signal: NodeJS.Signals | null): string => signal ?? `code ${code}`;

/** Ends what was being waited for; a fault of the channel ends the process, and so is seen as its end. */
const forget = (child: ChildProcess): void => {
  for (const event of ['message', 'exit', 'error']) child.removeAllListeners(event);
  child.on('error', () => child.kill('SIGKILL'));
};

/** Starts a process. @throws Error when it ends before it is ready for files */
const start = ({ memoryMb, program }: Limits): Promise<ChildProcess> =>
  new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(program), [String(memoryMb)], {
      execArgv: [`--max-old-space-size=${Math.ceil(memoryMb / 2)}`],
      env: environment,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(new Error(`The process that reads files did not start: ${nameOfEnd(code, signal)}`)),
    );
    child.once('message', () => {
      forget(child);
      resolve(child);
    });
  });

/** Gives a process one file to read. It is killed when it takes too long. */
const ask = (child: ChildProcess, asked: Asked, timeMs: number): Promise<Answered | Unfinished> =>
  new Promise((resolve) => {
    let overtime = false;
    const timer = setTimeout(() => {
      overtime = true;
      child.kill('SIGKILL');
    }, timeMs);
    const end = (answer: Answered | Unfinished) => {
      clearTimeout(timer);
      forget(child);
      resolve(answer);
    };
    child.once('message', (answer) => end(answer as Answered));
    child.once('exit', (code, signal) => {
      // Node itself aborts when its heap is full.
      const full = code === outOfMemory || signal === 'SIGABRT';
      end({ unfinished: overtime ? 'time' : full ? 'memory' : 'crash' });
    });
    child.send(asked, (error) => {
      if (error) child.kill('SIGKILL');
    });
  });

/** One place in the pool: a process that is started when it is first needed, and again after a file has ended it. */
const createLane = (limits: Limits) => {
  let child: ChildProcess | undefined;
  /** Keeps the process for the next file, without keeping this program from ending. */
  const rest = (resting: ChildProcess) => {
    child = resting;
    resting.once('exit', () => {
      if (child === resting) child = undefined;
    });
    resting.unref();
    resting.channel?.unref();
  };
  const work = async (working: ChildProcess, asked: Asked): Promise<Answered | Unfinished> => {
    forget(working);
    working.ref();
    working.channel?.ref();
    const answer = await ask(working, asked, limits.timeMs);
    if ('unfinished' in answer) return answer;
    // Memory that decoders have not given back would count against the next file.
    if (answer.memoryBytes > (limits.memoryMb / 2) * 1024 * 1024) working.kill('SIGKILL');
    else rest(working);
    return answer;
  };
  return async (asked: Asked): Promise<Answered | Unfinished> => {
    const rested = child;
    child = undefined;
    const answer = await work(rested ?? (await start(limits)), asked);
    // A process may end while it rests, just before it is given a file: only in a new one is a crash the file's doing.
    const isBlameless = rested && 'unfinished' in answer && answer.unfinished === 'crash';
    return isBlameless ? work(await start(limits), asked) : answer;
  };
};

/**
 * Creates the inspector. Processes and not threads: decoders of pictures allocate outside the heap that limits a thread,
 * cannot be interrupted, and would take the whole service with them when they crash.
 */
export const createInspector = ({
  processes = 2,
  memoryMb = 768,
  timeMs = 60_000,
  waitMs,
  program = new URL('./inspector-process.ts', import.meta.url),
}: InspectorLimits = {}): Inspector => {
  const limits = { processes, memoryMb, timeMs, program };
  const free = Array.from({ length: processes }, () => createLane(limits));
  type Lane = (typeof free)[number];
  const waiting: Array<(lane: Lane | undefined) => void> = [];
  const nextLane = (): Promise<Lane | undefined> =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waitMs === undefined) return;
      setTimeout(() => {
        const place = waiting.indexOf(resolve);
        if (place >= 0) waiting.splice(place, 1);
        resolve(undefined);
      }, waitMs);
    });
  return {
    inspect: async <Work extends keyof Works>(work: Work, content: Uint8Array) => {
      const lane = free.pop() ?? (await nextLane());
      if (!lane) return { unfinished: 'busy' };
      try {
        const answer = await lane({ work, content });
        return 'unfinished' in answer ? answer : (answer.result as Works[Work]);
      } finally {
        const next = waiting.shift();
        if (next) next(lane);
        else free.push(lane);
      }
    },
  };
};
