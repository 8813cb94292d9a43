import { customers, type Db, privacyRequests } from '@hofn/database';
import type { FileStore } from '@hofn/files';
import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { isoInstant } from '../platform/instant.ts';
import type { RequestRow } from './privacy.ts';

/** An approved erasure: enough to carry it out again in a restored backup that is older than the request. */
const erasureNote = z.object({
  kind: z.literal('erasure'),
  id: z.string(),
  customerId: z.string(),
  language: z.enum(['is', 'en']),
  requestedAt: z.iso.datetime(),
  dueAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  decidedBy: z.string().nullable(),
});
export type ErasureNote = z.output<typeof erasureNote>;

type Noted = Pick<
  RequestRow,
  'id' | 'customerId' | 'language' | 'requestedAt' | 'dueAt' | 'decidedAt' | 'decidedBy'
>;

const noteOf = (request: Noted): ErasureNote => ({
  kind: 'erasure',
  id: request.id,
  customerId: request.customerId,
  language: request.language,
  requestedAt: isoInstant(request.requestedAt),
  dueAt: isoInstant(request.dueAt),
  decidedAt: request.decidedAt && isoInstant(request.decidedAt),
  decidedBy: request.decidedBy,
});

/** Notes an erasure in the file store, which outlives the database, before it is committed. */
export const noteErasure = (files: Pick<FileStore, 'putNote'>, request: RequestRow): Promise<void> =>
  files.putNote(`erasure-${request.id}`, JSON.stringify(noteOf(request)));

/** Erasures noted in a file store. */
export const notedErasures = async (files: Pick<FileStore, 'notes'>): Promise<ErasureNote[]> => {
  const notes: ErasureNote[] = [];
  for await (const { text } of files.notes()) {
    const { success, data } = erasureNote.safeParse(JSON.parse(text));
    if (success) notes.push(data);
  }
  return notes;
};

/** Erasures approved in a database, done or not. */
export const approvedErasures = async (db: Db): Promise<ErasureNote[]> => {
  const { kind, state } = privacyRequests;
  const rows = await db
    .select()
    .from(privacyRequests)
    .where(and(eq(kind, 'erasure'), inArray(state, ['approved', 'done'])));
  return rows.map(noteOf);
};

const openStates = ['requested', 'processing', 'approved'] as const;

/**
 * Carries out noted erasures in a restored database that does not know them, without e-mails: their customers were
 * notified the first time.
 * @param erase of `createErasure`
 * @returns how many there were
 */
export const repeatErasures = async (
  db: Db,
  notes: readonly ErasureNote[],
  erase: (id: string) => Promise<void>,
): Promise<number> => {
  let repeated = 0;
  for (const note of notes) {
    const id = await db.transaction(async (tx) => {
      const { customerId, decidedAt, decidedBy } = note;
      const [customer] = await tx.select().from(customers).where(eq(customers.id, customerId));
      if (!customer) return undefined;
      const ofCustomer = and(eq(privacyRequests.customerId, customerId), eq(privacyRequests.kind, 'erasure'));
      const requests = await tx.select().from(privacyRequests).where(ofCustomer);
      if (requests.some(({ id, state }) => id === note.id && state === 'done')) return undefined;
      const approved = { state: 'approved', decidedAt, decidedBy } as const;
      // A person has at most one open request: the same one, or an earlier one that was refused after the backup.
      const open = requests.find(({ state }) => openStates.some((other) => other === state));
      const known = open ?? requests.find(({ id }) => id === note.id);
      if (known) {
        await tx.update(privacyRequests).set(approved).where(eq(privacyRequests.id, known.id));
        return known.id;
      }
      await tx.insert(privacyRequests).values({ ...note, ...approved });
      return note.id;
    });
    if (id === undefined) continue;
    await erase(id);
    repeated += 1;
  }
  return repeated;
};
