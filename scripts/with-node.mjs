// Runs a command with the product's Node first on the PATH: `node scripts/with-node.mjs vitest run`.
import { spawn } from 'node:child_process';
import { environment, missingNode, nodeBinary, root } from './node24.mjs';

const binary = nodeBinary();
if (!binary) {
  console.error(missingNode);
  process.exit(1);
}
const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, {
  cwd: root,
  env: environment(binary),
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
child.on('error', (error) => {
  console.error(`Could not run ${command}: ${error.message}`);
  process.exit(1);
});
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
