// `npm run core:compare -- file.ndjson[.gz] … --source NAME`: compares files with what is stored (rule CORE-12).
import { access } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { systemClock } from '@hofn/domain/clock.ts';
import { CommandError, runCommand } from '@hofn/service/command.ts';
import { settingsHelp, withCommandDatabase } from '../import/command-database.ts';
import { importFiles } from '../import/import-files.ts';
import { UnreadablePart } from '../import/lines.ts';
import { type Comparison, compareFiles, type Difference } from './compare.ts';

const help = `npm run core:compare -- FILE … --source NAME [--repair]

Compares all facts of a core system, in NDJSON files as for core:import, with what it has stored here, for the
types that the files have. Prints a line of JSON for each difference: "missing" here, "older" or "newer" here, or
"extra", which the files do not have.
--repair    loads what is missing or older here from the files, as core:import does, and compares again
Exit code 1 when something differs.

Settings by environment:`;

const print = (difference: Difference): void => console.log(JSON.stringify(difference));

const report = ({ facts, faulty, differences }: Comparison): void => {
  console.error(`${facts} facts compared, ${differences} differences.`);
  if (faulty > 0) console.error(`${faulty} lines are no valid facts: npm run core:import says why.`);
};

const run = async (): Promise<void> => {
  const { positionals: files, values } = parseArgs({
    allowPositionals: true,
    options: {
      source: { type: 'string' },
      repair: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(`${help}\n${settingsHelp()}`);
  const { source, repair } = values;
  if (files.length === 0 || !source) throw new CommandError(`Name the files and the source.\n\n${help}`);
  for (const file of files)
    await access(file).catch(() => {
      throw new CommandError(`There is no file ${file}.`);
    });
  await withCommandDatabase(async (database) => {
    let comparison = await compareFiles(database.db, source, files, repair ? () => {} : print);
    if (repair && comparison.differences > 0) {
      report(comparison);
      // What is the same is unchanged by its version.
      const { row } = await importFiles({ database, clock: systemClock }, { source, files }, () => {});
      console.error(`Repaired: ${row.created} created, ${row.updated} updated, ${row.refused} refused.`);
      comparison = await compareFiles(database.db, source, files, print);
    }
    report(comparison);
    if (comparison.differences > 0 || comparison.faulty > 0) process.exitCode = 1;
  });
};

await runCommand(async () => {
  try {
    await run();
  } catch (error) {
    throw error instanceof UnreadablePart ? new CommandError(error.message) : error;
  }
});
