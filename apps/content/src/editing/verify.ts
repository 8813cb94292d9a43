import type { DocumentType } from '@hofn/content-types/field.ts';
import { checkData } from '../documents/check.ts';
import { ContentError, type FieldError } from '../documents/errors.ts';
import type { DocumentHeader } from '../reading/store.ts';

/** Names a document in error messages: `footer/footer/is`. */
export const documentName = ({ type, uid, lang }: Pick<DocumentHeader, 'type' | 'uid' | 'lang'>): string =>
  `${type}/${uid}/${lang}`;

type Candidate = {
  document: Pick<DocumentHeader, 'id' | 'type' | 'uid' | 'lang'>;
  data: Record<string, unknown>;
};

/**
 * Checks that documents can be published: no missing or invalid fields, and only links to documents that will be public.
 * @param findPublic returns those of the documents that will be public afterwards
 * @throws ContentError with every error of every document
 */
export const verifyForPublishing = async (
  types: readonly DocumentType[],
  candidates: readonly Candidate[],
  findPublic: (ids: readonly string[]) => Promise<readonly DocumentHeader[]>,
): Promise<void> => {
  const faults: FieldError[] = [];
  const links: { path: string; id: string; to: readonly string[] | undefined }[] = [];
  for (const { document, data } of candidates) {
    const pathOf = (path: string) => `${documentName(document)}: ${path}`;
    const type = types.find(({ id }) => id === document.type);
    if (!type) {
      const values = types.map(({ id }) => id).join(', ');
      faults.push({ path: pathOf('type'), reason: 'unknownType', params: { values } });
      continue;
    }
    const checked = checkData(type.fields, data);
    for (const error of [...checked.faults, ...checked.missing])
      faults.push({ ...error, path: pathOf(error.path) });
    for (const link of checked.links) links.push({ ...link, path: pathOf(link.path) });
  }
  const targets = new Map(
    (await findPublic([...new Set(links.map(({ id }) => id))])).map((found) => [found.id, found]),
  );
  for (const { path, id, to } of links) {
    const target = targets.get(id);
    if (!target) faults.push({ path, reason: 'linkToNothing', params: { document: id } });
    else if (to && !to.includes(target.type)) {
      faults.push({ path, reason: 'linkType', params: { values: to.join(', ') } });
    }
  }
  if (faults.length > 0) throw new ContentError('validation', faults);
};
