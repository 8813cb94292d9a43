import type { DocumentType } from '@hofn/content-types';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain';
import { ContentFault, refuse } from '../documents/fault.ts';
import { linkingTo } from '../reading/conditions.ts';
import { createStore } from '../reading/store.ts';
import type { View } from '../reading/views.ts';
import type { DocumentRow, EditingStore, MasterRow } from './store.ts';
import { nameOf, verifyForPublishing } from './verify.ts';

/** Who writes, and in which request. */
export type Editor = { name: string; requestId: string | null };

export type PublishingParts = {
  clock: Clock;
  types: readonly DocumentType[];
  /** An identifier that nobody can guess, made from so many random bytes. */
  newId: (bytes: number) => string;
};

const masterAfter = (
  { clock, newId }: PublishingParts,
  editor: Editor,
  head: MasterRow,
  restoredFrom: number | null,
): MasterRow => ({
  number: head.number + 1,
  ref: newId(16),
  publishedAt: clock.now(),
  publishedBy: editor.name,
  restoredFrom,
});

/** Refuses to take documents away that others, as they would be afterwards, link to. @throws ContentFault */
const refuseDangling = async (
  transaction: Db,
  after: View,
  removed: readonly DocumentRow[],
): Promise<void> => {
  if (removed.length === 0) return;
  const { documents: left } = await createStore(transaction).find(after, {
    where: [linkingTo(removed.map(({ id }) => id))],
    limit: 20,
    offset: 0,
  });
  if (left.length === 0) return;
  throw new ContentFault(
    'validation',
    left.map((document) => ({
      path: removed.map(nameOf).join(', '),
      reason: 'linkedFrom',
      params: { document: nameOf(document) },
    })),
  );
};

/**
 * Makes the drafts of a release public, all or none, under a new master reference.
 * @throws ContentFault naming each document that cannot be, and why
 */
export const publishRelease = async (
  parts: PublishingParts,
  store: EditingStore,
  transaction: Db,
  editor: Editor,
  releaseId: string,
): Promise<MasterRow> => {
  const head = await store.lockHead();
  const release = await store.lockRelease(releaseId);
  if (!release) throw refuse('conflict', 'release', 'noSuchRelease');
  const drafts = await store.drafts(releaseId);
  if (drafts.length === 0) throw refuse('validation', 'release', 'nothingToPublish');

  const overtaken = drafts.filter(({ basedOn, published }) => basedOn !== published);
  if (overtaken.length > 0) {
    throw new ContentFault(
      'conflict',
      overtaken.map(({ document }) => ({ path: nameOf(document), reason: 'changedSince' })),
    );
  }
  const after = { ref: release.ref, master: head.number, release: releaseId };
  await verifyForPublishing(
    parts.types,
    drafts.flatMap(({ document, data }) => (data ? [{ document, data }] : [])),
    (ids) => createStore(transaction).headersByIds(after, ids),
  );
  const removed = drafts.filter(({ version }) => version === null).map(({ document }) => document);
  await refuseDangling(transaction, after, removed);

  const master = masterAfter(parts, editor, head, null);
  await store.publish(master, new Map(drafts.map(({ document, version }) => [document.id, version])));
  await store.changeRelease(releaseId, { publishedAs: master.number });
  await store.audit({
    at: parts.clock.now(),
    actor: editor.name,
    action: 'master.publish',
    releaseId,
    master: master.number,
    requestId: editor.requestId,
  });
  return master;
};

/**
 * Brings the content back to what it was as another master, under a new reference.
 * @throws ContentFault when there is no such master, or the types have changed so that it no longer fits
 */
export const restoreMaster = async (
  parts: PublishingParts,
  store: EditingStore,
  transaction: Db,
  editor: Editor,
  ref: string,
): Promise<MasterRow> => {
  const head = await store.lockHead();
  const wanted = await store.master(ref);
  if (!wanted) throw refuse('notFound', 'ref', 'noSuchMaster');
  const now = await store.publishedAs(head.number);
  const then = await store.publishedAs(wanted.number);
  const changes = new Map<string, number | null>();
  for (const [id, version] of then) if (now.get(id) !== version) changes.set(id, version);
  for (const id of now.keys()) if (!then.has(id)) changes.set(id, null);

  const reading = createStore(transaction);
  const view = { ref, master: wanted.number, release: null };
  const back = [...changes].flatMap(([id, version]) => (version === null ? [] : [id]));
  const documents = await reading.byIds(view, back);
  await verifyForPublishing(
    parts.types,
    documents.map((document) => ({ document, data: document.data })),
    (ids) => reading.headersByIds(view, ids),
  );
  const master = masterAfter(parts, editor, head, wanted.number);
  await store.publish(master, changes);
  await store.audit({
    at: parts.clock.now(),
    actor: editor.name,
    action: 'master.restore',
    master: master.number,
    requestId: editor.requestId,
  });
  return master;
};
