import { createHash, randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { documentTypes, type Fields } from '@hofn/content-types';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain';
import { checkData } from '../documents/check.ts';
import { ContentError, type FieldError } from '../documents/errors.ts';
import { isObject } from '../documents/values.ts';
import { createEditing } from '../editing/editing.ts';
import { createEditingStore, type DocumentRow, type VersionRow } from '../editing/store.ts';
import { contentLanguages, type Lang } from '../languages.ts';
import { addMissing } from './add-missing.ts';
import {
  type ContentFile,
  convertFile,
  type FindDocument,
  readContentFiles,
  SeedError,
} from './content-files.ts';

/**
 * Numbers of documents that were written, unchanged (`same`), or kept because an editor has changed them. `added` names
 * what kept documents lacked and got, `form/inquiry (is) fields.contactTime`; `incomplete` what an editor has to add.
 */
export type SeedResult = {
  written: number;
  same: number;
  kept: number;
  added: string[];
  incomplete: string[];
};

const author = 'seed';
/** Author of an editor's document with what a release added to it: an editor's document still. */
const completer = 'seed: added';

// Derived ids: links between files work and seeding twice changes nothing.
const idOf = (type: string, uid: string, lang: Lang): string =>
  createHash('sha256').update(`${type}/${uid}/${lang}`).digest('base64url').slice(0, 16);

type FileWithUids = ContentFile & { uids: Record<Lang, string> };

const isAlwaysOpen = (times: unknown): boolean =>
  Array.isArray(times) &&
  times.some((time) => isObject(time) && time.opnar === '00:00' && time.lokar === '24:00');

/**
 * The opening hours in the footer's file are documents of their own too (rule SITE-11), with the uids in `documentIds`.
 * Services open day and night are open on holidays too.
 */
const openingHoursOf = (footer: ContentFile): FileWithUids[] => {
  const hours = footer.fields.openingHours;
  return (Array.isArray(hours) ? hours : []).flatMap((entry: unknown): FileWithUids[] => {
    if (!isObject(entry) || !isObject(entry.documentIds)) return [];
    const { documentIds, ...fields } = entry;
    const holidays = isAlwaysOpen(fields.timi) ? [] : footer.fields.holidays;
    const uids = { is: String(documentIds.is), 'en-gb': String(documentIds.en) };
    return [
      { file: footer.file, type: 'opening_hours', uid: uids.is, uids, fields: { ...fields, holidays } },
    ];
  });
};

/** The footer without `documentIds`: it contains the opening hours by value. */
const withoutDocumentIds = (footer: ContentFile): ContentFile => {
  const hours = footer.fields.openingHours;
  if (!Array.isArray(hours)) return footer;
  const openingHours = hours.map((entry: unknown) => {
    if (!isObject(entry)) return entry;
    const { documentIds: _, ...rest } = entry;
    return rest;
  });
  return { ...footer, fields: { ...footer.fields, openingHours } };
};

const withUids = (file: ContentFile): FileWithUids => ({
  ...file,
  uids: { is: file.uid, 'en-gb': file.uid },
});

type SeedDocument = {
  row: DocumentRow;
  fields: Fields;
  data: Record<string, unknown>;
  links: string[];
  words: string;
};

const documentsOf = (files: readonly ContentFile[], clock: Clock): SeedDocument[] => {
  const all = files.flatMap((file) =>
    file.type === 'footer' ? [withUids(withoutDocumentIds(file)), ...openingHoursOf(file)] : [withUids(file)],
  );
  const faults: string[] = [];
  const documents: SeedDocument[] = [];
  for (const file of all) {
    const type = documentTypes.find(({ id }) => id === file.type);
    if (!type) {
      faults.push(`${file.file}: unknown type ${file.type}; declare it in packages/content-types`);
      continue;
    }
    for (const { id: lang, language } of contentLanguages) {
      const find: FindDocument = (by) => {
        const target = all.find((other) =>
          'page' in by
            ? other.fields.page === by.page
            : by.types.includes(other.type) && other.uid === by.uid,
        );
        return target && idOf(target.type, target.uids[lang], lang);
      };
      const converted = convertFile(type.fields, file, language, find);
      const checked = checkData(type.fields, converted.data);
      const wrong: FieldError[] = [...converted.faults, ...checked.faults, ...checked.missing];
      for (const { path, reason, params } of wrong) {
        faults.push(`${file.file} (${lang}) ${path}: ${reason}${params ? ` ${JSON.stringify(params)}` : ''}`);
      }
      const uid = file.uids[lang];
      documents.push({
        row: {
          id: idOf(file.type, uid, lang),
          type: file.type,
          uid,
          lang,
          groupId: idOf(file.type, file.uids.is, 'is'),
          createdAt: clock.now(),
        },
        fields: type.fields,
        data: checked.data,
        links: [...new Set(checked.links.map(({ id }) => id))],
        words: checked.words,
      });
    }
  }
  if (faults.length > 0) throw new SeedError(faults.join('\n'));
  return documents;
};

/**
 * Publishes the documents of a content folder in both languages, in one transaction. Unchanged documents are left alone;
 * documents changed by an editor get only what this release needs and they lack, so seeding at every start is safe.
 * @param parts `folder` contains `<type>/<name>.json`
 * @throws SeedError with each invalid file and field
 */
export const seedContent = async (
  db: Db,
  { folder, clock }: { folder: string; clock: Clock },
): Promise<SeedResult> => {
  const documents = documentsOf(readContentFiles(folder), clock);
  const newId = (bytes: number) => randomBytes(bytes).toString('base64url');
  const editing = createEditing({ db, clock, types: documentTypes, newId });
  const editor = { name: author, requestId: null };

  return db.transaction(async (transaction) => {
    const store = createEditingStore(transaction);
    // Serializes replicas that start at the same time; the later ones find nothing to do.
    await store.lockHead();
    await store.insertDocuments(documents.map(({ row }) => row));
    const ids = documents.map(({ row }) => row.id);
    const newest = await store.newestVersions(ids);
    const published = await store.publishedVersions(ids);

    const result: SeedResult = { written: 0, same: 0, kept: 0, added: [], incomplete: [] };
    const versions: VersionRow[] = [];
    const write = ({ row, data, links, words }: Omit<SeedDocument, 'fields'>, by: string): void => {
      const number = (newest.get(row.id)?.number ?? 0) + 1;
      versions.push({
        documentId: row.id,
        number,
        data,
        tags: published.get(row.id)?.tags ?? [],
        links,
        words,
        author: by,
        createdAt: clock.now(),
      });
    };
    for (const document of documents) {
      const { row, data, fields } = document;
      const last = newest.get(row.id);
      const current = published.get(row.id);
      const isEditors = last !== undefined && last.author !== author;
      if (!isEditors && current && isDeepStrictEqual(current.data, data)) result.same += 1;
      // Already seeded but no longer public: an editor removed it or rolled back.
      else if (isEditors || (last && isDeepStrictEqual(last.data, data))) {
        result.kept += 1;
        if (!current) continue;
        const named = (place: string): string => `${row.type}/${row.uid} (${row.lang}) ${place}`;
        const completed = addMissing(fields, current.data, data);
        const { links, words, faults, missing } = checkData(fields, completed.data);
        const unfit = [...faults, ...missing].map(({ path }) => named(path));
        result.incomplete.push(...unfit);
        if (unfit.length > 0 || completed.added.length === 0) continue;
        result.added.push(...completed.added.map(named));
        write(
          { row, data: completed.data, links: [...new Set(links.map(({ id }) => id))], words },
          completer,
        );
      } else {
        result.written += 1;
        write(document, author);
      }
    }
    if (versions.length === 0) return result;

    await store.insertVersions(versions);
    const release = editing.newRelease(editor, 'Seed');
    await store.insertRelease(release);
    await store.putDrafts(
      versions.map(({ documentId, number }) => ({
        releaseId: release.id,
        documentId,
        version: number,
        basedOn: published.get(documentId)?.number ?? null,
      })),
    );
    await editing.publishWithin(transaction, editor, release.id).catch((error: unknown) => {
      throw error instanceof ContentError ? new SeedError(error.message, { cause: error }) : error;
    });
    return result;
  });
};
