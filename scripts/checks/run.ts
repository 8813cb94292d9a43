// Checks the project's own conventions: `node scripts/checks/run.ts`. Exits with 1 if a check fails.
import { bareText } from './bare-text.ts';
import { colours } from './colours.ts';
import { dependencies, importCircles } from './dependencies.ts';
import { documentPaths } from './document-paths.ts';
import { documentedTests } from './documented-tests.ts';
import { engines } from './engines.ts';
import { formats } from './formats.ts';
import { longFiles } from './long-files.ts';
import { longFunctions } from './long-functions.ts';
import { oneEmergencyPhone } from './one-emergency-phone.ts';
import { oneWriter } from './one-writer.ts';
import { realKennitala } from './real-kennitala.ts';
import { readSources } from './source.ts';
import { skippedTests } from './tests.ts';
import { unreadTexts } from './unread-texts.ts';
import { versions } from './versions.ts';

const checks = {
  'dependencies between workspaces and layers': dependencies,
  'no import cycles': importCircles,
  'one version of each dependency': versions,
  'both database engines tested where they differ': engines,
  'one writer of facts': oneWriter,
  'one emergency number': oneEmergencyPhone,
  'formatters from one place': formats,
  'texts from the catalogues': bareText,
  'no unused texts': unreadTexts,
  'no real kennitala': realKennitala,
  'colours from tokens': colours,
  'no skipped tests': skippedTests,
  'paths in documents exist': documentPaths,
  'tests named in the security document exist': documentedTests,
  'file length': longFiles,
  'function length': longFunctions,
};

const sources = await readSources();
let errors = 0;
for (const [name, check] of Object.entries(checks)) {
  const findings = check(sources);
  const failed = findings.filter(({ warning }) => !warning);
  errors += failed.length;
  console.log(`${failed.length > 0 ? '✗' : '✓'} ${name}`);
  for (const { path, line, message, warning } of findings) {
    console.log(
      `    ${path}${line === undefined ? '' : `:${line}`}  ${warning ? 'warning: ' : ''}${message}`,
    );
  }
}
console.log(errors === 0 ? `All checks passed for ${sources.length} files.` : `${errors} errors.`);
process.exitCode = errors === 0 ? 0 : 1;
