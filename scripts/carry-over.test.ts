import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  insuranceAcceptedChanges,
  insuranceCustomers,
  insuranceEvents,
  insurancePolicies,
} from '@hofn/database/schema/insurance.ts';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { addDays } from '@hofn/domain';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { openingBook } from '../apps/core/src/opening.ts';
import { readCalendar } from '../apps/core/src/store/calendar.ts';
import { readConnection } from '../apps/core/src/store/connection.ts';
import { allFacts } from '../apps/core/src/store/outbox.ts';
import { nextPolicyNumber } from '../apps/core/src/store/work.ts';
import { carryOver } from './system/carry-over.ts';

const openedOn = '2026-11-01';
const today = addDays(openedOn, 40);

/** The core's folder as the previous release leaves it, in the middle of its work. */
const oldFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'hofn-old-core-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const records = openingBook(openedOn).records.map((record, index) => ({
    ...{ ...record, version: 3, id: null },
    // One change was not sent yet.
    answeredVersion: index === 0 ? 2 : 3,
  }));
  const customer = { ssn: '1201741429' };
  const request = { id: 'r1', kind: 'cover', effectiveOn: addDays(today, 5), customer };
  const event = { id: 'e2', at: `${today}T08:00:00Z`, type: 'hofn.claim.filed', data: { claimId: 'c1' } };
  const book = {
    ...{ today, daysAhead: 12, openedOn, cursor: '17', settlesByRule: true, nextPolicyNumber: 9_100_004 },
    ...{ accepted: [request], records, sent: [], events: [event], handled: ['e1', 'e2'] },
    ...{ isOpening: false, opened: { at: `${openedOn}T08:00:00Z`, loaded: records.length, refused: 0 } },
  };
  writeFileSync(join(folder, 'book.json'), JSON.stringify(book));
  return folder;
};

describeEachEngine('a demo of the previous release', (open) => {
  test('CORE-13: is carried over once, with its days, versions, unsent facts and the next policy number', async () => {
    const database = await open();
    const { db } = database;
    const folder = oldFolder();
    const before = readFileSync(join(folder, 'book.json'), 'utf8');
    expect(await carryOver(database, join(folder, 'none'))).toBe(false);
    expect(await carryOver(database, folder)).toBe(true);
    expect(await readCalendar(db)).toEqual({
      ...{ today, daysAhead: 12, openedOn },
      // The handler of that release decided claims wherever the demo had one; now a start says so.
      hasDemoHandler: false,
    });
    expect(await readConnection(db)).toMatchObject({ cursor: '17', settlesByRule: true, isOpening: false });
    const [policy] = await db.select().from(insurancePolicies).where(eq(insurancePolicies.number, '2041188'));
    expect(policy).toMatchObject({ customer: '1201741429', version: 3, product: 'kasko' });
    expect(await db.$count(insuranceCustomers)).toBe(15);
    expect(await db.$count(insuranceCustomers, eq(insuranceCustomers.workedOn, today))).toBe(15);
    expect((await allFacts(db)).map(({ type, version }) => [type, version])).toEqual([['customers', 3]]);
    expect(
      await db.select({ id: insuranceAcceptedChanges.requestId }).from(insuranceAcceptedChanges),
    ).toEqual([{ id: 'r1' }]);
    expect(await db.$count(insuranceEvents)).toBe(2);
    expect(await nextPolicyNumber(db)).toBe('9100004');

    expect(await carryOver(database, folder)).toBe(false);
    expect(readFileSync(join(folder, 'book.json'), 'utf8')).toBe(before);
  });
});
