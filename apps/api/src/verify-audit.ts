// `node apps/api/src/verify-audit.ts [number:hash]`: walks the chain of audit events (rule HOLD-14). Exit code 0 when it is
// intact, 1 with its first broken link. The argument is a link from a logged checkpoint, which the chain must still have.
import { systemClock } from '@hofn/domain/clock.ts';
import { runProgram, SettingsError } from '@hofn/service';
import { databaseSettings, openFromSettings } from '@hofn/service/database.ts';
import { z } from 'zod';
import { hashFromLog, hashInLog, type Link, verifyAudit } from './audit/verify.ts';

/** @throws SettingsError when the text is not a link */
const linkOf = (text: string): Link => {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(hashFromLog(text)) ?? [];
  if (seq === undefined || hash === undefined)
    throw new SettingsError('The link must be a number and a hash with a colon between, as in the log.');
  return { seq: Number(seq), hash };
};

await runProgram('verify-audit', z.object(databaseSettings), async (settings, logger) => {
  const anchor = process.argv[2] === undefined ? undefined : linkOf(process.argv[2]);
  const database = await openFromSettings(settings, logger);
  try {
    const verdict = await verifyAudit(database.db, systemClock.now(), anchor);
    if (verdict.isIntact) {
      const { events, head } = verdict;
      logger.info({ events, seq: head.seq, hash: hashInLog(head.hash) }, 'audit chain is intact');
    } else {
      logger.error(verdict, 'audit chain is broken');
      process.exitCode = 1;
    }
  } finally {
    await database.close();
  }
  return { stop: async () => {} };
});
