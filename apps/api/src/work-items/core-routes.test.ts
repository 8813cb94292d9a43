// Messages and forms are answered by another system instead of staff, when a setting says so (rule CORE-10).
import type { CustomerMatter, StaffCase } from '@hofn/contracts';
import { auditEvents, caseAnswers, cases, type Database, submissions } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fillSent } from '../core/reads/testing.ts';
import { recordedEvents } from '../events/testing.ts';
import { defaultSettings } from '../settings.ts';
import { createIssuer, fillDatabase, fillStaff, startApi, temporaryFiles } from '../testing.ts';

const message = '/api/core/v1/customers/by-id/anna/messages/m1/answers/svar-1';
const form = '/api/core/v1/forms/f1/answers/svar-1';
const reply = { author: 'Ragna Prófdóttir', text: 'Nýja heimilisfangið er skráð.' };

describeWithDatabase('answers of another system', (open) => {
  const files = temporaryFiles();
  let database: Database;
  let api: Awaited<ReturnType<typeof startApi>>;
  let byStaff: Awaited<ReturnType<typeof startApi>>;
  let system: string;
  let anna: string;
  let staff: string;
  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await fillStaff(database);
    const issuer = await createIssuer();
    const settings = { ...defaultSettings(), RATE_WRITE: 1000 };
    const byCore = { ...settings, REQUESTS_SETTLED_BY_CORE: ['inquiry' as const] };
    api = await startApi(database, issuer, { files, settings: byCore });
    byStaff = await startApi(database, issuer, { files, settings });
    system = await issuer.serviceToken(['core.messages.answer']);
    anna = await issuer.token('anna');
    staff = await issuer.token('employee|katrin', { actor_kind: 'employee' });
  });
  afterAll(() => Promise.all([api.stop(), byStaff.stop()]));
  beforeEach(() => fillSent(database));

  const send = async (
    path: string,
    body: object,
    { to = api, token = system, method = 'PUT' } = {},
  ): Promise<[status: number, body: Record<string, unknown>]> => {
    const response = await to.ask(path, {
      ...{ method, token, body: JSON.stringify(body) },
      headers: { 'content-type': 'application/json' },
    });
    return [response.status, (await response.json()) as Record<string, unknown>];
  };
  const caseOf = async (id: string) =>
    (await (await api.ask(`/api/staff/v1/cases/${id}`, { token: staff })).json()) as StaffCase;

  test('CORE-10: an answer to a message is stored once, closes the case, and is read in My pages and by staff', async () => {
    expect(await send(message, reply)).toEqual([200, { result: 'recorded' }]);
    expect(await send(message, reply)).toEqual([200, { result: 'unchanged' }]);
    expect((await send(message, { ...reply, text: 'Annað svar.' }))[0]).toBe(409);
    const matters = (await (await api.ask('/api/user/v1/matters', { token: anna })).json()) as {
      items: CustomerMatter[];
    };
    expect(matters.items.find(({ id }) => id === 'k9')).toMatchObject({
      state: 'closed',
      answers: [reply],
    });
    expect(await caseOf('k9')).toMatchObject({
      state: 'closed',
      assignee: null,
      messages: [reply],
      events: [
        { kind: 'answered', by: reply.author },
        { kind: 'closed', by: reply.author },
        { kind: 'looked' },
      ],
    });
    const types = (await recordedEvents(database)).map(({ type }) => type);
    expect(types).toEqual(['hofn.case.answered', 'hofn.case.closed']);
    const [audited] = await database.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, 'core.answer'))
      .orderBy(desc(auditEvents.id));
    expect(audited).toMatchObject({ actorKind: 'service', subjectId: 'anna', object: 'case k9' });
  });

  test('CORE-10: an answer to a form is e-mailed to the sender, and can leave the case open', async () => {
    expect(await send(form, { ...reply, close: false })).toEqual([200, { result: 'recorded' }]);
    const [answer] = await database.db.select().from(caseAnswers).where(eq(caseAnswers.caseId, 'k8'));
    expect(answer).toMatchObject({ recipient: 'spyr@example.is', author: reply.author });
    expect(await caseOf('k8')).toMatchObject({ state: 'answered' });
    const [sent] = await database.db.select().from(submissions).where(eq(submissions.id, 'f1'));
    expect(sent?.state).toBe('received');
  });

  test('CORE-10: a form without an address, and what does not exist, cannot be answered', async () => {
    await database.db.update(submissions).set({ email: null }).where(eq(submissions.id, 'f1'));
    const refused = await send(form, reply);
    expect([refused[0], refused[1].errorCode]).toEqual([409, 'caseUnanswerable']);
    expect((await send('/api/core/v1/forms/none/answers/1', reply))[0]).toBe(404);
    // Another customer's message.
    expect((await send(message.replace('anna', 'birgir'), reply))[0]).toBe(404);
    expect(await database.db.$count(caseAnswers, eq(caseAnswers.caseId, 'k8'))).toBe(0);
  });

  test('CORE-10: a missing text or author is refused by its field', async () => {
    const [status, problem] = await send(message, { ...reply, text: ' ' });
    expect([status, Object.keys(problem.errors as object)]).toEqual([400, ['text']]);
    const [, unnamed] = await send(message, { text: reply.text });
    expect(Object.keys(unnamed.errors as object)).toEqual(['author']);
  });

  test('CORE-10: either staff or the system answers, by setting', async () => {
    const act = { act: 'answer', version: 0, text: 'Þetta er skráð.', close: true };
    const opened = await caseOf('k9');
    expect(opened.answeredByCore).toBe(true);
    const ours = { token: staff, method: 'POST' };
    const refusedStaff = await send('/api/staff/v1/cases/k9', act, ours);
    expect([refusedStaff[0], refusedStaff[1].errorCode]).toEqual([409, 'settledElsewhere']);
    const refusedSystem = await send(message, reply, { to: byStaff });
    expect([refusedSystem[0], refusedSystem[1].errorCode]).toEqual([409, 'settledElsewhere']);
    const answered = await send('/api/staff/v1/cases/k9', act, { ...ours, to: byStaff });
    expect([answered[0], answered[1].answeredByCore]).toEqual([200, false]);
    const [row] = await database.db.select().from(cases).where(eq(cases.id, 'k9'));
    expect(row?.state).toBe('closed');
  });
});
