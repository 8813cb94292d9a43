// Holds the project to its own rules: `node scripts/checks/run.ts`. Ends with 1 when a check found a fault.
import { bareText } from './bare-text.ts';
import { colours } from './colours.ts';
import { dependencies, importCircles } from './dependencies.ts';
import { engines } from './engines.ts';
import { formats } from './formats.ts';
import { longFiles } from './long-files.ts';
import { realKennitala } from './real-kennitala.ts';
import { readSources } from './source.ts';
import { skippedTests } from './tests.ts';
import { unreadTexts } from './unread-texts.ts';
import { versions } from './versions.ts';

const checks = {
  'arrows between workspaces and layers': dependencies,
  'no import circle': importCircles,
  'one version of each dependency': versions,
  'both database engines where they differ': engines,
  'formats from one place': formats,
  'texts from the catalogues': bareText,
  'every text is read': unreadTexts,
  'no real kennitala': realKennitala,
  'colours from the tokens': colours,
  'no skipped test': skippedTests,
  'length of files': longFiles,
};

const sources = await readSources();
let faults = 0;
for (const [name, check] of Object.entries(checks)) {
  const findings = check(sources);
  const failed = findings.filter(({ warning }) => !warning);
  faults += failed.length;
  console.log(`${failed.length > 0 ? '✗' : '✓'} ${name}`);
  for (const { path, line, message, warning } of findings) {
    console.log(
      `    ${path}${line === undefined ? '' : `:${line}`}  ${warning ? 'warning: ' : ''}${message}`,
    );
  }
}
console.log(faults === 0 ? `All checks hold over ${sources.length} files.` : `${faults} faults.`);
process.exitCode = faults === 0 ? 0 : 1;
