import type { DocumentType } from '@hofn/content-types';
import { checkData } from '../documents/check.ts';
import { ContentError, contentError } from '../documents/errors.ts';
import type { Lang } from '../languages.ts';
import type { Editor, PublishingParts } from './publishing.ts';
import type { DocumentRow, EditingStore, ReleaseRow } from './store.ts';
import { documentName } from './verify.ts';

export type NewDocument = {
  type: string;
  uid: string;
  lang: Lang;
  /** Id of the document that this is a translation of. */
  translationOf?: string | undefined;
};

export type DraftInput = {
  data: Record<string, unknown>;
  tags: string[];
  /** The release to add it to; by default a new one. */
  release?: string | undefined;
  /** The version the editor started from; refused when there is a newer one. */
  basedOn?: number | undefined;
};

/** A saved draft, and the reference that shows it. */
export type SavedDraft = { id: string; version: number | null; release: string; ref: string };

const uidPattern = /^[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*$/;

const typeOf = (types: readonly DocumentType[], id: string): DocumentType => {
  const type = types.find((candidate) => candidate.id === id);
  if (!type) {
    throw contentError('validation', 'type', 'unknownType', {
      values: types.map((each) => each.id).join(', '),
    });
  }
  return type;
};

export const newRelease = ({ clock, newId }: PublishingParts, editor: Editor, label: string): ReleaseRow => ({
  id: newId(12),
  ref: newId(32),
  label,
  createdBy: editor.name,
  createdAt: clock.now(),
  changedAt: clock.now(),
  publishedAs: null,
  discardedAt: null,
});

/** Locks the open release with that id, or creates one named after the document. */
const releaseFor = async (
  parts: PublishingParts,
  store: EditingStore,
  editor: Editor,
  id: string | undefined,
  label: string,
): Promise<ReleaseRow> => {
  if (id === undefined) {
    const release = newRelease(parts, editor, label);
    await store.insertRelease(release);
    return release;
  }
  const release = await store.lockRelease(id);
  if (!release) throw contentError('conflict', 'release', 'noSuchRelease');
  await store.changeRelease(id, { changedAt: parts.clock.now() });
  return release;
};

const saveVersion = async (
  parts: PublishingParts,
  store: EditingStore,
  editor: Editor,
  document: DocumentRow,
  published: number | null,
  input: DraftInput,
): Promise<SavedDraft> => {
  const { clock, types } = parts;
  const checked = checkData(typeOf(types, document.type).fields, input.data);
  if (checked.faults.length > 0) {
    throw new ContentError(
      'validation',
      checked.faults.map((fault) => ({ ...fault, path: `data.${fault.path}` })),
    );
  }
  const release = await releaseFor(parts, store, editor, input.release, documentName(document));
  const earlier = await store.draft(release.id, document.id);
  const current = earlier ? earlier.version : published;
  if (input.basedOn !== undefined && input.basedOn !== current) {
    throw contentError('conflict', 'basedOn', 'changedSince');
  }
  const version = ((await store.newestVersions([document.id])).get(document.id)?.number ?? 0) + 1;
  await store.insertVersions([
    {
      documentId: document.id,
      number: version,
      data: checked.data,
      tags: input.tags,
      links: [...new Set(checked.links.map(({ id }) => id))],
      words: checked.words,
      author: editor.name,
      createdAt: clock.now(),
    },
  ]);
  await store.putDrafts([{ releaseId: release.id, documentId: document.id, version, basedOn: published }]);
  await store.audit({
    at: clock.now(),
    actor: editor.name,
    action: 'document.save',
    documentId: document.id,
    version,
    releaseId: release.id,
    requestId: editor.requestId,
  });
  return { id: document.id, version, release: release.id, ref: release.ref };
};

/** Creates a document with its first draft. @throws ContentError */
export const createDocument = async (
  parts: PublishingParts,
  store: EditingStore,
  editor: Editor,
  given: NewDocument,
  input: DraftInput,
): Promise<SavedDraft> => {
  const { clock, types, newId } = parts;
  const type = typeOf(types, given.type);
  if (!uidPattern.test(given.uid)) throw contentError('validation', 'uid', 'uid');
  if (type.single) {
    // No table constraint knows which types are single, so serialize concurrent inserts.
    await store.lockHead();
    if (await store.documentOfType(type.id, given.lang))
      throw contentError('conflict', 'type', 'singleTaken');
  }
  const source = given.translationOf ? await store.lockDocument(given.translationOf) : undefined;
  if (given.translationOf && source?.document.type !== type.id) {
    throw contentError('validation', 'translationOf', 'noSuchDocument');
  }
  const id = newId(12);
  const document: DocumentRow = {
    id,
    type: type.id,
    uid: given.uid,
    lang: given.lang,
    groupId: source?.document.groupId ?? id,
    createdAt: clock.now(),
  };
  const added = await store.insertDocuments([document]);
  if (!added.has(id)) throw contentError('conflict', 'uid', 'uidTaken');
  return saveVersion(parts, store, editor, document, null, input);
};

/** Saves a new version of a document as a draft. @throws ContentError */
export const saveDocument = async (
  parts: PublishingParts,
  store: EditingStore,
  editor: Editor,
  id: string,
  input: DraftInput,
): Promise<SavedDraft> => {
  const found = await store.lockDocument(id);
  if (!found) throw contentError('notFound', 'id', 'noSuchDocument');
  return saveVersion(parts, store, editor, found.document, found.published, input);
};

/** Drafts the removal of a document. @throws ContentError */
export const removeDocument = async (
  parts: PublishingParts,
  store: EditingStore,
  editor: Editor,
  id: string,
  releaseId: string | undefined,
): Promise<SavedDraft> => {
  const found = await store.lockDocument(id);
  if (!found) throw contentError('notFound', 'id', 'noSuchDocument');
  const release = await releaseFor(parts, store, editor, releaseId, documentName(found.document));
  await store.putDrafts([{ releaseId: release.id, documentId: id, version: null, basedOn: found.published }]);
  await store.audit({
    at: parts.clock.now(),
    actor: editor.name,
    action: 'document.remove',
    documentId: id,
    releaseId: release.id,
    requestId: editor.requestId,
  });
  return { id, version: null, release: release.id, ref: release.ref };
};

/** Discards a release; its reference stops working. @throws ContentError */
export const discardRelease = async (
  { clock }: PublishingParts,
  store: EditingStore,
  editor: Editor,
  releaseId: string,
): Promise<void> => {
  const release = await store.lockRelease(releaseId);
  if (!release) throw contentError('conflict', 'release', 'noSuchRelease');
  await store.changeRelease(releaseId, { discardedAt: clock.now() });
  await store.audit({
    at: clock.now(),
    actor: editor.name,
    action: 'release.discard',
    releaseId,
    requestId: editor.requestId,
  });
};
