// Finds a Node that runs the product: the machine's own when new enough, else the one the registry brought.
// Plain JavaScript that runs on Node 20, with no dependency.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root folder. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

// Node 24.7 brought crypto.argon2, the newest feature that the product stands on.
const newEnough = (version) => {
  const [major, minor] = version.split('.').map(Number);
  return major > 24 || (major === 24 && minor >= 7);
};

const packages = [
  `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`,
  `node-bin-${process.platform}-${process.arch}`,
];

/**
 * Path of the Node binary to run the product with.
 * @returns {string | undefined} undefined where neither the machine nor the registry has one.
 */
export const nodeBinary = () => {
  const require = createRequire(join(root, 'package.json'));
  for (const name of packages) {
    try {
      const folder = dirname(require.resolve(`${name}/package.json`));
      const binary = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
      if (existsSync(binary)) return binary;
    } catch {
      // not installed on this platform: try the next
    }
  }
  return newEnough(process.versions.node) ? process.execPath : undefined;
};

/** Environment in which `node` and the workspace's own commands are the right ones. */
export const environment = (binary) => {
  const path = [dirname(binary), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  return {
    // Each process would otherwise strip the types of all its modules again, a third of its start.
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
    ...process.env,
    PATH: path,
    Path: path,
  };
};
