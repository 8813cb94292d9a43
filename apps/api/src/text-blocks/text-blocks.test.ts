// Text blocks for replies: who writes them, their versions, what is refused, and what replies keep of them.
import type { Problem, StaffCase, TextBlock, TextBlockList, TextBlockVersion } from '@hofn/contracts';
import {
  auditEvents,
  type Database,
  employeeRoles,
  mails,
  textBlocks,
  textBlockUses,
  textBlockVersions,
} from '@hofn/database';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Desk, type Name, startDesk } from '../work-items/testing-desk.ts';

const path = '/api/staff/v1/text-blocks';
const greeting = {
  ...{ name: 'Móttekið', kind: null },
  ...{ is: 'Takk fyrir, {name}. Svarið kemur fyrir {due}.', en: 'Thank you, {name}. We reply by {due}.' },
};

describeEachEngine('text blocks', (open) => {
  let database: Database;
  let desk: Desk;
  let id: string;
  beforeAll(async () => {
    database = await open();
    desk = await startDesk(database);
    // Bjarni administers besides working on claims.
    await database.db.insert(employeeRoles).values({
      ...{ employeeId: 'employee|bjarni', role: 'admin', lines: null, validFrom: '2026-01-01' },
      ...{ validTo: null, givenBy: null, givenAt: new Date('2026-01-01') },
    });
  });
  afterAll(() => desk.stop());
  beforeEach(async () => {
    ({ id } = await desk.begin());
    for (const table of [textBlockUses, textBlockVersions, textBlocks]) await database.db.delete(table);
  });

  const list = async (as: Name): Promise<TextBlockList> => {
    const answer = await desk.get(as, path);
    expect(answer.status).toBe(200);
    return (await answer.json()) as TextBlockList;
  };
  const saved = async (as: Name, to: string, body: object): Promise<TextBlockList> => {
    const answer = await desk.send(as, to, body);
    const read = await answer.json();
    expect([answer.status < 300, read]).toEqual([true, expect.anything()]);
    return read as TextBlockList;
  };
  const refused = async (as: Name, to: string, body: object) => {
    const answer = await desk.send(as, to, body);
    const { errorCode, errors = {} } = (await answer.json()) as Problem;
    return { status: answer.status, errorCode, errors };
  };
  const add = async (more: Partial<TextBlock> = {}): Promise<TextBlock> => {
    const { items } = await saved('stina', path, { ...greeting, ...more });
    const found = items.find(({ name }) => name === (more.name ?? greeting.name));
    if (!found) throw new Error('the block that was added is not listed');
    return found;
  };
  const history = async (block: string): Promise<TextBlockVersion[]> => {
    const answer = await desk.get('stina', `${path}/${block}/versions`);
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { items: TextBlockVersion[] }).items;
  };

  test('DESK-6: supervisors and administrators add blocks, which everyone at the desk lists by name; others are refused', async () => {
    await saved('stina', path, greeting);
    await saved('bjarni', path, { ...greeting, name: 'Afgreitt', kind: 'claim' });
    expect(await list('una')).toMatchObject({
      items: [
        { name: 'Afgreitt', kind: 'claim', version: 1, by: 'Bjarni Prófsson' },
        { ...greeting, version: 1, by: 'Stína Prófdóttir', at: '2026-11-20T12:00:00.000Z' },
      ],
      ...{ handler: 'Una Prófdóttir', mayChange: false },
    });
    expect((await list('stina')).mayChange).toBe(true);
    const [block] = (await list('una')).items;
    for (const to of [path, `${path}/${block?.id}`, `${path}/${block?.id}/retire`])
      expect((await refused('una', to, { ...greeting, version: 1 })).status).toBe(403);
    expect((await desk.get('una', `${path}/${block?.id}/versions`)).status).toBe(403);
    expect((await desk.get('anna', path)).status).toBe(403);
  });

  test('DESK-6: a change adds a version, the earlier ones stay as they were, and the audit names both', async () => {
    const { id: block } = await add();
    desk.clock.set('2026-11-21T09:00:00Z');
    await saved('bjarni', `${path}/${block}`, { ...greeting, name: 'Komið', is: 'Komið.', version: 1 });
    expect(await history(block)).toEqual([
      {
        ...{ version: 2, name: 'Komið', kind: null, is: 'Komið.', en: greeting.en, uses: 0 },
        ...{ by: 'Bjarni Prófsson', at: '2026-11-21T09:00:00.000Z' },
      },
      { ...greeting, version: 1, by: 'Stína Prófdóttir', at: '2026-11-20T12:00:00.000Z', uses: 0 },
    ]);
    const [event] = await database.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, 'staff.textBlock'))
      .orderBy(desc(auditEvents.at))
      .limit(1);
    expect(event).toMatchObject({ actorId: 'employee|bjarni', object: `textBlock ${block}` });
    expect([event?.before, event?.after]).toEqual([
      { version: 1, name: 'Móttekið' },
      { version: 2, name: 'Komið' },
    ]);
  });

  test('DESK-6: who changes or retires a version that somebody has changed meanwhile is refused, and nothing is lost', async () => {
    const { id: block } = await add();
    await saved('stina', `${path}/${block}`, { ...greeting, is: 'Fyrri.', version: 1 });
    const late = { ...greeting, is: 'Seinni.', version: 1 };
    expect(await refused('bjarni', `${path}/${block}`, late)).toMatchObject({
      ...{ status: 409, errorCode: 'conflict' },
    });
    expect((await refused('bjarni', `${path}/${block}/retire`, { version: 1 })).status).toBe(409);
    expect((await list('una')).items).toMatchObject([{ version: 2, is: 'Fyrri.' }]);
    // With the version that holds it is accepted.
    await saved('bjarni', `${path}/${block}`, { ...late, version: 2 });
    expect((await history(block)).map(({ is }) => is)).toEqual(['Seinni.', 'Fyrri.', greeting.is]);
  });

  test('DESK-6: of two changes of one version at once, one is written and the other refused', async () => {
    const { id: block } = await add();
    const answers = await Promise.all(
      ['A', 'B'].map((is) => desk.send('stina', `${path}/${block}`, { ...greeting, is, version: 1 })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await history(block)).toHaveLength(2);
  });

  test('DESK-6: a block out of use is not listed and not changed, keeps its history, and leaves its name to another', async () => {
    const { id: block } = await add();
    const { items } = await saved('stina', `${path}/${block}/retire`, { version: 1 });
    expect(items).toEqual([]);
    expect((await refused('stina', `${path}/${block}`, { ...greeting, version: 1 })).status).toBe(404);
    expect((await refused('stina', `${path}/${block}/retire`, { version: 1 })).status).toBe(404);
    expect(await history(block)).toHaveLength(1);
    expect((await add()).id).not.toBe(block);
  });

  test('DESK-6: a name that another block has, in whatever letters, a language left out, and a field that there is not are each refused by name', async () => {
    await add();
    const other = await add({ name: 'Önnur' });
    const named = async (body: object, to = path) => {
      const { status, errors } = await refused('stina', to, body);
      return [status, Object.keys(errors)];
    };
    expect(await named({ ...greeting, name: 'MÓTTEKIÐ ' })).toEqual([400, ['name']]);
    expect(await named({ ...greeting, version: 1 }, `${path}/${other.id}`)).toEqual([400, ['name']]);
    // Its own name is no other's.
    await saved('stina', `${path}/${other.id}`, { ...greeting, name: 'önnur', version: 1 });
    expect(await named({ ...greeting, name: 'Þriðja', is: ' ' })).toEqual([400, ['is']]);
    expect(await named({ ...greeting, name: 'Þriðja', en: undefined })).toEqual([400, ['en']]);
    expect(await named({ ...greeting, name: 'Þriðja', kind: 'chat' })).toEqual([400, ['kind']]);
    const { errors } = await refused('stina', path, { ...greeting, name: 'Þriðja', en: 'Dear {nmae}' });
    expect(errors).toEqual({ en: [expect.stringContaining('{nmae}')] });
    expect((await list('una')).items).toHaveLength(2);
  });

  test('DESK-6: a reply keeps which versions were inserted, which the history of the block counts until the case is deleted', async () => {
    const { id: block } = await add();
    const act = (body: object) => desk.send('katrin', `/api/staff/v1/cases/${id}`, body);
    const used = { id: block, version: 1 };
    const answer = { act: 'answer', text: 'Takk fyrir, Anna.', version: 0 };
    const unknown = await act({ ...answer, blocks: [{ id: block, version: 9 }] });
    expect([unknown.status, Object.keys(((await unknown.json()) as Problem).errors ?? {})]).toEqual([
      ...[400, ['blocks']],
    ]);
    const sent = await act({ ...answer, blocks: [used, used] });
    expect([sent.status, ((await sent.json()) as StaffCase).messages.map(({ text }) => text)]).toEqual([
      ...[200, expect.arrayContaining(['Takk fyrir, Anna.'])],
    ]);
    expect((await history(block)).map(({ uses }) => uses)).toEqual([1]);
    await desk.begin();
    expect((await history(block)).map(({ uses }) => uses)).toEqual([0]);
  });

  test('DESK-6: the preview of a reply has its text, who would send it and to which address, is recorded, and sends nothing', async () => {
    const text = 'Takk fyrir, Anna.';
    const ask = (as: Name, body: object) => desk.send(as, `/api/staff/v1/cases/${id}/answer-preview`, body);
    const preview = await ask('katrin', { text });
    expect(preview.status).toBe(200);
    const { recipient, letter } = (await preview.json()) as {
      recipient: string;
      letter: { subject: string; body: string };
    };
    expect(letter.body).toContain(text);
    expect(letter.body).toContain('Katrín');
    const look = (await (await desk.get('katrin', `/api/staff/v1/cases/${id}`)).json()) as StaffCase;
    expect([recipient, look.messages.filter(({ fromUs }) => fromUs), look.version]).toEqual([
      ...[look.email, [], 0],
    ]);
    expect(
      Object.keys(((await (await ask('katrin', { text: ' ' })).json()) as Problem).errors ?? {}),
    ).toEqual(['text']);
    // Bjarni does not open messages.
    expect((await ask('bjarni', { text })).status).toBe(404);
    const recorded = await database.db
      .select({ details: auditEvents.details })
      .from(auditEvents)
      .where(eq(auditEvents.action, 'staff.case'))
      .orderBy(desc(auditEvents.id))
      .limit(2);
    expect(JSON.stringify(recorded)).toContain('preview');
    expect(await database.db.$count(mails)).toBe(0);
  });
});
