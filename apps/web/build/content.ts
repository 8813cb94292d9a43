import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { emergencyPhoneSetting, fillEmergencyPhone } from '@hofn/service/emergency-phone.ts';
import { languages } from '@hofn/texts/language.ts';
import { setNoBreaks } from '@hofn/texts/no-breaks.ts';
import type { Language } from '../src/engine/types.ts';
import { hashOfInputs } from './hash-inputs.ts';

/** A document in one language. `data` is unprocessed, with links by page key. */
export type Document = {
  type: string;
  uid: string;
  language: Language;
  /** Key of the page that shows the document; undefined for a part of other documents. */
  page?: string;
  /** The document's path in each language, for a page that is not in the table of paths. */
  path?: Record<Language, string>;
  data: Record<string, unknown>;
};

/** All content of the site. */
export type Content = {
  documents: Document[];
  /** @throws if there is no such document */
  document(type: string, uid: string, language: Language): Document;
  ofType(type: string, language: Language): Document[];
};

export type ReadContent = () => Promise<Content>;

/**
 * A content source: `contentFiles` or `contentService`. `version` changes with the content, so that a build can skip
 * reading it.
 */
export type OpenContent = () => Promise<{ version: string; read: ReadContent }>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isPair = (value: Record<string, unknown>): value is Record<Language, unknown> =>
  'is' in value && 'en' in value && Object.keys(value).length === 2;

/** A value in one language: replaces every `{ is, en }` by the text in that language, and sets no-break spaces. */
export const inLanguage = (value: unknown, language: Language): unknown => {
  if (typeof value === 'string') return setNoBreaks(value);
  if (Array.isArray(value)) return value.map((entry) => inLanguage(entry, language));
  if (!isRecord(value)) return value;
  if (isPair(value)) return inLanguage(value[language], language);
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, inLanguage(entry, language)]));
};

/** Places in a file that lack one language, as `covers[2].title`. */
export const missingHalves = (value: unknown, place = ''): string[] => {
  if (Array.isArray(value))
    return value.flatMap((entry, index) => missingHalves(entry, `${place}[${index}]`));
  if (!isRecord(value)) return [];
  const halves = languages.filter((language) => language in value);
  if (halves.length === 1) return [place];
  if (halves.length === 2) return languages.some((language) => value[language] === '') ? [place] : [];
  return Object.entries(value).flatMap(([key, entry]) =>
    missingHalves(entry, place ? `${place}.${key}` : key),
  );
};

/** Content from documents. */
export const collect = (documents: Document[]): Content => {
  const byName = new Map(documents.map((entry) => [`${entry.type}/${entry.uid}/${entry.language}`, entry]));
  return {
    documents,
    document(type, uid, language) {
      const found = byName.get(`${type}/${uid}/${language}`);
      if (!found) throw new Error(`Content has no document ${type}/${uid} in ${language}`);
      return found;
    },
    ofType: (type, language) =>
      documents.filter((entry) => entry.type === type && entry.language === language),
  };
};

const phoneOfSettings = (): string => emergencyPhoneSetting.parse(process.env.CONTACT_PHONE_ABROAD);

/**
 * Reads content from a folder of `<type>/<uid>.json`, each file one document in both languages. The emergency number
 * abroad takes the place of its placeholder, as in the content service (rule LIFE-11).
 * @throws an error that names every file that is not JSON, that does not match its type and uid, or that lacks a language
 */
export const contentFolder =
  (folder: string, emergencyPhone = phoneOfSettings()): ReadContent =>
  async () => {
    const faults: string[] = [];
    const documents: Document[] = [];
    const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted();
    for (const file of files) {
      const name = file.slice(folder.length + 1).replaceAll('\\', '/');
      try {
        const { type, uid, page, path, ...data } = JSON.parse(await readFile(file, 'utf8'));
        if (name !== `${type}/${uid}.json`) faults.push(`${name} says that it is ${type}/${uid}`);
        for (const place of missingHalves(data)) faults.push(`${name} lacks a language at ${place}`);
        const filled = fillEmergencyPhone(data, emergencyPhone);
        for (const language of languages) {
          documents.push({
            type,
            uid,
            language,
            ...(page === undefined ? {} : { page }),
            ...(path === undefined ? {} : { path }),
            data: inLanguage(filled, language) as Record<string, unknown>,
          });
        }
      } catch (error) {
        faults.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    if (faults.length > 0) throw new Error(`Content is invalid:\n  ${faults.join('\n  ')}`);
    return collect(documents);
  };

/** A content folder as the source of a site. */
export const contentFiles =
  (folder: string): OpenContent =>
  async () => ({
    version: `${await hashOfInputs(folder, ['.'])} ${phoneOfSettings()}`,
    read: contentFolder(folder),
  });
