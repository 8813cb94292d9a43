import { randomBytes } from 'node:crypto';
import { type Upload, type UploadOffer, uploadLimits } from '@hofn/contracts';
import type { Db, Queue } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Logger } from '@hofn/service';
import { graphemesOf } from '@hofn/texts/graphemes.ts';
import type { Owner } from '../authorization.ts';
import type { Contents } from '../contents.ts';
import { recordEvent } from '../events.ts';
import { Fault } from '../fault.ts';
import { isoInstant } from '../instant.ts';
import type { Outbox } from '../mail/mails.ts';
import type { Inspector } from './inspector.ts';
import { bytesOf } from './inspector-messages.ts';
import { createQuarantineStore } from './quarantine-store.ts';
import { uploadQuotaStore } from './quota-store.ts';
import type { Scan } from './scan.ts';
import { type AttachmentTarget, createUploadStore, type UploadRow } from './store.ts';

/**
 * The queue of files in quarantine. A scanner may be down for an hour; no file bypasses it. A killed process is noticed
 * within a minute, and its file is checked by another while the sender still waits, for two minutes at most.
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

// Window of the limits in rule FORM-8: a claim that lasts for months may get more files another day.
const uploadWindowMs = 24 * 3_600_000;
const unfinishedMs = 7 * uploadWindowMs;

/** How long an announced file counts in full against other visitors. After that only the bytes that have arrived do. */
const announcedMs = 2 * 60_000;

/**
 * Each address may have one part in this many of what the others leave of the day's allowance, but always the files of one
 * claim. Of 1024 MB, four addresses that take all they can then leave 600, where they once left nothing.
 */
const addressShare = 8;

/** What a visitor's files are attached to until the form is submitted. */
export const visitTarget = 'visit';
/** The same after submission, while the sender's identity is unproved: a claim, or another form. */
export const unprovedClaimTarget = 'claimNotice';
export const submissionTarget = 'submission';
const anonymousTargets = [visitTarget, unprovedClaimTarget, submissionTarget];

/** Longest name that is kept; mail programs make a subject of any length into a name. */
const longestName = 200;

/** Shortens a name in its middle: its beginning says what it is, its end which one, and its extension how to open it. */
const shortened = (name: string): string => {
  const characters = graphemesOf(name);
  if (characters.length <= longestName) return name;
  const end = Math.floor(longestName / 4);
  return [...characters.slice(0, longestName - end - 1), '…', ...characters.slice(-end)].join('');
};

// Strips folders and characters that no file system shows, such as those that turn the direction of what follows.
const nameOf = (given: string): string =>
  shortened((given.split(/[/\\]/).at(-1) ?? '').replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim()) ||
  'skjal';

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

