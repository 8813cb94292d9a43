// Random lives of a claim and of complaints about it: nobody who handled the claim decides a complaint (rule RIGHT-2).
import type { Problem, StaffCase } from '@hofn/contracts';
import { cases, claimMessages, claims, complaints, type Database, mails } from '@hofn/database';
import { patience } from '@hofn/database/testing/patience.ts';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { eq, isNotNull } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkItem } from '../work-items/open-work-item.ts';
import { type Desk, type Name, startDesk } from '../work-items/testing-desk.ts';

// LIVES=200 npm run unit -- apps/api/src/complaints/complaint-lives.test.ts
const lives = Number(process.env.LIVES ?? 8);

const workers = ['katrin', 'una', 'stina'] as const;
type Worker = (typeof workers)[number];
type Act = 'look' | 'note' | 'assign' | 'release' | 'answer' | 'handOver' | 'decide' | 'complain';
type Step = { act: Act; by: Worker; to: Worker; on: 'claim' | 'complaint' };

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom<Act[]>(
    'look',
    'note',
    'assign',
    'release',
    'answer',
    'handOver',
    'decide',
    'complain',
  ),
  by: fc.constantFrom(...workers),
  to: fc.constantFrom(...workers),
  on: fc.constantFrom('claim' as const, 'complaint' as const),
});

const decision = { outcome: 'rejected', cause: 'decision', letter: 'Uppgjörið er rétt.' };
const bodyOf = ({ act, to }: Step): object => {
  if (act === 'note' || act === 'answer') return { act, text: 'Skoðað.' };
  if (act === 'handOver') return { act, to, reason: 'Á hennar borði' };
  return act === 'decide' ? { act, decision } : { act };
};

describeWithDatabase('lives of complaints', (open) => {
  let database: Database;
  let desk: Desk;
  beforeAll(async () => {
    database = await open();
    desk = await startDesk(database);
  });
  afterAll(() => desk.stop());

  const begin = async (): Promise<string> => {
    const { db } = database;
    await desk.begin();
    // Also what was written in the claim, which says who handled it.
    for (const table of [cases, complaints, mails, claimMessages]) await db.delete(table);
    await db.update(claims).set({ line: 'vehicle' }).where(eq(claims.id, 'c1'));
    return openWorkItem(db, {
      ...{ kind: 'claim', matterId: 'c1', customerId: 'anna', language: 'is', openedAt: desk.clock.now() },
    });
  };
  /** Katrín alone opens claims besides the supervisor. */
  const look = async (by: Name, id: string): Promise<StaffCase | undefined> => {
    const answer = await desk.get(by, `/api/staff/v1/cases/${id}`);
    return answer.status === 200 ? ((await answer.json()) as StaffCase) : undefined;
  };
  const complain = () =>
    desk.send('anna', '/api/complaint/v1/complaints', {
      ...{ subject: 'claim', subjectId: 'c1', text: 'Bæturnar eru of lágar.' },
    });
  const openCase = async (): Promise<string | undefined> => {
    const rows = await database.db.select().from(cases).where(isNotNull(cases.laterKind));
    return rows.find(({ state }) => state !== 'closed')?.id;
  };

  test(
    'RIGHT-2: nobody who handled the claim decides, each complaint is decided once, and at most one is open',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 18 }), async (steps) => {
          const claimCase = await begin();
          expect((await complain()).status).toBe(201);
          const involved = new Set<Worker>();
          let decided = 0;
          for (const one of steps) {
            const { act, by, on } = one;
            const complaintCase = await openCase();
            if (act === 'complain') {
              const { status } = await complain();
              expect(status).toBe(complaintCase === undefined ? 201 : 409);
              continue;
            }
            const id = on === 'claim' ? claimCase : complaintCase;
            const seen = id === undefined ? undefined : await look(by, id);
            if (id === undefined || seen === undefined || act === 'look') continue;
            if (on === 'complaint') expect([by, seen.handledBefore]).toEqual([by, involved.has(by)]);
            const body = { version: seen.version, ...bodyOf(one) };
            const answer = await desk.send(by, `/api/staff/v1/cases/${id}`, body);
            const { errorCode } = (await answer.json()) as Partial<Problem>;
            const isDone = answer.status === 200;
            if (on === 'claim') {
              if (isDone) involved.add(by);
              const { assignee } = (await look(by, claimCase)) ?? {};
              // Who has the claim now handles it, also when somebody else gave it to them.
              for (const name of workers) if (assignee?.startsWith(nameOf[name])) involved.add(name);
              continue;
            }
            const takes = act === 'assign' || act === 'answer' || act === 'decide';
            if (takes && involved.has(by)) expect([act, errorCode]).toEqual([act, 'complaintHandled']);
            if (isDone && takes) expect(involved.has(by)).toBe(false);
            if (isDone && act === 'handOver') expect(involved.has(one.to)).toBe(false);
            if (isDone && act === 'decide') {
              decided += 1;
              // The same person does not decide the next one either.
              involved.add(by);
            }
          }
          const rows = await database.db.select().from(complaints);
          expect(rows.filter(({ decidedAt }) => decidedAt === null).length).toBeLessThanOrEqual(1);
          expect(rows.filter(({ outcome }) => outcome !== null)).toHaveLength(decided);
          expect(await database.db.$count(mails, eq(mails.kind, 'complaintDecided'))).toBe(decided);
          for (const { letter } of rows) if (letter !== null) expect(letter).toContain('Málskotsgjald');
        }),
        { numRuns: lives },
      );
    },
    patience(120_000),
  );
});

const nameOf: Record<Worker, string> = { katrin: 'Katrín', una: 'Una', stina: 'Stína' };
