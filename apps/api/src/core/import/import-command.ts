// `npm run core:import -- file.ndjson[.gz] … --source NAME`: loads facts of a core system from files (rule CORE-4).
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import type { Db } from '@hofn/database';
import { systemClock } from '@hofn/domain/clock.ts';
import { CommandError, runCommand } from '@hofn/service/command.ts';
import { settingsHelp, withCommandDatabase } from './command-database.ts';
import { importFiles } from './import-files.ts';
import { type ImportRow, readErrors } from './store.ts';

const help = `npm run core:import -- FILE … --source NAME [--errors FILE]

Loads facts from NDJSON files, plain or gzip, as one import. Each line is
{"type": …, "key": …, "version": …, "facts": {…}}; their order does not matter.
--source NAME    the core system that the facts come from, as its client has it
--errors FILE    where refused lines are listed, and ids in acknowledges that name no change [the first file with .errors.ndjson at the end]
An import that was interrupted continues when the command is run again with the same files.
It sends no e-mails; documents are issued in the next night. Exit code 1 when lines were refused.

Settings by environment:`;

const progressMs = 2_000;

/** Prints the progress at the first lines and then every two seconds, with the lines a second of this run. */
const progress = () => {
  const started = performance.now();
  let last = -progressMs;
  let first: number | undefined;
  return ({ part, linesRead, pass, refused }: ImportRow): void => {
    first ??= linesRead;
    const now = performance.now();
    if (linesRead === first || now - last < progressMs) return;
    last = now;
    const rate = Math.round((linesRead - first) / ((now - started) / 1000));
    const place = pass === 0 ? `file ${part}` : `lines that waited for others, pass ${pass}`;
    console.error(`${linesRead} lines (${rate}/s), ${refused} refused, ${place} …`);
  };
};

/** Writes the errors of an import to a file, with the name of the file that each line is in. */
const writeErrorFile = async (db: Db, importId: string, files: readonly string[], to: string) => {
  const lines = async function* () {
    for await (const { part, ...error } of readErrors(db, importId))
      yield `${JSON.stringify({ file: files[part - 1], ...error })}\n`;
  };
  await pipeline(Readable.from(lines()), createWriteStream(to));
};

const report = (row: ImportRow, errorFile: string, hasErrors: boolean): void => {
  const { linesRead, created, updated, unchanged, outdated, refused, failure } = row;
  console.log(
    `${linesRead} lines: ${created} created, ${updated} updated, ${unchanged} unchanged, ${outdated} outdated, ${refused} refused.`,
  );
  if (failure !== null) console.error(`The import ended early. ${failure} What was read before is loaded.`);
  if (refused > 0) console.error(`The refused lines are in ${errorFile}.`);
  else if (hasErrors)
    console.error(`Some lines acknowledge changes that the customer does not have: ${errorFile}.`);
  if (failure !== null || refused > 0) process.exitCode = 1;
};

const run = async (): Promise<void> => {
  const { positionals: files, values } = parseArgs({
    allowPositionals: true,
    options: {
      source: { type: 'string' },
      errors: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(`${help}\n${settingsHelp()}`);
  const [first] = files;
  const { source, errors = `${first}.errors.ndjson` } = values;
  if (!first || !source) throw new CommandError(`Name the files and the source.\n\n${help}`);
  await withCommandDatabase(async (database) => {
    const { row, isContinued } = await importFiles(
      { database, clock: systemClock },
      { source, files },
      progress(),
    );
    if (isContinued) console.error('Continued the import that was interrupted.');
    const { done: hasNone } = await readErrors(database.db, row.id).next();
    if (!hasNone) await writeErrorFile(database.db, row.id, files, errors);
    report(row, errors, !hasNone);
  });
};

await runCommand(run);
