import { createHash, randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { documentTypes } from '@hofn/content-types';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain';
import { checkData } from '../documents/check.ts';
import { ContentFault, type FieldFault } from '../documents/fault.ts';
import { isPlain } from '../documents/values.ts';
import { createEditing } from '../editing/editing.ts';
import { createEditingStore, type DocumentRow, type VersionRow } from '../editing/store.ts';
import { contentLanguages, type Lang } from '../languages.ts';
import { type ContentFile, type FindDocument, readContentFiles, SeedFault, turnFile } from './files.ts';

/** Documents by what was done: written anew or changed, as they were, or left because an editor has changed them. */
export type Seeded = { written: number; same: number; kept: number };

const author = 'seed';

// The same id each time, on every machine, so that links between files hold and seeding twice changes nothing.
const idOf = (type: string, uid: string, lang: Lang): string =>
  createHash('sha256').update(`${type}/${uid}/${lang}`).digest('base64url').slice(0, 16);

type Named = ContentFile & { uids: Record<Lang, string> };

const isAlwaysOpen = (times: unknown): boolean =>
  Array.isArray(times) &&
  times.some((time) => isPlain(time) && time.opnar === '00:00' && time.lokar === '24:00');

/**
 * The opening hours that the footer's file holds are documents of their own as well (rule SITE-11), under the names
 * in `documentIds`. What is open day and night is open on holidays too.
 */
const openingHoursOf = (footer: ContentFile): Named[] => {
  const hours = footer.fields.openingHours;
  return (Array.isArray(hours) ? hours : []).flatMap((entry: unknown): Named[] => {
    if (!isPlain(entry) || !isPlain(entry.documentIds)) return [];
    const { documentIds, ...fields } = entry;
    const holidays = isAlwaysOpen(fields.timi) ? [] : footer.fields.holidays;
    const uids = { is: String(documentIds.is), 'en-gb': String(documentIds.en) };
    return [
      { file: footer.file, type: 'opening_hours', uid: uids.is, uids, fields: { ...fields, holidays } },
    ];
  });
};

/** The footer without the names of those documents, which it shows by value. */
const withoutDocumentIds = (footer: ContentFile): ContentFile => {
  const hours = footer.fields.openingHours;
  if (!Array.isArray(hours)) return footer;
  const openingHours = hours.map((entry: unknown) => {
    if (!isPlain(entry)) return entry;
    const { documentIds: _, ...rest } = entry;
    return rest;
  });
  return { ...footer, fields: { ...footer.fields, openingHours } };
};

const named = (file: ContentFile): Named => ({ ...file, uids: { is: file.uid, 'en-gb': file.uid } });

type Wanted = { row: DocumentRow; data: Record<string, unknown>; links: string[]; words: string };

const documentsOf = (files: readonly ContentFile[], clock: Clock): Wanted[] => {
  const all = files.flatMap((file) =>
    file.type === 'footer' ? [named(withoutDocumentIds(file)), ...openingHoursOf(file)] : [named(file)],
  );
  const faults: string[] = [];
  const wanted: Wanted[] = [];
  for (const file of all) {
    const type = documentTypes.find(({ id }) => id === file.type);
    if (!type) {
      faults.push(`${file.file}: there is no type ${file.type}; declare it in apps/content/src/types`);
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
      const turned = turnFile(type.fields, file, language, find);
      const checked = checkData(type.fields, turned.data);
      const wrong: FieldFault[] = [...turned.faults, ...checked.faults, ...checked.missing];
      for (const { path, reason, params } of wrong) {
        faults.push(`${file.file} (${lang}) ${path}: ${reason}${params ? ` ${JSON.stringify(params)}` : ''}`);
      }
      const uid = file.uids[lang];
      wanted.push({
        row: {
          id: idOf(file.type, uid, lang),
          type: file.type,
          uid,
          lang,
          groupId: idOf(file.type, file.uids.is, 'is'),
          createdAt: clock.now(),
        },
        data: checked.data,
        links: [...new Set(checked.links.map(({ id }) => id))],
        words: checked.words,
      });
    }
  }
  if (faults.length > 0) throw new SeedFault(faults.join('\n'));
  return wanted;
};

/**
 * Makes the documents of a folder of content public, in both languages and in one transaction: all of them or none.
 * Documents that stand as the folder has them are left alone, and so is whatever an editor has changed since, so that
 * seeding again is safe at every start.
 * @param parts `folder` holds `<type>/<name>.json`
 * @throws SeedFault naming each file and field that is wrong
 */
export const seedContent = async (
  db: Db,
  { folder, clock }: { folder: string; clock: Clock },
): Promise<Seeded> => {
  const wanted = documentsOf(readContentFiles(folder), clock);
  const newId = (bytes: number) => randomBytes(bytes).toString('base64url');
  const editing = createEditing({ db, clock, types: documentTypes, newId });
  const editor = { name: author, requestId: null };

  return db.transaction(async (transaction) => {
    const store = createEditingStore(transaction);
    // Copies that start at the same time seed one after the other, and the later ones find nothing left to do.
    await store.lockHead();
    await store.insertDocuments(wanted.map(({ row }) => row));
    const ids = wanted.map(({ row }) => row.id);
    const newest = await store.newestVersions(ids);
    const published = await store.publishedVersions(ids);

    const seeded: Seeded = { written: 0, same: 0, kept: 0 };
    const versions: VersionRow[] = [];
    for (const { row, data, links, words } of wanted) {
      const last = newest.get(row.id);
      const shown = published.get(row.id);
      if (last && last.author !== author) seeded.kept += 1;
      else if (shown && isDeepStrictEqual(shown.data, data)) seeded.same += 1;
      // Seeded before as it is, and no longer public: an editor took it away, or rolled back.
      else if (last && isDeepStrictEqual(last.data, data)) seeded.kept += 1;
      else {
        seeded.written += 1;
        const number = (last?.number ?? 0) + 1;
        versions.push({
          documentId: row.id,
          number,
          data,
          tags: [],
          links,
          words,
          author,
          createdAt: clock.now(),
        });
      }
    }
    if (versions.length === 0) return seeded;

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
      throw error instanceof ContentFault ? new SeedFault(error.message, { cause: error }) : error;
    });
    return seeded;
  });
};
