import { randomBytes } from 'node:crypto';
import { type Upload, type UploadOffer, uploadLimits } from '@hofn/contracts';
import type { Db, Queue } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Logger } from '@hofn/service';
import type { Owner } from '../access.ts';
import type { Contents } from '../contents.ts';
import { Fault } from '../fault.ts';
import { isoInstant } from '../instant.ts';
import type { Outbox } from '../mail/mails.ts';
import type { Inspector } from './inspector.ts';
import { bytesOf } from './inspector-messages.ts';
import type { Scan } from './scan.ts';
import { createUploadStore, type Holder, type UploadRow } from './store.ts';

/**
 * The queue of files in quarantine. A scanner may be away for an hour; no file goes past it. A process that was killed is
 * noticed within a minute: its file is checked by another while the sender still waits, two minutes at the most.
 */
export const uploadQueue: Queue = {
  name: 'upload.check',
  concurrency: 2,
  retries: 40,
  delay: 10,
  longestDelay: 600,
  expires: 300,
  heartbeat: 30,
};

type Job = { id: string };

// The limits of one go (rule FORM-8): a claim that lasts for months may get more another day.
const goMs = 24 * 3_600_000;
const unfinishedMs = 7 * goMs;

/** As long as a file that has been announced, and does not come, takes room from other visitors. */
const announcedMs = 15 * 60_000;

/** What files are sent for by someone who has not signed in, until they file what they are filling in. */
export const visitHolder = 'visit';
/** The same once it was filed, while it is not known by whom: with a claim, or with another form. */
export const unprovedHolder = 'claimNotice';
export const submissionHolder = 'submission';
const strangersHolders = [visitHolder, unprovedHolder, submissionHolder];

// What a name may not have is a folder, and signs that no file system shows.
const nameOf = (given: string): string =>
  (given.split(/[/\\]/).at(-1) ?? '').replaceAll(/\p{Cc}|\p{Cf}/gu, '').trim() || 'skjal';

/** A file as its sender sees it. */
export const uploadOf = (row: UploadRow): Upload => ({
  id: row.id,
  name: row.name,
  sender: row.sender,
  bytes: row.storedBytes ?? row.bytes,
  received: row.received,
  state: row.state,
  reason: row.reason,
  type: row.type,
  addedAt: isoInstant(row.createdAt),
});

const refuse = (path: string, reason: string) => new Fault('validation', { fields: [{ path, reason }] });

