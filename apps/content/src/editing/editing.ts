import type { Db } from '@hofn/database';
import { contentError } from '../documents/errors.ts';
import {
  createDocument,
  type DraftInput,
  discardRelease,
  type NewDocument,
  newRelease,
  removeDocument,
  type SavedDraft,
  saveDocument,
} from './drafts.ts';
import { type Editor, type PublishingParts, publishRelease, restoreMaster } from './publishing.ts';
import {
  createEditingStore,
  type DraftDetails,
  type EditingStore,
  type MasterRow,
  type ReleaseRow,
} from './store.ts';

export type { DraftInput, NewDocument, SavedDraft } from './drafts.ts';

export type EditingParts = PublishingParts & { db: Db };

export type Editing = ReturnType<typeof createEditing>;

/** Drafts, releases, publishing and rolling back. Each call is one transaction with an audit row. */
export const createEditing = (parts: EditingParts) => {
  const { db } = parts;
  const inTransaction = <Result>(
    work: (store: EditingStore, transaction: Db) => Promise<Result>,
  ): Promise<Result> => db.transaction((transaction) => work(createEditingStore(transaction), transaction));

  return {
    /** Creates a document with its first draft. @throws ContentError */
    create: (editor: Editor, given: NewDocument, input: DraftInput): Promise<SavedDraft> =>
      inTransaction((store) => createDocument(parts, store, editor, given, input)),

    /** Saves a new version of a document as a draft. @throws ContentError */
    save: (editor: Editor, id: string, input: DraftInput): Promise<SavedDraft> =>
      inTransaction((store) => saveDocument(parts, store, editor, id, input)),

    /** Drafts the removal of a document. @throws ContentError */
    remove: (editor: Editor, id: string, releaseId: string | undefined): Promise<SavedDraft> =>
      inTransaction((store) => removeDocument(parts, store, editor, id, releaseId)),

    /** Discards a release; its reference stops working. @throws ContentError */
    discard: (editor: Editor, releaseId: string): Promise<void> =>
      inTransaction((store) => discardRelease(parts, store, editor, releaseId)),

    /**
     * Publishes all drafts of a release, or none, under a new master reference.
     * @throws ContentError with every document that cannot be published, and why
     */
    publish: (editor: Editor, releaseId: string): Promise<MasterRow> =>
      inTransaction((store, transaction) => publishRelease(parts, store, transaction, editor, releaseId)),

    /** Publishes within an open transaction. */
    publishWithin: (transaction: Db, editor: Editor, releaseId: string): Promise<MasterRow> =>
      publishRelease(parts, createEditingStore(transaction), transaction, editor, releaseId),

    /**
     * Restores the content of an earlier master, under a new reference.
     * @throws ContentError
     */
    restore: (editor: Editor, ref: string): Promise<MasterRow> =>
      inTransaction((store, transaction) => restoreMaster(parts, store, transaction, editor, ref)),

    newRelease: (editor: Editor, label: string): ReleaseRow => newRelease(parts, editor, label),
    releases: (): Promise<ReleaseRow[]> => createEditingStore(db).openReleases(),
    drafts: async (releaseId: string): Promise<DraftDetails[]> => {
      const store = createEditingStore(db);
      if (!(await store.openRelease(releaseId))) throw contentError('notFound', 'release', 'noSuchRelease');
      return store.drafts(releaseId);
    },
    masters: (limit: number): Promise<MasterRow[]> => createEditingStore(db).masters(limit),
    versions: (id: string) => createEditingStore(db).versions(id),
    version: (id: string, number: number) => createEditingStore(db).version(id, number),
  };
};
