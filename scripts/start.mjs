// `npm start`: installs what is missing, then runs the whole product with the right Node.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { install } from './install.mjs';
import { environment, root } from './node24.mjs';

const binary = install();
const child = spawn(binary, [join(root, 'scripts', 'serve.ts'), ...process.argv.slice(2)], {
  cwd: root,
  env: environment(binary),
  // Over the channel the product learns that this process is gone, whatever ended it.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
child.on('error', (error) => {
  console.error(`The product could not be started: ${error.message}`);
  process.exit(1);
});
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
// From a terminal Ctrl-C reaches the child by itself too, which heeds the first of them; a signal sent to this process
// alone is handed on.
process.on('SIGINT', () => child.kill('SIGINT'));
process.on('SIGTERM', () => child.kill('SIGTERM'));
process.on('SIGHUP', () => child.kill('SIGTERM'));

// npm hands SIGTERM to the shell that runs the script, which ends without handing it on: that the shell is gone is all
// that is noticed here.
if (process.env.npm_lifecycle_event) {
  const shell = process.ppid;
  setInterval(() => {
    if (process.ppid !== shell) child.kill('SIGTERM');
  }, 200).unref();
}
