// Finds a Node to run the product: the one installed as a dependency, or the system's if it is new enough.
// Plain JavaScript for Node 20, without dependencies.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The project's root folder. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

// Node 24.7 added crypto.argon2, the newest feature that the product needs.
const isNewEnough = (version) => {
  const [major, minor] = version.split('.').map(Number);
  return major > 24 || (major === 24 && minor >= 7);
};

const packageName = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

/** What to tell a user without a Node to run the product with. */
export const missingNode =
  process.platform === 'darwin' && process.arch === 'arm64'
    ? 'No Node 24 found. The npm registry has none for Apple processors: install Node 24.7 or later (brew install node@24).'
    : 'No Node 24 found. Run npm install, or install Node 24.7 or later.';

/**
 * Path of the Node binary to run the product with.
 * @returns {string | undefined} undefined if there is none
 */
export const nodeBinary = () => {
  const require = createRequire(join(root, 'package.json'));
  try {
    const folder = dirname(require.resolve(`${packageName}/package.json`));
    const binary = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    if (existsSync(binary)) return binary;
  } catch {
    // There is no package for this platform.
  }
  return isNewEnough(process.versions.node) ? process.execPath : undefined;
};

/** Environment with the product's Node and the workspace's commands first on the PATH. */
export const environment = (binary) => {
  const path = [dirname(binary), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  const { NODE_OPTIONS = '' } = process.env;
  const preloaded = `--import=${pathToFileURL(join(root, 'scripts', 'resolve-drizzle.mjs'))}`;
  return {
    // Caches type stripping, a third of each process's start time.
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
    // Lets Node strip the types of browser tests: faster than Playwright, which compiles them with Babel.
    PW_DISABLE_TS_ESM: '1',
    ...process.env,
    NODE_OPTIONS: NODE_OPTIONS.includes(preloaded) ? NODE_OPTIONS : `${NODE_OPTIONS} ${preloaded}`.trim(),
    PATH: path,
    Path: path,
  };
};
