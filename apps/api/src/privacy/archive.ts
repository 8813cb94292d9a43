import { Readable } from 'node:stream';
import type { Db } from '@hofn/database';
import { distinct } from '@hofn/domain/names.ts';
import type { FileStore } from '@hofn/files';
import { dayOfInstant, type Language } from '@hofn/texts';
import { makeZip } from 'client-zip';
import { fileNameOf, filterOf } from '../documents/documents.ts';
import { createMaker } from '../documents/make.ts';
import { createDocumentStore } from '../documents/store.ts';
import type { Customer } from '../platform/access.ts';
import type { Contents } from '../platform/contents.ts';
import { writePdf } from '../platform/pdf/pdf.ts';
import { type AllPersonalData, nameOf, type OwnFile } from '../platform/personal-data.ts';
import { textsIn } from '../platform/texts.ts';
import { createArchiveStore, type Row } from './archive-store.ts';
import { createOverviewPaper } from './overview-paper.ts';

/** Rows as the text of one JSON array, a line for each. */
const jsonOf = async function* (rows: AsyncIterable<Row>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const row of rows) {
    yield before + JSON.stringify(row);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
};

type Entry = { name: string; input: AsyncIterable<string | Uint8Array>; lastModified: Date };

/** A content that is opened when its turn comes, so that no two are open at once. */
const later = async function* (open: () => Promise<AsyncIterable<Uint8Array>>): AsyncGenerator<Uint8Array> {
  yield* await open();
};

/**
 * Makes the archive of a person (rule DATA-3a): an overview to read, every row of every table that has something of
 * theirs as JSON, and their documents and files. It is made and read piece by piece, whatever its size; what was made
 * of it stays, so that a second try is quicker than the first.
 */
export const createArchive = (parts: {
  db: Db;
  files: FileStore;
  contents: Contents;
  personalData: AllPersonalData;
}) => {
  const { db, files, contents, personalData } = parts;
  const { holdings, leftOut } = personalData;
  const store = createArchiveStore(db, personalData);
  const documents = createDocumentStore(db);
  const keyOf = createMaker({ db, contents });
  const paperOf = createOverviewPaper(db, personalData);

  const entries = async function* (subject: Customer, language: Language, now: Date): AsyncGenerator<Entry> {
    const t = textsIn(language);
    const entry = (name: string, input: Entry['input']): Entry => ({ name, input, lastModified: now });
    const reader = { subject, language, today: dayOfInstant(now) };
    const counts = await store.counts(subject);
    const mentions = await store.mentions(subject);
    const papers = await documents.list(subject, language, filterOf({}));
    const stored = await store.files(subject, language);
    const about = { counts, mentions, files: papers.length + stored.length };

    const overview = async () => Readable.from([await writePdf(await paperOf(reader, about), now)]);
    yield entry(`${t('archive|file')}.pdf`, later(overview));
    const index = {
      madeAt: now.toISOString(),
      language,
      tables: Object.fromEntries(counts),
      namedInRowsOfOthers: mentions,
      leftOut,
    };
    yield entry('json/index.json', Readable.from([`${JSON.stringify(index, null, 2)}\n`]));
    for (const holding of holdings)
      yield entry(`json/${nameOf(holding.table)}.json`, jsonOf(store.rows(subject, holding)));

    const folderOf = (folder: OwnFile['folder'], name: string) => `${t(`archive|folder.${folder}`)}/${name}`;
    const listed = [
      ...papers.map((row) => ({
        name: folderOf('documents', fileNameOf(row)),
        key: () => keyOf(subject, row, language, now),
      })),
      ...stored.map(({ folder, name, key }) => ({
        name: folderOf(folder, name.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim() || folder),
        key: async () => key,
      })),
    ];
    const names = distinct(listed.map(({ name }) => name));
    for (const [place, { key }] of listed.entries())
      yield entry(
        names[place] ?? '',
        later(async () => files.get(await key())),
      );
  };

  /** The archive as ZIP. */
  return (subject: Customer, language: Language, now: Date): Readable =>
    Readable.from(makeZip(entries(subject, language, now), { buffersAreUTF8: true }));
};
