import type { Db } from '@hofn/database';
import type { Logger } from '@hofn/service';
import { sql } from 'drizzle-orm';
import { repeatUntilDone } from '../platform/sweep.ts';
import { hashInLog } from './verify.ts';

/**
 * Stores the last link of the chain, and logs it: logs are kept outside the database, so a chain that somebody rewrote
 * whole no longer has the logged link.
 */
export const recordCheckpoint = async (db: Db, logger: Logger): Promise<void> => {
  const { rows } = await db.execute<{ seq: string; hash: string }>(
    sql`select seq::text, hash from record_audit_checkpoint()`,
  );
  const [head] = rows;
  if (head) logger.info({ seq: Number(head.seq), hash: hashInLog(head.hash) }, 'audit checkpoint');
};

/** Deletes events older than four years, in portions, each with a checkpoint from which the chain is verified later. */
export const forgetAuditEvents = (db: Db): Promise<number> =>
  repeatUntilDone(async () => {
    const { rows } = await db.execute<{ count: number }>(sql`select forget_audit_events(1000)::int as count`);
    return rows[0]?.count ?? 0;
  }, 1000);