/** Receives files for every feature that accepts them. */
export const createUploads = (parts: {
  db: Db;
  clock: Clock;
  outbox: Outbox;
  /** Maximum bytes a day from all visitors together, and from visitors of one address. */
  visitorsBytes: number;
  addressBytes: number;
}) => {
  const { db, clock, outbox, visitorsBytes, addressBytes } = parts;
  const store = createUploadStore(db);
  /** Adds the next bytes of a file that has been announced; the last byte puts it into quarantine, to be checked by a job. */
  const append = async (
    tx: Db,
    owner: Owner,
    id: string,
    { offset, content }: { offset: number; content: Uint8Array },
  ): Promise<UploadRow | undefined> => {
    const after = await store.append(tx, owner, id, offset, content);
    if (after?.state === 'checking') await outbox.send(tx, uploadQueue.name, { id } satisfies Job);
    return after;
  };
  return {
    store,
    /** Takes the bytes of an announced file in the transaction that announced it. */
    receiveAll: async (tx: Db, owner: Owner, id: string, content: Uint8Array): Promise<void> => {
      if (!(await append(tx, owner, id, { offset: 0, content })))
        throw new Error(`The file ${id} has other bytes than were announced`);
    },
    /**
     * Announces a file. Concurrent announcements of an owner are counted one after another, so that none of them slips past
     * a limit.
     * @throws Fault `validation` naming `bytes` or `FORM` when the file is empty or exceeds a limit: per thing, of the
     * owner's files in transit or per day, of all visitors together, or of those from one address
     */
    announce: async (
      tx: Db,
      owner: Owner,
      holder: AttachmentTarget,
      { name, bytes }: UploadOffer,
      sender: string,
    ): Promise<Upload> => {
      if (bytes === 0) throw refuse('bytes', 'uploadEmpty');
      if (bytes > uploadLimits.bytes) throw refuse('bytes', 'uploadTooLarge');
      const now = clock.now();
      const since = new Date(now.getTime() - uploadWindowMs).toISOString();
      await uploadQuotaStore.lockAnnouncements(tx, owner);
      const already = await uploadQuotaStore.announcedTotals(tx, owner, holder, since);
      if (already.files >= uploadLimits.files) throw refuse('FORM', 'uploadTooMany');
      if (already.bytes + bytes > uploadLimits.totalBytes) throw refuse('FORM', 'uploadTotalTooLarge');
      if (already.waitingBytes + bytes > uploadLimits.waitingBytes) throw refuse('FORM', 'uploadWaiting');
      if (already.dayBytes + bytes > uploadLimits.dayBytes) throw refuse('FORM', 'uploadDayFull');
      if (holder.kind === visitTarget) {
        await uploadQuotaStore.lockAnnouncements(tx, 'visitors');
        const announcedSince = new Date(now.getTime() - announcedMs).toISOString();
        const visitorBytes = await uploadQuotaStore.anonymousUploadBytes(tx, anonymousTargets, {
          since,
          announcedSince,
        });
        const sameAddressBytes = await uploadQuotaStore.addressBytes(tx, owner, since);
        const leftByOthers = Math.min(visitorsBytes, visitorsBytes - visitorBytes + sameAddressBytes);
        const share = Math.max(uploadLimits.totalBytes, leftByOthers / addressShare);
        const allowed = Math.min(addressBytes, share);
        if (visitorBytes + bytes > visitorsBytes || sameAddressBytes + bytes > allowed)
          throw refuse('FORM', 'uploadVisitorsFull');
        await uploadQuotaStore.addAnnouncedBytes(tx, owner, bytes);
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
     * Receives the next bytes of a file. A part that was received before, or too early, changes nothing; the result tells
     * where the file ends. The last byte puts it into quarantine, to be checked by a job.
     * @throws Fault `notFound` when the owner has no such file, `validation` when there are more bytes than announced
     */
    receive: (owner: Owner, id: string, offset: number, content: Uint8Array): Promise<Upload> =>
      db.transaction(async (tx) => {
        const before = await store.find(owner, id, tx);
        if (!before) throw new Fault('notFound');
        if (offset + content.length > before.bytes) throw refuse('FORM', 'uploadLonger');
        if (content.length === 0) return uploadOf(before);
        const after = await append(tx, owner, id, { offset, content });
        return uploadOf(after ?? (await store.find(owner, id, tx)) ?? before);
      }),
    /** Deletes files whose upload was abandoned a week ago. */
    deleteAbandoned: (): Promise<void> =>
      store.deleteAbandoned(new Date(clock.now().getTime() - unfinishedMs).toISOString()),
  };
};
export type Uploads = ReturnType<typeof createUploads>;

/** Tells other systems of a file of a claim or message; of a draft, they hear when it is filed or sent. */
const recordReceived = async (tx: Db, { id, ownerId, holder, holderId }: UploadRow): Promise<void> => {
  if (holder === 'claim') await recordEvent(tx, 'file.received', ownerId, { fileId: id, claimId: holderId });
  if (holder === 'memo') await recordEvent(tx, 'file.received', ownerId, { fileId: id, messageId: holderId });
};

/**
 * Creates the queue's worker: the inspector determines what a file is and re-encodes photos, the scanner whether it may
 * be harmful, and only then is it stored. Idempotent. While the scanner is down, files stay in quarantine. A file the
 * inspector cannot finish is refused: a retry would fail the same way.
 */
export const createUploadCheck = (parts: {
  db: Db;
  contents: Contents;
  inspector: Inspector;
  scan: Scan;
  logger: Logger;
}) => {
  const { db, contents, inspector, scan, logger } = parts;
  const quarantine = createQuarantineStore(db);
  const refuseFile = async (id: string, reason: string, why?: string): Promise<void> => {
    await quarantine.finishCheck(id, { state: 'refused', reason });
    logger.info({ upload: id, reason, ...(why && { why }) }, 'upload refused');
  };
  return async ({ id }: Job): Promise<void> => {
    if (!(await quarantine.find(id))) return;
    const content = await quarantine.content(id);
    const judgement = await inspector.inspect('judge', content);
    if ('unfinished' in judgement) {
      const { unfinished } = judgement;
      if (unfinished === 'busy') throw new Error('No inspector process was free');
      return refuseFile(id, 'uploadUnreadable', unfinished);
    }
    if ('reason' in judgement) return refuseFile(id, judgement.reason);
    if (await scan(content)) return refuseFile(id, 'uploadInfected');
    const { key, bytes } = await contents.store(judgement.content ? bytesOf(judgement.content) : content);
    const checked = { state: 'clean', type: judgement.type, key, storedBytes: bytes } as const;
    await quarantine.finishCheck(id, checked, recordReceived);
    logger.info({ upload: id, type: judgement.type }, 'upload clean');
  };
};
