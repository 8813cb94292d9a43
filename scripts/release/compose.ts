import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';

const deploy = fileURLToPath(new URL('../../deploy/', import.meta.url));

export type ComposeService = {
  image?: string;
  command?: string[];
  entrypoint?: string[];
  environment?: Record<string, string>;
  healthcheck?: { test: string[] };
  deploy?: { replicas: number };
  restart?: string;
  profiles?: string[];
  stop_grace_period?: string;
  read_only?: boolean;
  tmpfs?: string[];
  cap_drop?: string[];
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  networks?: Record<string, { ipv4_address: string }>;
};
export type Compose = {
  services: Record<string, ComposeService>;
  volumes: Record<string, unknown>;
  networks: { default: { ipam: { config: Array<{ subnet: string; ip_range: string }> } } };
};

export const readText = (file: string): string => readFileSync(join(deploy, file), 'utf8');

/** Reads a compose file, with its anchors and merges resolved. A setting without a value takes the variable of its name. */
export const readCompose = (file: string): Compose => {
  const compose: Compose = parse(readText(file), { merge: true });
  for (const { environment = {} } of Object.values(compose.services))
    for (const [name, value] of Object.entries(environment)) environment[name] = value ?? `\${${name}:-}`;
  return compose;
};

/** Variables that a compose file takes from `.env`. */
export const variablesOf = (file: string): Set<string> =>
  new Set(Array.from(readText(file).matchAll(/\$\{(\w+)(?::[?-][^}]*)?\}/g), ([, name = '']) => name));

/** Runs make-secrets.mjs in a new folder. @returns the lines of `.env` as an environment, and the file's mode */
export const makeSecrets = (...args: string[]): { values: Record<string, string>; folder: string } => {
  const folder = mkdtempSync(join(tmpdir(), 'hofn-secrets-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  spawnSync(process.execPath, [join(deploy, 'make-secrets.mjs'), ...args, folder]);
  const values = parseEnv(readFileSync(join(folder, '.env'), 'utf8')) as Record<string, string>;
  return { values, folder };
};

/** Puts the values of `.env` into a setting, as compose does. @throws Error for one that is required and empty */
export const interpolate = (text: string, values: Record<string, string>): string =>
  text.replace(
    /\$\{(\w+)(?::([?-])([^}]*))?\}/g,
    (_, name: string, kind: string | undefined, rest: string) => {
      if (values[name]) return values[name];
      if (kind === '?') throw new Error(`${name}: ${rest}`);
      return rest ?? '';
    },
  );