/** Makes the receiving of files, for every feature that takes some. */
export const createUploads = (parts: {
  db: Db;
  clock: Clock;
  outbox: Outbox;
  /** Most bytes that all visitors together may send in a day, and those of one address. */
  visitorsBytes: number;
  addressBytes: number;
}) => {
  const { db, clock, outbox, visitorsBytes, addressBytes } = parts;
  const store = createUploadStore(db);
  return {
    store,
    /**
     * Takes note of a file that is about to come. Files that an owner announces at once are counted one after another, so
     * that none of them goes past a limit beside another.
     * @throws Fault `validation` naming `bytes` or `FORM` when it is empty, or over the limits: of one go, of what its
     * owner may have on the way or send in a day, or of what all visitors together, or those of one address, may send
     */
    offer: async (
      tx: Db,
      owner: Owner,
      holder: Holder,
      { name, bytes }: UploadOffer,
      sender: string,
    ): Promise<Upload> => {
      if (bytes === 0) throw refuse('bytes', 'uploadEmpty');
      if (bytes > uploadLimits.bytes) throw refuse('bytes', 'uploadTooLarge');
      const now = clock.now();
      const since = new Date(now.getTime() - goMs).toISOString();
      await store.hold(tx, owner);
      const already = await store.weight(tx, owner, holder, since);
      if (already.files >= uploadLimits.files) throw refuse('FORM', 'uploadTooMany');
      if (already.bytes + bytes > uploadLimits.totalBytes) throw refuse('FORM', 'uploadTotalTooLarge');
      if (already.waitingBytes + bytes > uploadLimits.waitingBytes) throw refuse('FORM', 'uploadWaiting');
      if (already.dayBytes + bytes > uploadLimits.dayBytes) throw refuse('FORM', 'uploadDayFull');
      if (holder.kind === visitHolder) {
        await store.hold(tx, 'visitors');
        const announcedSince = new Date(now.getTime() - announcedMs).toISOString();
        const here = await store.strangersBytes(tx, strangersHolders, { since, announcedSince });
        const ofAddress = await store.addressBytes(tx, owner, since);
        if (here + bytes > visitorsBytes || ofAddress + bytes > addressBytes)
          throw refuse('FORM', 'uploadVisitorsFull');
        await store.noteAnnounced(tx, owner, bytes);
      }
      const row = await store.add(tx, {
        ownerId: owner.id,
        id: randomBytes(15).toString('base64url'),
        holder: holder.kind,
        holderId: holder.id,
        name: nameOf(name),
        sender,
        bytes,
        createdAt: now.toISOString(),
      });
      return uploadOf(row);
    },
    /**
     * Takes the next bytes of a file. A part that came before, or too early, changes nothing; the answer tells where
     * the file ends. With its last byte it goes into quarantine, and is checked by a job.
     * @throws Fault `notFound` when the owner has no such file, `validation` when there are more bytes than announced
     */
    receive: (owner: Owner, id: string, offset: number, content: Uint8Array): Promise<Upload> =>
      db.transaction(async (tx) => {
        const before = await store.one(owner, id, tx);
        if (!before) throw new Fault('notFound');
        if (offset + content.length > before.bytes) throw refuse('FORM', 'uploadLonger');
        if (content.length === 0) return uploadOf(before);
        const after = await store.append(tx, owner, id, offset, content);
        if (!after) return uploadOf((await store.one(owner, id, tx)) ?? before);
        if (after.state === 'checking') await outbox.send(tx, uploadQueue.name, { id } satisfies Job);
        return uploadOf(after);
      }),
    /** Drops files that nobody has gone on sending for a week. */
    forgetUnfinished: (): Promise<void> =>
      store.forgetUnfinished(new Date(clock.now().getTime() - unfinishedMs).toISOString()),
  };
};
export type Uploads = ReturnType<typeof createUploads>;

/**
 * Makes the handler of the queue: the inspector says what a file is and draws photos again, the scanner whether the file
 * may do harm, and only then is it put into the file store. Done twice it changes nothing; a scanner that is away leaves
 * the file in quarantine. A file that the inspector cannot finish is refused: tried again, it would do the same.
 */
export const createUploadCheck = (parts: {
  db: Db;
  contents: Contents;
  inspector: Inspector;
  scan: Scan;
  logger: Logger;
}) => {
  const { db, contents, inspector, scan, logger } = parts;
  const store = createUploadStore(db);
  const refuseFile = async (id: string, reason: string, why?: string): Promise<void> => {
    await store.settle(id, { state: 'refused', reason });
    logger.info({ upload: id, reason, ...(why && { why }) }, 'upload refused');
  };
  return async ({ id }: Job): Promise<void> => {
    if (!(await store.checking(id))) return;
    const content = await store.content(id);
    const judgement = await inspector.inspect('judge', content);
    if ('unfinished' in judgement) {
      const { unfinished } = judgement;
      if (unfinished === 'busy') throw new Error('No process was free to read the file');
      return refuseFile(id, 'uploadUnreadable', unfinished);
    }
    if ('reason' in judgement) return refuseFile(id, judgement.reason);
    if (await scan(content)) return refuseFile(id, 'uploadInfected');
    const { key, bytes } = await contents.keep(judgement.content ? bytesOf(judgement.content) : content);
    await store.settle(id, { state: 'clean', type: judgement.type, key, storedBytes: bytes });
    logger.info({ upload: id, type: judgement.type }, 'upload clean');
  };
};
