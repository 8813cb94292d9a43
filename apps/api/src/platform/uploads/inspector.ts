import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  type InspectorTasks,
  type InspectRequest,
  type InspectResponse,
  outOfMemory,
} from './inspector-messages.ts';

/** Why inspecting a file did not finish; `busy`: it did not start, and may be retried. */
export type Unfinished = { unfinished: 'time' | 'memory' | 'crash' | 'busy' };

/** Reads possibly hostile files in separate processes. */
export type Inspector = {
  /** @returns what the file is, or why that is unknown: unless `busy`, a retry would fail the same way */
  inspect<Work extends keyof InspectorTasks>(
    work: Work,
    content: Uint8Array,
  ): Promise<InspectorTasks[Work] | Unfinished>;
};

export type InspectorLimits = {
  /** Files inspected at once. */
  processes?: number;
  /** Memory limit of a process while it reads a file; the largest photo of a phone needs a third of the default. */
  memoryMb?: number;
  /** Time limit per file. */
  timeMs?: number;
  /** Longest wait for a free process; by default a file waits as long as the files before it take. */
  waitMs?: number;
  /** The program to run; tests use one that misbehaves. */
  program?: URL;
};

type Limits = Required<Omit<InspectorLimits, 'waitMs'>>;

// Only what a program needs to run: a process that reads hostile files must not have our secrets.
const environment = Object.fromEntries(
  ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'TMPDIR', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);

const describeExit = (code: number | null, signal: NodeJS.Signals | null): string => signal ?? `code ${code}`;

/** Removes all listeners; an error of the channel kills the process, which is then noticed by its exit. */
const detach = (child: ChildProcess): void => {
  for (const event of ['message', 'exit', 'error']) child.removeAllListeners(event);
  child.on('error', () => child.kill('SIGKILL'));
};

/** Starts a process. @throws Error when it exits before it is ready for files */
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
      reject(new Error(`The inspector process did not start: ${describeExit(code, signal)}`)),
    );
    child.once('message', () => {
      detach(child);
      resolve(child);
    });
  });

/** Has a process read one file, and kills it when it takes too long. */
const ask = (
  child: ChildProcess,
  request: InspectRequest,
  timeMs: number,
): Promise<InspectResponse | Unfinished> =>
  new Promise((resolve) => {
    let isTimedOut = false;
    const timer = setTimeout(() => {
      isTimedOut = true;
      child.kill('SIGKILL');
    }, timeMs);
    const end = (answer: InspectResponse | Unfinished) => {
      clearTimeout(timer);
      detach(child);
      resolve(answer);
    };
    child.once('message', (answer) => end(answer as InspectResponse));
    child.once('exit', (code, signal) => {
      // Node itself aborts when its heap is full.
      const isOutOfMemory = code === outOfMemory || signal === 'SIGABRT';
      end({ unfinished: isTimedOut ? 'time' : isOutOfMemory ? 'memory' : 'crash' });
    });
    child.send(request, (error) => {
      if (error) child.kill('SIGKILL');
    });
  });

/** A slot in the pool: its process starts on first use, and again after a file has killed it. */
const createLane = (limits: Limits) => {
  let child: ChildProcess | undefined;
  /** Keeps the process for the next file without keeping this program from exiting. */
  const keepIdle = (idle: ChildProcess) => {
    child = idle;
    idle.once('exit', () => {
      if (child === idle) child = undefined;
    });
    idle.unref();
    idle.channel?.unref();
  };
  const run = async (
    working: ChildProcess,
    request: InspectRequest,
  ): Promise<InspectResponse | Unfinished> => {
    detach(working);
    working.ref();
    working.channel?.ref();
    const answer = await ask(working, request, limits.timeMs);
    if ('unfinished' in answer) return answer;
    // Memory that decoders have not released would count against the next file.
    if (answer.memoryBytes > (limits.memoryMb / 2) * 1024 * 1024) working.kill('SIGKILL');
    else keepIdle(working);
    return answer;
  };
  return async (request: InspectRequest): Promise<InspectResponse | Unfinished> => {
    const reused = child;
    child = undefined;
    const answer = await run(reused ?? (await start(limits)), request);
    // An idle process may die just before it gets a file: only in a new process is a crash the file's doing.
    const mayRetry = reused && 'unfinished' in answer && answer.unfinished === 'crash';
    return mayRetry ? run(await start(limits), request) : answer;
  };
};

/**
 * Creates the inspector. Processes, not threads: image decoders allocate outside the heap that limits a thread, cannot be
 * interrupted, and would take the whole service down when they crash.
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
    inspect: async <Work extends keyof InspectorTasks>(work: Work, content: Uint8Array) => {
      const lane = free.pop() ?? (await nextLane());
      if (!lane) return { unfinished: 'busy' };
      try {
        const answer = await lane({ work, content });
        return 'unfinished' in answer ? answer : (answer.result as InspectorTasks[Work]);
      } finally {
        const next = waiting.shift();
        if (next) next(lane);
        else free.push(lane);
      }
    },
  };
};
