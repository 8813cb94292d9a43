import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join, matchesGlob, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const readLines = (file: string): string[] => readFileSync(join(root, file), 'utf8').split('\n');

type Step = { instruction: string; rest: string };

/** The steps of each stage of the container file. */
const stages = (): Step[][] => {
  const found: Step[][] = [];
  for (const line of readLines('deploy/Containerfile')) {
    const [, instruction = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (instruction === 'FROM') found.push([]);
    if (instruction) found.at(-1)?.push({ instruction, rest });
  }
  return found;
};

const ignored = readLines('deploy/Containerfile.dockerignore').filter(
  (line) => line && !line.startsWith('#'),
);

/** Whether a path of the repository reaches the image's build. */
const isCopied = (path: string): boolean =>
  !ignored.some((pattern) => matchesGlob(path, pattern) || matchesGlob(path, `**/${pattern}`));

const copy = (rest: string, folder: string): void => {
  const names = rest.split(' ');
  const target = names.pop() ?? '';
  for (const name of names) {
    const isInFolder = target.endsWith('/');
    const to = join(folder, target, isInFolder ? basename(name) : '');
    mkdirSync(join(to, '..'), { recursive: true });
    cpSync(join(root, name), to, {
      recursive: true,
      filter: (source) => isCopied(relative(root, source)),
    });
  }
};

/** Steps that install packages of the operating system, which this machine has or lacks by itself. */
const isForSystem = (rest: string): boolean => rest.startsWith('apt-get ');

/**
 * Runs the steps of the container file in a folder, as the container's `/app`.
 * @returns the environment of the final stage, and its start command
 * @throws Error with the output of the step that failed
 */
export const runContainerfile = (
  folder: string,
  environment: Record<string, string | undefined>,
): { environment: Record<string, string>; user: string; entrypoint: string[] } => {
  const final = { environment: {} as Record<string, string>, user: '', entrypoint: [] as string[] };
  const args: Record<string, string> = {};
  for (const { instruction, rest } of stages().flat()) {
    if (instruction === 'COPY' && rest !== '--from=build /app /app') copy(rest, folder);
    else if (instruction === 'RUN' && !isForSystem(rest)) {
      const env = { ...environment, ...args };
      const { status, stdout, stderr } = spawnSync('sh', ['-c', rest], {
        cwd: folder,
        env,
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(`RUN ${rest}\n${stdout}${stderr}`);
    } else if (instruction === 'ARG' || instruction === 'ENV') {
      const [name = '', value = ''] = rest.split('=');
      (instruction === 'ARG' ? args : final.environment)[name] = value;
    } else if (instruction === 'USER') final.user = rest;
    else if (instruction === 'ENTRYPOINT') final.entrypoint = JSON.parse(rest);
    else if (!['FROM', 'WORKDIR', 'CMD', 'COPY', 'RUN'].includes(instruction))
      throw new Error(`${instruction} is not known here`);
  }
  return final;
};
