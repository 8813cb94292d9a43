import type { DocumentType } from '@hofn/content-types/field.ts';
import { checkData } from '../documents/check.ts';
import { ContentFault, type FieldFault } from '../documents/fault.ts';
import type { DocumentHeader } from '../reading/store.ts';

/** Names a document for whoever reads a fault: `footer/footer/is`. */
export const nameOf = ({ type, uid, lang }: Pick<DocumentHeader, 'type' | 'uid' | 'lang'>): string =>
  `${type}/${uid}/${lang}`;

type Candidate = {
  document: Pick<DocumentHeader, 'id' | 'type' | 'uid' | 'lang'>;
  data: Record<string, unknown>;
};

/**
 * Refuses to make documents public that lack a field, have one of a wrong type, or link to a document that would not
 * be public with them.
 * @param shown finds which documents the public would see afterwards
 * @throws ContentFault with every fault of every document
 */
export const verifyForPublishing = async (
  types: readonly DocumentType[],
  candidates: readonly Candidate[],
  shown: (ids: readonly string[]) => Promise<readonly DocumentHeader[]>,
): Promise<void> => {
  const faults: FieldFault[] = [];
  const links: { path: string; id: string; to: readonly string[] | undefined }[] = [];
  for (const { document, data } of candidates) {
    const at = (path: string) => `${nameOf(document)}: ${path}`;
    const type = types.find(({ id }) => id === document.type);
    if (!type) {
      const values = types.map(({ id }) => id).join(', ');
      faults.push({ path: at('type'), reason: 'unknownType', params: { values } });
      continue;
    }
    const checked = checkData(type.fields, data);
    for (const fault of [...checked.faults, ...checked.missing])
      faults.push({ ...fault, path: at(fault.path) });
    for (const link of checked.links) links.push({ ...link, path: at(link.path) });
  }
  const targets = new Map(
    (await shown([...new Set(links.map(({ id }) => id))])).map((found) => [found.id, found]),
  );
  for (const { path, id, to } of links) {
    const target = targets.get(id);
    if (!target) faults.push({ path, reason: 'linkToNothing', params: { document: id } });
    else if (to && !to.includes(target.type)) {
      faults.push({ path, reason: 'linkType', params: { values: to.join(', ') } });
    }
  }
  if (faults.length > 0) throw new ContentFault('validation', faults);
};
