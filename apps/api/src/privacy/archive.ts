import { Readable } from 'node:stream';
import type { Db } from '@hofn/database';
import { numberDuplicates } from '@hofn/domain/names.ts';
import type { FileStore } from '@hofn/files';
import { dayOfInstant, type Language } from '@hofn/texts';
import { makeZip } from 'client-zip';
import { fileNameOf } from '../documents/documents.ts';
import { createMaker } from '../documents/make.ts';
import { createDocumentStore } from '../documents/store.ts';
import type { Customer } from '../platform/authorization.ts';
import type { Contents } from '../platform/contents.ts';
import { writePdf } from '../platform/pdf/pdf.ts';
import { type AllPersonalData, nameOf, type OwnFile } from '../platform/personal-data.ts';
import { textsIn } from '../platform/texts.ts';
import { createArchiveStore, type Row } from './archive-store.ts';
import { createOverviewDocument } from './overview-document.ts';

/** Rows as one JSON array, one per line. */
const jsonOf = async function* (rows: AsyncIterable<Row>): AsyncGenerator<string> {
  let prefix = '[\n';
  for await (const row of rows) {
    yield prefix + JSON.stringify(row);
    prefix = ',\n';
  }
  yield prefix === '[\n' ? '[]\n' : '\n]\n';
};

type Entry = { name: string; input: AsyncIterable<string | Uint8Array>; lastModified: Date };

/** A stream that is opened when its turn comes, so that no two are open at once. */
const deferred = async function* (
  open: () => Promise<AsyncIterable<Uint8Array>>,
): AsyncGenerator<Uint8Array> {
  yield* await open();
};

/**
 * Creates the archive of a person's data (rule DATA-3a): a readable overview, every row about them of every table as JSON,
 * and their documents and files. It is produced as a stream, whatever its size; documents rendered for it are stored, so
 * that a second attempt is faster.
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
  const renderDocument = createMaker({ db, contents });
  const createOverview = createOverviewDocument(db, personalData);

  const entries = async function* (subject: Customer, language: Language, now: Date): AsyncGenerator<Entry> {
    const t = textsIn(language);
    const entry = (name: string, input: Entry['input']): Entry => ({ name, input, lastModified: now });
    const reader = { subject, language, today: dayOfInstant(now) };
    const counts = await store.counts(subject);
    const mentions = await store.mentions(subject);
    const documentRows = await documents.all(subject, language);
    const stored = await store.files(subject, language);
    const contents = { counts, mentions, files: documentRows.length + stored.length };

    const overview = async () => Readable.from([await writePdf(await createOverview(reader, contents), now)]);
    yield entry(`${t('archive|file')}.pdf`, deferred(overview));
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
    const attached = [
      ...documentRows.map((row) => ({
        name: folderOf('documents', fileNameOf(row)),
        key: () => renderDocument(subject, row, language, now),
      })),
      ...stored.map(({ folder, name, key }) => ({
        name: folderOf(folder, name.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim() || folder),
        key: async () => key,
      })),
    ];
    const names = numberDuplicates(attached.map(({ name }) => name));
    for (const [index, { key }] of attached.entries())
      yield entry(
        names[index] ?? '',
        deferred(async () => files.get(await key())),
      );
  };

  /** The archive as a ZIP stream. */
  return (subject: Customer, language: Language, now: Date): Readable =>
    Readable.from(makeZip(entries(subject, language, now), { buffersAreUTF8: true }));
};
