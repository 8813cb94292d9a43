import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Answered, type Asked, outOfMemory, type Works } from './inspector-messages.ts';

/** Why a file was not judged to the end. */
export type Unfinished = { unfinished: 'time' | 'memory' | 'crash' };

/** Reads files that may be hostile, in processes of its own. */
export type Inspector = {
  /** @returns what the file is, or why that could not be found out: asked again, the file would do the same */
  inspect<Work extends keyof Works>(work: Work, content: Uint8Array): Promise<Works[Work] | Unfinished>;
};

export type InspectorLimits = {
  /** Files that are read at once. */
  processes?: number;
  /** Most memory of a process while it reads a file; the largest photo of a phone takes a third of the default. */
  memoryMb?: number;
  /** Longest time for one file. */
  timeMs?: number;
  /** The program to run; tests give one that misbehaves. */
  program?: URL;
};

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
const start = ({ memoryMb, program }: Required<InspectorLimits>): Promise<ChildProcess> =>
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
const createLane = (limits: Required<InspectorLimits>) => {
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
  return async (asked: Asked): Promise<Answered | Unfinished> => {
    const working = child ?? (await start(limits));
    child = undefined;
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
};

/**
 * Creates the inspector. Processes and not threads: decoders of pictures allocate outside the heap that limits a thread,
 * cannot be interrupted, and would take the whole service with them when they crash.
 */
export const createInspector = ({
  processes = 2,
  memoryMb = 768,
  timeMs = 60_000,
  program = new URL('./inspector-process.ts', import.meta.url),
}: InspectorLimits = {}): Inspector => {
  const limits = { processes, memoryMb, timeMs, program };
  const free = Array.from({ length: processes }, () => createLane(limits));
  type Lane = (typeof free)[number];
  const waiting: Array<(lane: Lane) => void> = [];
  return {
    inspect: async <Work extends keyof Works>(work: Work, content: Uint8Array) => {
      const lane = free.pop() ?? (await new Promise<Lane>((resolve) => waiting.push(resolve)));
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
