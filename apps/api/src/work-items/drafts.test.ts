import type { CaseDraft, Problem, StaffCase } from '@hofn/contracts';
import { caseDrafts, cases, type Database, employees, privacyRequests, submissions } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { createLogger } from '@hofn/service';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { filledForms } from '../forms/testing.ts';
import { fillPrivacy } from '../privacy/testing.ts';
import { defaultSettings } from '../settings.ts';
import {
  createIssuer,
  fillDatabase,
  fillDocuments,
  fillStaff,
  fixedClock,
  startApi,
  temporaryFiles,
} from '../testing.ts';
import { forgetCaseDrafts } from './draft-store.ts';
import { openWorkItem } from './open-work-item.ts';

const came = '2026-11-20T12:00:00Z';
const cameAt = '2026-11-20T12:00:00.000Z';
const day = 86_400_000;

describeWithDatabase('drafts about work items', (open) => {
  const clock = fixedClock();
  const files = temporaryFiles();
  let database: Database;
  let api: Awaited<ReturnType<typeof startApi>>;
  let katrin: string;
  let bjarni: string;

  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await fillDocuments(database);
    await fillStaff(database);
    await database.db.insert(employees).values({
      id: 'employee|bjarni',
      username: 'bjarni',
      fullName: 'Bjarni Prófsson',
      email: 'bjarni@example.is',
      passwordHash: 'none',
    });
    const issuer = await createIssuer();
    const often = 100_000;
    const rates = { RATE_READ: often, RATE_WRITE: often, RATE_FORM: often, FORM_SUBMISSIONS: often };
    api = await startApi(database, issuer, {
      settings: { ...defaultSettings(), ...rates },
      clock,
      files,
      logger: createLogger('api', 'silent'),
      register: { find: async () => 'found' as const },
    });
    const token = (sub: string) =>
      issuer.token(sub, { exp: Date.parse(came) / 1000 + 90 * 86_400, actor_kind: 'employee' });
    katrin = await token('employee|katrin');
    bjarni = await token('employee|bjarni');
  });
  beforeEach(async () => {
    clock.set(came);
    await database.db.delete(cases);
    await database.db.delete(submissions);
  });
  afterAll(() => api.stop());

  const post = (path: string, body: object, token?: string) =>
    api.ask(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
      ...(token !== undefined && { token }),
    });
  const addCase = async (): Promise<string> => {
    const answer = await post('/api/form/v1/inquiry', { ...filledForms.inquiry, email: 'drog@example.is' });
    expect(answer.status).toBe(201);
    const [row] = await database.db.select({ id: cases.id }).from(cases);
    return row?.id ?? '';
  };
  const draftsOf = async (id: string, token = katrin): Promise<CaseDraft[]> => {
    const answer = await api.ask(`/api/staff/v1/cases/${id}/drafts`, { token });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { items: CaseDraft[] }).items;
  };
  type ChangedAt = string | null;
  const save = (id: string, kind: string, changedAt: ChangedAt, fields: object, token = katrin) =>
    post(`/api/staff/v1/cases/${id}/drafts/${kind}`, { changedAt, fields }, token);
  const saved = async (answer: Response): Promise<ChangedAt> => {
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { changedAt: ChangedAt }).changedAt;
  };
  const look = async (id: string, token = katrin): Promise<StaffCase> =>
    (await (await api.ask(`/api/staff/v1/cases/${id}`, { token })).json()) as StaffCase;
  const act = async (id: string, body: object, token = katrin) =>
    post(`/api/staff/v1/cases/${id}`, { version: (await look(id, token)).version, ...body }, token);

  test('DESK-4: a draft is kept by case and employee, and no colleague reads or overwrites it', async () => {
    const id = await addCase();
    expect(await draftsOf(id)).toEqual([]);
    expect(await saved(await save(id, 'answer', null, { text: 'Sæl.', close: true }))).toBe(cameAt);
    await saved(await save(id, 'answer', null, { text: 'Frá Bjarna.' }, bjarni));
    await saved(await save(id, 'close', null, { note: 'Símtal.' }));
    expect((await draftsOf(id)).toSorted((a, b) => (a.kind < b.kind ? -1 : 1))).toMatchObject([
      {
        kind: 'answer',
        fields: { text: 'Sæl.', close: true },
        changedAt: cameAt,
      },
      { kind: 'close', fields: { note: 'Símtal.' } },
    ]);
    expect(await draftsOf(id, bjarni)).toMatchObject([{ fields: { text: 'Frá Bjarna.' } }]);
  });

  test('DESK-4: a draft that was changed on another device is not overwritten', async () => {
    const id = await addCase();
    const first = await saved(await save(id, 'answer', null, { text: 'Úr fartölvu.' }));
    // In the same millisecond as the first one.
    const second = await saved(await save(id, 'answer', first, { text: 'Úr fartölvu, lengra.' }));
    for (const stale of [null, first]) {
      const refused = await save(id, 'answer', stale, { text: 'Úr síma.' });
      expect(refused.status).toBe(409);
      expect(((await refused.json()) as Problem).errorCode).toBe('draftChanged');
      expect((await save(id, 'answer', stale, {})).status).toBe(409);
    }
    expect(await draftsOf(id)).toMatchObject([
      { fields: { text: 'Úr fartölvu, lengra.' }, changedAt: second },
    ]);
    expect(await saved(await save(id, 'answer', second, {}))).toBeNull();
    expect(await draftsOf(id)).toEqual([]);
  });

  test('DESK-4: unknown cases, kinds, fields and types are refused by name, and nothing is stored', async () => {
    const id = await addCase();
    expect((await save('none', 'answer', null, { text: 'x' })).status).toBe(404);
    expect((await api.ask('/api/staff/v1/cases/none/drafts', { token: katrin })).status).toBe(404);
    for (const [kind, fields] of [
      ['poem', { text: 'x' }],
      ['answer', { colour: 'x' }],
      ['answer', { text: 7 }],
      ['answer', { text: 'x'.repeat(20_001) }],
    ] as const) {
      const refused = await save(id, kind, null, fields);
      expect(refused.status, JSON.stringify(fields).slice(0, 40)).toBe(400);
      expect(Object.keys(((await refused.json()) as Problem).errors ?? {})).not.toEqual([]);
    }
    expect(await database.db.$count(caseDrafts)).toBe(0);
  });

  test('DESK-4: sending a reply deletes its draft, closing the case all of the employee’s; a refused act deletes none', async () => {
    const id = await addCase();
    await saved(await save(id, 'answer', null, { text: 'Svar.' }));
    await saved(await save(id, 'close', null, { note: 'Afgreitt.' }));
    await saved(await save(id, 'answer', null, { text: 'Mitt svar.' }, bjarni));
    expect((await act(id, { act: 'answer', text: 'Svar.', version: 7 })).status).toBe(409);
    expect(await draftsOf(id)).toHaveLength(2);
    expect((await act(id, { act: 'answer', text: 'Svar.' })).status).toBe(200);
    expect(await draftsOf(id)).toMatchObject([{ kind: 'close' }]);
    // Taken over by a colleague, who closes it: the text of neither is lost by what the other does.
    expect((await act(id, { act: 'assign' }, bjarni)).status).toBe(200);
    expect((await act(id, { act: 'close' }, bjarni)).status).toBe(200);
    expect(await draftsOf(id)).toMatchObject([{ kind: 'close', fields: { note: 'Afgreitt.' } }]);
    expect(await draftsOf(id, bjarni)).toEqual([]);
  });

  test('DESK-4: a reply that closes the case deletes the other drafts too, and leaves a reply from another device', async () => {
    const id = await addCase();
    const draft = await saved(await save(id, 'answer', null, { text: 'Svar.' }));
    clock.set('2026-11-20T12:05:00Z');
    await saved(await save(id, 'answer', draft, { text: 'Svar úr síma.' }));
    await saved(await save(id, 'close', null, { note: 'Afgreitt.' }));
    expect((await act(id, { act: 'answer', text: 'Svar.', close: true, draft })).status).toBe(200);
    expect(await draftsOf(id)).toMatchObject([{ kind: 'answer', fields: { text: 'Svar úr síma.' } }]);
  });

  test('DESK-4: deciding about personal data deletes the draft of the decision', async () => {
    await fillPrivacy(database, files);
    const id = await openWorkItem(database.db, {
      ...{ kind: 'privacy', matterId: 'x2', customerId: 'anna', language: 'is', openedAt: new Date(came) },
    });
    await saved(await save(id, 'privacyRefuse', null, { reasons: 'Þarf að geyma gögnin.' }));
    await saved(await save(id, 'answer', null, { text: 'Sæl.' }));
    const decision = { act: 'refuse', reasons: 'Lög um bókhald krefjast þess.' };
    expect((await post('/api/staff/v1/privacy/x2', decision, katrin)).status).toBe(200);
    expect(await draftsOf(id)).toMatchObject([{ kind: 'answer' }]);
    await database.db.delete(privacyRequests);
  });

  test('DESK-4: a draft is deleted 30 days after the last change, and with its case', async () => {
    const id = await addCase();
    await saved(await save(id, 'answer', null, { text: 'Gamalt.' }));
    clock.set(new Date(Date.parse(came) + 10 * day).toISOString());
    await saved(await save(id, 'close', null, { note: 'Nýrra.' }));
    clock.set(new Date(Date.parse(came) + 31 * day).toISOString());
    await forgetCaseDrafts({ db: database.db, clock });
    expect(await draftsOf(id)).toMatchObject([{ kind: 'close' }]);
    await database.db.delete(cases);
    expect(await database.db.$count(caseDrafts)).toBe(0);
  });

  test('DESK-4: in any order of saves and sends on two devices, text is replaced only by a device that has seen it', async () => {
    const device = fc.constantFrom(0, 1);
    const step = fc.record({ kind: fc.constantFrom('type', 'reload', 'send', 'clear'), device });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        await database.db.delete(cases);
        await database.db.delete(submissions);
        const id = await addCase();
        let stored: { text: string; changedAt: ChangedAt } | undefined;
        const seen: ChangedAt[] = [null, null];
        for (const [index, { kind, device }] of steps.entries()) {
          // Drafts of different moments: one that was sent and written again is another one.
          clock.set(new Date(Date.parse(came) + index * 1000).toISOString());
          const changedAt = seen[device] ?? null;
          const isCurrent = changedAt === (stored?.changedAt ?? null);
          if (kind === 'reload') seen[device] = stored?.changedAt ?? null;
          else if (kind === 'send') {
            const draft = changedAt ?? came;
            expect((await act(id, { act: 'answer', text: `Svar ${index}.`, draft })).status).toBe(200);
            // A draft that this device has not seen stays.
            if (stored && (stored.changedAt ?? '') <= new Date(draft).toISOString()) stored = undefined;
            seen[device] = null;
          } else {
            const text = `Texti ${index}.`;
            const answer = await save(id, 'answer', changedAt, kind === 'clear' ? {} : { text });
            expect(answer.status).toBe(isCurrent ? 200 : 409);
            if (!isCurrent) continue;
            seen[device] = await saved(answer);
            stored = kind === 'clear' ? undefined : { text, changedAt: seen[device] ?? null };
          }
          expect(
            (await draftsOf(id)).map(({ fields, changedAt }) => ({ text: fields.text, changedAt })),
          ).toEqual(stored ? [stored] : []);
        }
      }),
      { numRuns: 15 },
    );
  });
});
