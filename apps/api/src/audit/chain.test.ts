import { auditChain, auditEvents, type Database, type Db, recordAuditEvent } from '@hofn/database';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { createLogger } from '@hofn/service';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { auditSystem } from '../platform/audit.ts';
import { forgetAuditEvents, recordCheckpoint } from './upkeep.ts';
import { hashFromLog, type Verdict, verifyAudit } from './verify.ts';

const now = new Date();

describeEachEngine('the chain of audit events', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    for (const object of ['a', 'b', 'c', 'd'])
      await auditSystem(database.db, 'privacy.erase', {
        object: { request: object },
        after: { email: 'anna@example.is' },
      });
  });
  /** Runs statements without triggers, as an administrator of the database can, and takes them back afterwards. */
  const tampering = async (work: (run: (statement: string) => Promise<unknown>, tx: Db) => Promise<void>) => {
    const takenBack = new Error('taken back');
    const attempt = database.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await work((statement) => tx.execute(sql.raw(statement)), tx);
      throw takenBack;
    });
    await expect(attempt).rejects.toBe(takenBack);
  };
  const verdictAfter = async (...statements: string[]) => {
    let verdict: Verdict | undefined;
    await tampering(async (run, tx) => {
      for (const statement of statements) await run(statement);
      verdict = await verifyAudit(tx, now);
    });
    return verdict;
  };
  const checkpoint = async () => {
    const lines: Array<{ seq: number; hash: string }> = [];
    const logger = createLogger('api', 'info', { write: (line: string) => lines.push(JSON.parse(line)) });
    await recordCheckpoint(database.db, logger);
    return lines;
  };

  test('HOLD-14: events are chained in the order of their commits, with the database’s time; a rollback leaves no gap', async () => {
    await database.db.transaction(async (tx) => {
      await recordAuditEvent(tx, { action: 'signIn', actorKind: 'system', authority: 'system' });
      // Not before the commit, whose order counts.
      expect(await tx.select().from(auditChain)).toHaveLength(4);
    });
    const failing = database.db.transaction(async (tx) => {
      await recordAuditEvent(tx, { action: 'signIn', actorKind: 'system', authority: 'system' });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await auditSystem(database.db, 'privacy.erase', { object: { request: 'f' } });
    const [event] = await database.db.select().from(auditEvents).limit(1);
    expect(Math.abs(new Date(event?.at ?? 0).getTime() - Date.now())).toBeLessThan(600_000);
    expect(await verifyAudit(database.db, now)).toMatchObject({
      isIntact: true,
      events: 6,
      head: { seq: 6 },
    });
  });

  test('HOLD-14: two writers at once get one chain', async () => {
    const before = await database.db.$count(auditChain);
    const write = async (object: string) => {
      for (let n = 0; n < 10; n++)
        await auditSystem(database.db, 'privacy.erase', { object: { request: object } });
    };
    await Promise.all([write('one'), write('two')]);
    expect(await verifyAudit(database.db, now)).toMatchObject({ isIntact: true, events: before + 20 });
  });

  test('HOLD-14: update, delete and truncate are refused, also of chain, checkpoints and head', async () => {
    await checkpoint();
    for (const statement of [
      "update audit_events set actor_id = 'x'",
      'delete from audit_events',
      'truncate audit_events cascade',
      "update audit_chain set hash = 'x'",
      'delete from audit_chain',
      'truncate audit_chain',
      "update audit_checkpoints set hash = 'x'",
      'delete from audit_checkpoints',
      'truncate audit_checkpoints',
      'delete from audit_head',
    ])
      await expect(database.db.execute(sql.raw(statement)), statement).rejects.toMatchObject({
        cause: { code: expect.stringMatching(/^(42501|23503)$/) },
      });
    expect(await verifyAudit(database.db, now)).toMatchObject({ isIntact: true });
  });

  test('HOLD-14: a changed event or link, and an event beside the chain, are named', async () => {
    const third = { isIntact: false, seq: 3, event: 3 };
    expect(await verdictAfter("update audit_events set actor_id = 'x' where id in (3, 4)")).toMatchObject(
      third,
    );
    expect(
      await verdictAfter(`update audit_events set at = at - interval '1 day' where id = 3`),
    ).toMatchObject(third);
    expect(await verdictAfter("update audit_chain set hash = repeat('0', 64) where seq = 3")).toMatchObject(
      third,
    );
    expect(
      await verdictAfter(
        "insert into audit_events (action, actor_kind, authority) values ('signIn', 'system', 'system')",
      ),
    ).toMatchObject({ isIntact: false, reason: 'the event is in no link' });
  });

  test('HOLD-14: a removed event, a removed link and a removed beginning are found', async () => {
    const second = { isIntact: false, seq: 2 };
    const gone = 'delete from audit_events where id = 2';
    expect(await verdictAfter(gone)).toMatchObject({ ...second, reason: 'the event is missing' });
    expect(await verdictAfter(gone, 'delete from audit_chain where seq = 2')).toMatchObject({
      ...second,
      reason: 'the link is missing',
    });
    expect(
      await verdictAfter('delete from audit_chain where seq = 1', 'delete from audit_events where id = 1'),
    ).toMatchObject({ isIntact: false, seq: 1, reason: 'the link is missing' });
  });

  test('HOLD-14: a cut end is found by the head, by a checkpoint and by a logged link', async () => {
    await auditSystem(database.db, 'privacy.erase', { object: { request: 'last' } });
    const [line = { seq: 0, hash: '' }] = await checkpoint();
    const logged = { ...line, hash: hashFromLog(line.hash) };
    const { seq } = logged;
    expect(logged).toMatchObject({ msg: 'audit checkpoint', hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    // The same head is no new checkpoint.
    expect(await checkpoint()).toEqual([]);
    const missing = { isIntact: false, seq, reason: 'the end of the chain is missing' };
    await tampering(async (run, tx) => {
      await run(`delete from audit_events where id = (select event_id from audit_chain where seq = ${seq})`);
      await run(`delete from audit_chain where seq = ${seq}`);
      expect(await verifyAudit(tx, now)).toMatchObject(missing);
      await run(`update audit_head set seq = ${seq - 1},
        hash = (select hash from audit_chain where seq = ${seq - 1})`);
      expect(await verifyAudit(tx, now)).toMatchObject(missing);
      await run('delete from audit_checkpoints');
      expect(await verifyAudit(tx, now)).toMatchObject({ isIntact: true });
      expect(await verifyAudit(tx, now, logged)).toMatchObject(missing);
    });
  });

  test('HOLD-14: retention removes what is older than four years under a checkpoint, and the rest still verifies', async () => {
    expect(await forgetAuditEvents(database.db)).toBe(0);
    await tampering(async (run, tx) => {
      const all = await tx.$count(auditEvents);
      // Two events of long ago: chained again with that time, as if they had been recorded then.
      await run("update audit_events set at = now() - interval '5 years' where id <= 2");
      await run('delete from audit_checkpoints');
      await run(`do $$
        declare link record; previous text := repeat('0', 64);
        begin
          for link in select c.seq, e from audit_chain c join audit_events e on e.id = c.event_id order by c.seq loop
            previous := encode(sha256(convert_to(previous || E'\\n' || audit_text(link.e), 'UTF8')), 'hex');
            update audit_chain set hash = previous where seq = link.seq;
          end loop;
          update audit_head set hash = previous;
        end $$`);
      expect(await verifyAudit(tx, now)).toMatchObject({ isIntact: true, events: all });
      await run('set local session_replication_role = origin');
      expect(await forgetAuditEvents(tx)).toBe(2);
      expect(await verifyAudit(tx, now)).toMatchObject({ isIntact: true, events: all - 2 });
      // A forged checkpoint does not hide events that were removed too early.
      await run('set local session_replication_role = replica');
      await run('delete from audit_chain where seq = 3');
      await run('delete from audit_events where id = 3');
      await run("insert into audit_checkpoints (seq, hash, removed_until) values (3, 'x', now())");
      expect(await verifyAudit(tx, now)).toMatchObject({ isIntact: false, seq: 3 });
    });
  });
});
