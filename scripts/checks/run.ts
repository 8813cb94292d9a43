// Checks the project's own conventions: `node scripts/checks/run.ts`. Exits with 1 if a check fails. Warnings are printed for
// changed files only, with `--all` for every file.
import { baseCommit, changedFiles } from '../changed.mjs';
import { bareText } from './bare-text.ts';
import { breakpoints } from './breakpoints.ts';
import { colours } from './colours.ts';
import { dependencies, importCircles } from './dependencies.ts';
import { documentPaths } from './document-paths.ts';
import { documentedTests } from './documented-tests.ts';
import { drawingHooks } from './drawing-hooks.ts';
import { engines } from './engines.ts';
import { excerpts } from './excerpts.ts';
import { formats } from './formats.ts';
import { longFiles } from './long-files.ts';
import { longFunctions } from './long-functions.ts';
import { oneEmergencyPhone } from './one-emergency-phone.ts';
import { oneNode } from './one-node.ts';
import { oneWriter } from './one-writer.ts';
import { propNames } from './prop-names.ts';
import { realKennitala } from './real-kennitala.ts';
import { readSources, root, shownFindings } from './source.ts';
import { testedParts } from './tested-parts.ts';
import { skippedTests } from './tests.ts';
import { unreadTexts } from './unread-texts.ts';
import { versions } from './versions.ts';

if (process.argv.includes('--help')) {
  console.log(
    `node scripts/checks/run.ts [--all]    checks the project's own conventions; with --all, warnings about every file`,
  );
  process.exit(0);
}

const checks = {
  'dependencies between workspaces and layers': dependencies,
  'no import cycles': importCircles,
  'one version of each dependency': versions,
  'one version of Node': oneNode,
  'both database engines tested where they differ': engines,
  'one writer of facts': oneWriter,
  'one emergency number': oneEmergencyPhone,
  'formatters from one place': formats,
  'texts from the catalogues': bareText,
  'no unused texts': unreadTexts,
  'no real kennitala': realKennitala,
  'no JSX from hooks': drawingHooks,
  'colours from tokens': colours,
  'widths of layouts in em': breakpoints,
  'one vocabulary for props': propNames,
  'a test and a page for each part': testedParts,
  'no skipped tests': skippedTests,
  'paths in documents exist': documentPaths,
  'code in documents is in the code': excerpts,
  'tests named in the security document exist': documentedTests,
  'file length': longFiles,
  'function length': longFunctions,
};

const sources = await readSources();
const base = process.argv.includes('--all') ? undefined : baseCommit(root);
const changed = new Set(base ? changedFiles(root, base) : sources.map(({ path }) => path));
let errors = 0;
let hidden = 0;
for (const [name, check] of Object.entries(checks)) {
  const findings = check(sources);
  const failed = findings.filter(({ warning }) => !warning);
  errors += failed.length;
  console.log(`${failed.length > 0 ? '✗' : '✓'} ${name}`);
  const shown = shownFindings(findings, changed);
  hidden += findings.length - shown.length;
  for (const { path, line, message, warning } of shown) {
    console.log(
      `    ${path}${line === undefined ? '' : `:${line}`}  ${warning ? 'warning: ' : ''}${message}`,
    );
  }
}
if (hidden > 0) console.log(`${hidden} warnings about unchanged files: node scripts/checks/run.ts --all`);
console.log(errors === 0 ? `All checks passed for ${sources.length} files.` : `${errors} errors.`);
process.exitCode = errors === 0 ? 0 : 1;
