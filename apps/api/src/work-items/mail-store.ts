import type { CaseMessage } from '@hofn/contracts';
import { caseMails, type Db } from '@hofn/database';
import { and, asc, desc, eq, inArray, isNotNull } from 'drizzle-orm';
import { isoInstant } from '../platform/instant.ts';

type CaseMailRow = typeof caseMails.$inferSelect;

/** E-mails that people wrote in reply to ours about work items. */
export const createCaseMailStore = (db: Db) => ({
  /** @returns false when it was received before */
  add: async (tx: Db, row: typeof caseMails.$inferInsert): Promise<boolean> =>
    (await tx.insert(caseMails).values(row).onConflictDoNothing().returning({ id: caseMails.id })).length > 0,
  change: async (
    tx: Db,
    { caseId, id }: Pick<CaseMailRow, 'caseId' | 'id'>,
    to: Partial<Pick<CaseMailRow, 'text' | 'isInClaim'>>,
  ): Promise<void> => {
    await tx
      .update(caseMails)
      .set(to)
      .where(and(eq(caseMails.caseId, caseId), eq(caseMails.id, id)));
  },
  /** Those of a work item that its messages do not contain, oldest first. */
  list: (caseId: string): Promise<CaseMailRow[]> =>
    db
      .select()
      .from(caseMails)
      .where(and(eq(caseMails.caseId, caseId), eq(caseMails.isInClaim, false)))
      .orderBy(asc(caseMails.receivedAt), asc(caseMails.id)),
  /** Those that people wrote, of several work items. */
  written: async (caseIds: readonly string[]): Promise<CaseMailRow[]> =>
    caseIds.length === 0
      ? []
      : db
          .select()
          .from(caseMails)
          .where(and(inArray(caseMails.caseId, [...caseIds]), eq(caseMails.isAutomatic, false)))
          .orderBy(asc(caseMails.receivedAt), asc(caseMails.id)),
  /** The Message-ID of the latest, which an answer of ours names, so that mail programs put the two together. */
  latestMessageId: async (caseId: string): Promise<string | null> =>
    (
      await db
        .select({ messageId: caseMails.messageId })
        .from(caseMails)
        .where(
          and(eq(caseMails.caseId, caseId), eq(caseMails.isAutomatic, false), isNotNull(caseMails.messageId)),
        )
        .orderBy(desc(caseMails.receivedAt), desc(caseMails.id))
        .limit(1)
    )[0]?.messageId ?? null,
});

/** Whether an address is the one that the case's e-mails go to. */
export const isOnFile = (onFile: string | null, address: string): boolean =>
  onFile?.toLowerCase() === address.toLowerCase();

/**
 * An e-mail as staff read it.
 * @param onFile the address that the case's e-mails go to
 */
export const messageOfMail = (
  { id, address, name, text, quoted, isAutomatic, receivedAt }: CaseMailRow,
  onFile: string | null,
): CaseMessage => ({
  id,
  fromUs: false,
  author: name ?? address,
  text,
  at: isoInstant(receivedAt),
  delivery: 'portal',
  mail: {
    address,
    isOnFile: isOnFile(onFile, address),
    isAutomatic,
    quoted,
  },
});
