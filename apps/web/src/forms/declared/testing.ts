// Public forms for tests.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormKind } from '@hofn/domain/form-kinds.ts';
import { inLanguage } from '../../../build/content.ts';
import { defaultFolders } from '../../../build/folders.ts';
import type { FormDocument } from '../../content/documents.ts';
import type { Language } from '../../engine/types.ts';

const readContent = async (file: string, language: Language) =>
  inLanguage(
    JSON.parse(await readFile(join(defaultFolders.contentDir, `${file}.json`), 'utf8')),
    language,
  ) as Record<string, unknown>;

/** Loads a form's document from the project's content. */
export const formDocument = async (kind: FormKind, language: Language): Promise<FormDocument> => {
  const labels = await readContent('formLabels/formLabels', language);
  const document = await readContent(`form/${kind}`, language);
  return { notes: [], sections: [], crumbs: [], ...document, labels } as unknown as FormDocument;
};
