// Removes from package.json and package-lock.json what only development needs at the root: tools for checks and tests, and
// the Node binaries of `npm start`. `npm ci` then installs exactly what the lock file says; with the tools it refuses,
// because the lock file lacks their binaries for other platforms. For an image or a copy, never for the repository itself.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

if (process.argv.includes('--help')) {
  console.log(
    'node deploy/without-tools.mjs    removes from package.json and package-lock.json what only development needs',
  );
  process.exit(0);
}
if (existsSync('.git')) {
  console.error('This is a working copy: run it in the folder of an image.');
  process.exit(1);
}

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const write = (file, content) => writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
const without = ({ devDependencies, optionalDependencies, ...rest }) => rest;

write('package.json', without(read('package.json')));
const lock = read('package-lock.json');
lock.packages[''] = without(lock.packages['']);
write('package-lock.json', lock);
