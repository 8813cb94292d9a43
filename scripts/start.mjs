// `npm start`: installs missing dependencies, then runs the whole product with the right Node.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { install } from './install.mjs';
import { environment, root } from './node24.mjs';

const binary = install();
const child = spawn(binary, [join(root, 'scripts', 'serve.ts'), ...process.argv.slice(2)], {
  cwd: root,
  env: environment(binary),
  // The IPC channel tells the product when this process dies, even from SIGKILL.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
child.on('error', (error) => {
  console.error(`Could not start the product: ${error.message}`);
  process.exit(1);
});
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
// In a terminal Ctrl-C reaches the child directly too, which ignores repeats; a signal sent only to this process is
// forwarded.
process.on('SIGINT', () => child.kill('SIGINT'));
process.on('SIGTERM', () => child.kill('SIGTERM'));
process.on('SIGHUP', () => child.kill('SIGTERM'));

// npm sends SIGTERM to the shell that runs this script, which exits without forwarding it: detect that the shell is gone.
if (process.env.npm_lifecycle_event) {
  const shell = process.ppid;
  setInterval(() => {
    if (process.ppid !== shell) child.kill('SIGTERM');
  }, 200).unref();
}
