import { setTimeout as pause } from 'node:timers/promises';
import {
  chatMessages,
  claims,
  type Database,
  type Db,
  instalments,
  mails,
  payments,
  uploads,
} from '@hofn/database';
import { openFolderStore } from '@hofn/files';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Figure } from '../bench.ts';
import { type Acknowledged, inBatches, lossFigure } from './acknowledged.ts';
import { actFigures } from './acts.ts';

/** How long files may wait to be checked after the storm, in milliseconds. */
const longestDrainMs = 8 * 60_000;
/** Number of customers with more than one row, though each did it only once. */
const countDuplicates = (rows: readonly { customerId: string }[]): number =>
  [...Map.groupBy(rows, ({ customerId }) => customerId).values()].filter((same) => same.length > 1).length;

const readPhotos = (db: Db, ids: Iterable<string>) =>
  inBatches(ids, (some) =>
    db
      .select({ id: uploads.id, state: uploads.state, key: uploads.key, holder: uploads.holder })
      .from(uploads)
      .where(inArray(uploads.id, some)),
  );

/** Waits until every received file has been checked. @returns the seconds it took */
export const waitForChecks = async ({ db }: Database, { photos }: Acknowledged): Promise<number> => {
  const began = performance.now();
  while (performance.now() - began < longestDrainMs) {
    const waiting = (await readPhotos(db, photos)).filter(({ state }) => state === 'checking');
    if (waiting.length === 0) break;
    await pause(1_000);
  }
  return Math.round((performance.now() - began) / 1000);
};

const claimFigures = async (db: Db, acknowledged: Acknowledged, since: string): Promise<Figure[]> => {
  const filed = acknowledged.claims;
  const found = await inBatches(filed.keys(), (some) =>
    db.select({ id: claims.id }).from(claims).where(inArray(claims.id, some)),
  );
  const owners = [...filed.values()].map(({ customerId }) => customerId);
  const all = await inBatches(owners, (some) =>
    db
      .select({ customerId: claims.customerId })
      .from(claims)
      .where(and(inArray(claims.customerId, some), sql`${claims.reportedAt} >= ${since}`)),
  );
  const receipts = await inBatches(owners, (some) =>
    db
      .select({ about: mails.about })
      .from(mails)
      .where(and(inArray(mails.customerId, some), eq(mails.kind, 'claimReceipt'))),
  );
  const claimsWithReceipt = new Set(receipts.map(({ about }) => about.claimId));
  return [
    { name: 'claims acknowledged', value: filed.size, unit: '' },
    lossFigure('claims lost', filed.size - found.length),
    lossFigure('claims filed twice', countDuplicates(all)),
    lossFigure(
      'claims without a receipt',
      [...filed.keys()].filter((id) => !claimsWithReceipt.has(id)).length,
    ),
  ];
};

const photoFigures = async (db: Db, { photos }: Acknowledged, folder: string): Promise<Figure[]> => {
  const rows = await readPhotos(db, photos);
  const store = openFolderStore(folder);
  const keys = new Set(rows.flatMap(({ key }) => key ?? []));
  const storedKeys = new Set<string>();
  for (const key of keys) if (await store.head(key)) storedKeys.add(key);
  const inState = (state: string) => rows.filter((row) => row.state === state);
  const stored = inState('clean').filter(({ key }) => key !== null && storedKeys.has(key));
  return [
    { name: 'photos acknowledged', value: photos.size, unit: '' },
    // Quarantined photos are not lost yet, but a good photo that was refused is.
    lossFigure('photos lost', photos.size - stored.length - inState('checking').length),
    lossFigure('photos refused', inState('refused').length),
    lossFigure('photos not checked in time', inState('checking').length),
  ];
};

const paymentFigures = async (
  db: Db,
  { payments: acknowledged }: Acknowledged,
  since: string,
): Promise<Figure[]> => {
  const rows = await inBatches(acknowledged.keys(), (some) =>
    db
      .select({ id: payments.id, state: payments.state, paidAt: instalments.paidAt })
      .from(payments)
      .leftJoin(
        instalments,
        and(eq(instalments.customerId, payments.customerId), eq(instalments.paymentId, payments.id)),
      )
      .where(inArray(payments.id, some)),
  );
  const owners = [...acknowledged.values()].map(({ customerId }) => customerId);
  const all = await inBatches(owners, (some) =>
    db
      .select({ customerId: payments.customerId })
      .from(payments)
      .where(
        and(
          inArray(payments.customerId, some),
          eq(payments.state, 'paid'),
          sql`${payments.createdAt} >= ${since}`,
        ),
      ),
  );
  const found = new Set(
    rows.flatMap(({ id, state, paidAt }) =>
      acknowledged.get(id)?.paid === false || (state === 'paid' && paidAt !== null) ? [id] : [],
    ),
  );
  return [
    { name: 'payments acknowledged', value: acknowledged.size, unit: '' },
    lossFigure('payments lost', acknowledged.size - found.size),
    lossFigure('payments made twice', countDuplicates(all)),
  ];
};

/** Looks up everything that was acknowledged, and counts what is lost or duplicated. */
export const findLosses = async (
  { db }: Database,
  acknowledged: Acknowledged,
  { since, files }: { since: string; files: string },
): Promise<Figure[]> => {
  const { messages } = acknowledged;
  const stored = await inBatches(messages, (some) =>
    db.select({ key: chatMessages.key }).from(chatMessages).where(inArray(chatMessages.key, some)),
  );
  return [
    ...(await claimFigures(db, acknowledged, since)),
    ...(await photoFigures(db, acknowledged, files)),
    ...(await paymentFigures(db, acknowledged, since)),
    ...(await actFigures(db, acknowledged)),
    { name: 'messages acknowledged', value: messages.size, unit: '' },
    lossFigure('messages lost', messages.size - new Set(stored.map(({ key }) => key)).size),
    lossFigure('messages kept twice', stored.length - new Set(stored.map(({ key }) => key)).size),
  ];
};
