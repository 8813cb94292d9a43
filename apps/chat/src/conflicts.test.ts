// Agents do not see or answer chats of themselves, their household or their companies.
import { auditEvents, chats, customers, type Database, employees } from '@hofn/database';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { createIssuer, fixedClock, type Issuer } from '@hofn/service/testing.ts';
import { asc, eq } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { joinAsAgent, joinAsVisitor, type RunningChat, seedPeople, startChat } from './testing.ts';

const katrin = 'employee|katrin';
const katrinSsn = '1205851429';

describeEachEngine('conflicts of interest in chats', (open) => {
  let database: Database;
  let issuer: Issuer;
  let chat: RunningChat;

  beforeAll(async () => {
    database = await open();
    await seedPeople(database);
    await database.db.update(employees).set({ ssn: katrinSsn }).where(eq(employees.id, katrin));
    issuer = await createIssuer();
  });
  beforeEach(async () => {
    await database.db.delete(chats);
    await database.db.update(customers).set({ spouseSsn: null });
    chat = await startChat(database, issuer, { clock: fixedClock() });
  });
  afterEach(() => chat.stop());

  const marryAnna = () =>
    database.db.update(customers).set({ spouseSsn: katrinSsn }).where(eq(customers.id, 'anna'));
  const joinAsAnna = async () => joinAsVisitor(chat, { token: await issuer.token('anna') });
  /** What was recorded about a chat. */
  const recorded = (chatId: string) =>
    database.db
      .select({ actor: auditEvents.actorId, subject: auditEvents.subjectId, details: auditEvents.details })
      .from(auditEvents)
      .where(eq(auditEvents.object, `chat ${chatId}`))
      .orderBy(asc(auditEvents.id));

  test('ROLE-4: the chat of an agent’s spouse is not on the agent’s list and cannot be taken, and a colleague answers it', async () => {
    await marryAnna();
    await joinAsAnna();
    await joinAsVisitor(chat, { name: 'Gestur' });
    const bjarki = await joinAsAgent(chat, issuer, 'employee|bjarki');
    const { id } = await bjarki.chat(({ name }) => name === 'Anna Prófdóttir');
    const agent = await joinAsAgent(chat, issuer, katrin);
    await agent.chat(({ name }) => name === 'Gestur');
    for (const command of [
      { type: 'take', chat: id },
      { type: 'say', chat: id, key: 'a-------', text: 'Sæl' },
      { type: 'end', chat: id },
    ]) {
      agent.say(command);
      const refusal = await agent.news('refused', ({ of }) => of === command.type);
      expect(refusal).toMatchObject({ errorCode: 'notFound' });
    }
    expect(JSON.stringify(agent.heard)).not.toContain('Anna');
    expect(await recorded(id)).toEqual([{ actor: katrin, subject: 'anna', details: { act: 'take' } }]);
    bjarki.say({ type: 'take', chat: id });
    expect(await bjarki.chat(({ mine }) => mine)).toMatchObject({ id });
  });

  test('ROLE-4: a chat goes back to the queue when its agent turns out to be the customer’s spouse', async () => {
    const visitor = await joinAsAnna();
    const agent = await joinAsAgent(chat, issuer, katrin);
    const { id } = await agent.chat(({ name }) => name === 'Anna Prófdóttir');
    agent.say({ type: 'take', chat: id });
    await visitor.news('chat', ({ state }) => state === 'connected');
    await marryAnna();
    visitor.say({ type: 'say', key: 'a-------', text: 'Leyndarmál' });
    expect(await visitor.news('chat', ({ state }) => state === 'waiting')).toMatchObject({ agent: null });
    await agent.news('chats', ({ chats: list }) => list.length === 0);
    expect(agent.texts()).toEqual([]);
    expect(await recorded(id)).toEqual([{ actor: katrin, subject: 'anna', details: { act: 'release' } }]);
    const bjarki = await joinAsAgent(chat, issuer, 'employee|bjarki');
    bjarki.say({ type: 'take', chat: id });
    await bjarki.news('message', ({ text }) => text === 'Leyndarmál');
  });
});
