import type { DocumentType } from '@hofn/content-types';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain';
import { ContentError, contentError } from '../documents/errors.ts';
import { linkingTo } from '../reading/conditions.ts';
import { createStore } from '../reading/store.ts';
import type { View } from '../reading/views.ts';
import type { DocumentRow, EditingStore, MasterRow } from './store.ts';
import { documentName, verifyForPublishing } from './verify.ts';

export type Editor = { name: string; requestId: string | null };

export type PublishingParts = {
  clock: Clock;
  types: readonly DocumentType[];
  /** Creates an unguessable id from the given number of random bytes. */
  newId: (bytes: number) => string;
};

const nextMaster = (
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

/** Refuses to remove documents that others would still link to. @throws ContentError */
const assertNoDanglingLinks = async (
  transaction: Db,
  after: View,
  removed: readonly DocumentRow[],
): Promise<void> => {
  if (removed.length === 0) return;
  const { documents: referrers } = await createStore(transaction).find(after, {
    where: [linkingTo(removed.map(({ id }) => id))],
    limit: 20,
    offset: 0,
  });
  if (referrers.length === 0) return;
  throw new ContentError(
    'validation',
    referrers.map((document) => ({
      path: removed.map(documentName).join(', '),
      reason: 'linkedFrom',
      params: { document: documentName(document) },
    })),
  );
};

/**
 * Publishes all drafts of a release, or none, under a new master reference.
 * @throws ContentError with every document that cannot be published, and why
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
  if (!release) throw contentError('conflict', 'release', 'noSuchRelease');
  const drafts = await store.drafts(releaseId);
  if (drafts.length === 0) throw contentError('validation', 'release', 'nothingToPublish');

  const outdated = drafts.filter(({ basedOn, published }) => basedOn !== published);
  if (outdated.length > 0) {
    throw new ContentError(
      'conflict',
      outdated.map(({ document }) => ({ path: documentName(document), reason: 'changedSince' })),
    );
  }
  const after = { ref: release.ref, master: head.number, release: releaseId };
  await verifyForPublishing(
    parts.types,
    drafts.flatMap(({ document, data }) => (data ? [{ document, data }] : [])),
    (ids) => createStore(transaction).headersByIds(after, ids),
  );
  const removed = drafts.filter(({ version }) => version === null).map(({ document }) => document);
  await assertNoDanglingLinks(transaction, after, removed);

  const master = nextMaster(parts, editor, head, null);
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
 * Restores the content of an earlier master, under a new reference.
 * @throws ContentError when there is no such master, or its documents no longer match the declared types
 */
export const restoreMaster = async (
  parts: PublishingParts,
  store: EditingStore,
  transaction: Db,
  editor: Editor,
  ref: string,
): Promise<MasterRow> => {
  const head = await store.lockHead();
  const target = await store.master(ref);
  if (!target) throw contentError('notFound', 'ref', 'noSuchMaster');
  const current = await store.publishedAs(head.number);
  const restored = await store.publishedAs(target.number);
  const changes = new Map<string, number | null>();
  for (const [id, version] of restored) if (current.get(id) !== version) changes.set(id, version);
  for (const id of current.keys()) if (!restored.has(id)) changes.set(id, null);

  const reading = createStore(transaction);
  const view = { ref, master: target.number, release: null };
  const restoredIds = [...changes].flatMap(([id, version]) => (version === null ? [] : [id]));
  const documents = await reading.byIds(view, restoredIds);
  await verifyForPublishing(
    parts.types,
    documents.map((document) => ({ document, data: document.data })),
    (ids) => reading.headersByIds(view, ids),
  );
  const master = nextMaster(parts, editor, head, target.number);
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
