import type { ServiceToAgent, ServiceToVisitor } from '@hofn/contracts';
import {
  callCounts,
  chatAgents,
  chatMessages,
  chats,
  chatTranscripts,
  coreEvents,
  type Database,
  employees,
} from '@hofn/database';
import { patience } from '@hofn/database/testing/patience.ts';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { chatLengths } from '@hofn/domain/chat.ts';
import { createIssuer, fixedClock, type Issuer } from '@hofn/service/testing.ts';
import { asc, eq } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  connect,
  joinAsAgent,
  joinAsVisitor,
  newSession,
  origin,
  type RunningChat,
  seedPeople,
  startChat,
} from './testing.ts';

const key = (text: string) => text.padEnd(8, '-');
const numbered = (count: number, from = 1) => Array.from({ length: count }, (_, at) => from + at);

describeEachEngine('chat', (open) => {
  let database: Database;
  let issuer: Issuer;
  const clock = fixedClock();
  let chat: RunningChat;
  /** Another replica on the same database. */
  let other: RunningChat;

  beforeAll(async () => {
    database = await open();
    await seedPeople(database);
    issuer = await createIssuer();
  });
  beforeEach(async () => {
    clock.set('2026-11-21T12:00:00Z');
    await database.db.delete(chats);
    await database.db.delete(chatAgents);
    await database.db.delete(callCounts);
    chat = await startChat(database, issuer, { clock });
    other = await startChat(database, issuer, { clock });
  });
  afterEach(() => Promise.all([chat.stop(), other.stop()]));

  const lastSeen = async (name: string) => {
    const [row] = await database.db.select({ at: chats.activeAt }).from(chats).where(eq(chats.name, name));
    return row && new Date(row.at).toISOString();
  };
  const storedMessages = async () =>
    (
      await database.db
        .select({ seq: chatMessages.seq, text: chatMessages.text })
        .from(chatMessages)
        .orderBy(asc(chatMessages.seq))
    ).map(({ seq, text }) => `${seq} ${text}`);

  test('HELP-9: a message reaches another replica by notification, without waiting for a poll', async () => {
    const settings = { CHAT_POLL_MS: 60_000, CHAT_POLL_SLOW_MS: 60_000, CHAT_SWEEP_MS: 60_000 };
    const [near, far] = [
      await startChat(database, issuer, { clock, settings }),
      await startChat(database, issuer, { clock, settings }),
    ];
    const agent = await joinAsAgent(far, issuer);
    const visitor = await joinAsVisitor(near);
    const { id } = await agent.chat(({ name }) => name === 'Gestur');
    agent.say({ type: 'take', chat: id });
    await visitor.news('chat', ({ state }) => state === 'connected');
    visitor.say({ type: 'say', key: key('a'), text: 'Góðan dag' });
    expect(await agent.news('message')).toMatchObject({ chat: id, text: 'Góðan dag' });
    await Promise.all([near.stop(), far.stop()]);
  });

  test('HELP-9: a message reaches another replica when all notifications are lost, as behind a pooler', async () => {
    const deaf = { ...database, source: { url: 'postgres://nobody@127.0.0.1:1/none' } };
    const settings = { CHAT_POLL_SLOW_MS: 60_000 };
    const [near, far] = [
      await startChat(deaf, issuer, { clock, settings }),
      await startChat(deaf, issuer, { clock, settings }),
    ];
    const agent = await joinAsAgent(far, issuer);
    const visitor = await joinAsVisitor(near);
    const { id } = await agent.chat(({ name }) => name === 'Gestur');
    agent.say({ type: 'take', chat: id });
    await visitor.news('chat', ({ state }) => state === 'connected');
    visitor.say({ type: 'say', key: key('a'), text: 'Góðan dag' });
    expect(await agent.news('message')).toMatchObject({ chat: id, text: 'Góðan dag' });
    await Promise.all([near.stop(), far.stop()]);
  });

  test('HELP-9: visitor and agent on different replicas exchange messages, which are stored', async () => {
    const visitor = await joinAsVisitor(chat);
    const agent = await joinAsAgent(other, issuer);
    const { id } = await agent.chat(({ name }) => name === 'Gestur');
    visitor.say({ type: 'say', key: key('a'), text: 'Góðan dag' });
    agent.say({ type: 'take', chat: id });
    expect(await visitor.news('chat', ({ state }) => state === 'connected')).toMatchObject({
      agent: 'Katrín Ósk Prófdóttir',
      position: null,
    });
    expect(await agent.news('message')).toMatchObject({
      chat: id,
      seq: 1,
      text: 'Góðan dag',
      side: 'visitor',
    });
    agent.say({ type: 'typing', chat: id });
    await visitor.news('typing');
    agent.say({ type: 'say', chat: id, key: key('b'), text: 'Sæl og blessuð' });
    expect(await visitor.news('message', ({ seq }) => seq === 2)).toMatchObject({
      author: 'Katrín Ósk Prófdóttir',
      at: '2026-11-21T12:00:00.000Z',
    });
    visitor.say({ type: 'typing' });
    expect(await agent.news('typing')).toEqual({ type: 'typing', chat: id });
    expect(await storedMessages()).toEqual(['1 Góðan dag', '2 Sæl og blessuð']);
  });

  test('typing signals are stored at most every two seconds', async () => {
    const visitor = await joinAsVisitor(chat);
    const revision = async () => (await database.db.select({ at: chats.revision }).from(chats))[0]?.at ?? 0;
    const first = await revision();
    // The final refusal shows that all earlier commands were handled.
    const typeFor = async (of: string) => {
      for (const _ of numbered(5)) visitor.say({ type: 'typing' });
      visitor.say({ type: of });
      await visitor.news('refused', (refused) => refused.of === of);
    };
    await typeFor('first');
    expect(await revision()).toBe(first + 1);
    clock.set('2026-11-21T12:00:01.999Z');
    await typeFor('second');
    expect(await revision()).toBe(first + 1);
    clock.set('2026-11-21T12:00:02Z');
    await typeFor('third');
    expect(await revision()).toBe(first + 2);
  });

  test('HELP-9: after lost connections every message arrives once and in order, on either replica', async () => {
    const visitor = await joinAsVisitor(chat);
    const agent = await joinAsAgent(chat, issuer);
    const { id } = await agent.chat(() => true);
    agent.say({ type: 'take', chat: id });
    for (const n of numbered(5)) visitor.say({ type: 'say', key: key(`m${n}`), text: `${n}` });
    await agent.until(() => agent.texts().length === 5 || undefined);
    visitor.cut();
    agent.cut();

    // Both reconnect to the other replica. Unconfirmed messages are sent again; the agent has seen three.
    const again = await connect<ServiceToVisitor>(other, '/visitor');
    again.say({ type: 'rejoin', session: visitor.session, language: 'is', after: 2 });
    for (const n of numbered(7)) again.say({ type: 'say', key: key(`m${n}`), text: `${n}` });
    const back = await joinAsAgent(other, issuer, 'employee|katrin', { [id]: 3 });
    await again.news('message', ({ seq }) => seq === 7);
    await back.news('message', ({ seq }) => seq === 7);
    expect(again.texts()).toEqual(numbered(5, 3).map((n) => `${n} visitor: ${n}`));
    expect(back.texts()).toEqual(numbered(4, 4).map((n) => `${n} visitor: ${n}`));
    expect(await storedMessages()).toEqual(numbered(7).map((n) => `${n} ${n}`));
  });

  test('HELP-9: concurrent messages through two replicas have the same order for both sides', async () => {
    const visitor = await joinAsVisitor(chat);
    const agent = await joinAsAgent(other, issuer);
    const { id } = await agent.chat(() => true);
    agent.say({ type: 'take', chat: id });
    await agent.chat(({ mine }) => mine);
    for (const n of numbered(20)) {
      visitor.say({ type: 'say', key: key(`v${n}`), text: `v${n}` });
      agent.say({ type: 'say', chat: id, key: key(`a${n}`), text: `a${n}` });
    }
    await visitor.news('message', ({ seq }) => seq === 40);
    await agent.news('message', ({ seq }) => seq === 40);
    expect(visitor.texts()).toEqual(agent.texts());
    expect(visitor.texts().map((text) => Number.parseInt(text, 10))).toEqual(numbered(40));
    for (const side of ['v', 'a'])
      expect(
        visitor.texts().flatMap((text) => (text.includes(`: ${side}`) ? [text.split(side).at(-1)] : [])),
      ).toEqual(numbered(20).map(String));
  });

  test('HELP-9: after a long absence all messages are sent, and start can be repeated', async () => {
    const visitor = await joinAsVisitor(chat);
    const [{ id } = { id: '' }] = await database.db.select({ id: chats.id }).from(chats);
    await database.db.insert(chatMessages).values(
      numbered(450).map((seq) => ({
        chatId: id,
        seq,
        side: 'agent' as const,
        key: key(`${seq}`),
        author: 'Katrín',
        text: `${seq}`,
        sentAt: '2026-11-21T12:00:00Z',
      })),
    );
    await database.db.update(chats).set({ lastSeq: 450, revision: 9 }).where(eq(chats.id, id));
    visitor.cut();
    const again = await joinAsVisitor(other, { session: visitor.session, name: 'Annar' });
    await again.news('message', ({ seq }) => seq === 450);
    expect(again.texts()).toEqual(numbered(450).map((n) => `${n} agent: ${n}`));
    expect(await again.news('chat')).toMatchObject({ name: 'Gestur' });
    expect(await database.db.select().from(chats)).toHaveLength(1);
  });

  test('a chat has at most a thousand messages, and both sides receive all of them at any length', async () => {
    const visitor = await joinAsVisitor(chat);
    const [{ id } = { id: '' }] = await database.db.select({ id: chats.id }).from(chats);
    // The longest JSON encoding of a message: six bytes per character.
    const text = '\u0001'.repeat(chatLengths.message);
    await database.db.insert(chatMessages).values(
      numbered(300, 700).map((seq) => ({
        chatId: id,
        seq,
        side: 'agent' as const,
        key: key(`${seq}`),
        author: 'Katrín',
        text,
        sentAt: '2026-11-21T12:00:00Z',
      })),
    );
    await database.db.update(chats).set({ lastSeq: 999, revision: 9 }).where(eq(chats.id, id));
    visitor.say({ type: 'say', key: key('last'), text: 'Þúsundasta' });
    await visitor.news('message', ({ seq }) => seq === 1000);
    const agent = await joinAsAgent(other, issuer);
    agent.say({ type: 'take', chat: id });
    await agent.news('message', ({ seq }) => seq === 1000);
    expect([visitor.texts().length, agent.texts().length]).toEqual([301, 301]);
    visitor.say({ type: 'say', key: key('more'), text: 'Enn eitt' });
    agent.say({ type: 'say', chat: id, key: key('more'), text: 'Enn eitt' });
    for (const line of [visitor, agent])
      expect(await line.until((all) => all.find(({ type }) => type === 'refused'))).toMatchObject({
        of: 'say',
        key: key('more'),
        errorCode: 'chatFull',
        message: 'Spjallið er orðið of langt. Byrjaðu nýtt til að halda áfram.',
      });
    // A repeated message is not refused.
    visitor.say({ type: 'say', key: key('last'), text: 'Þúsundasta' });
    visitor.say({ type: 'end' });
    await visitor.news('chat', ({ state }) => state === 'ended');
    expect(visitor.heard.filter(({ type }) => type === 'refused')).toHaveLength(1);
    const [row] = await database.db.select({ lastSeq: chats.lastSeq }).from(chats);
    expect(row).toEqual({ lastSeq: 1000 });
  });

  test('STAFF-6: waiting visitors see their position, which moves up as others are taken or leave, on any replica', async () => {
    const first = await joinAsVisitor(chat, { name: 'Fyrsti' });
    clock.set('2026-11-21T12:00:01Z');
    const second = await joinAsVisitor(other, { name: 'Annar' });
    clock.set('2026-11-21T12:00:02Z');
    const third = await joinAsVisitor(chat, { name: 'Þriðji' });
    expect(await third.news('chat')).toMatchObject({ position: 3, state: 'waiting' });
    first.say({ type: 'end' });
    await third.news('chat', ({ position }) => position === 2);
    const agent = await joinAsAgent(other, issuer);
    expect((await agent.news('chats')).chats.map(({ name }) => name)).toEqual(['Annar', 'Þriðji']);
    agent.say({ type: 'take', chat: (await agent.chat(({ name }) => name === 'Annar')).id });
    await second.news('chat', ({ state }) => state === 'connected');
    await third.news('chat', ({ position }) => position === 1);
    expect(await first.news('chat')).toMatchObject({ state: 'ended', endedBy: 'visitor' });
  });

  test('STAFF-6: a chat belongs to the agent who took it until it is released', async () => {
    const visitor = await joinAsVisitor(chat);
    const [katrin, bjarki] = [
      await joinAsAgent(chat, issuer),
      await joinAsAgent(other, issuer, 'employee|bjarki'),
    ];
    const { id } = await katrin.chat(() => true);
    katrin.say({ type: 'take', chat: id });
    await bjarki.chat(({ agent }) => agent === 'Katrín Ósk Prófdóttir');
    for (const word of [
      { type: 'take', chat: id },
      { type: 'say', chat: id, key: key('x'), text: 'Ég líka' },
      { type: 'end', chat: id },
      { type: 'release', chat: id },
    ]) {
      bjarki.say(word);
      expect(await bjarki.news('refused', ({ of }) => of === word.type)).toMatchObject({
        chat: id,
        errorCode: word.type === 'take' ? 'chatTaken' : 'notFound',
      });
    }
    // Its messages reach no other agent.
    visitor.say({ type: 'say', key: key('y'), text: 'Leyndarmál' });
    await katrin.news('message');
    katrin.say({ type: 'release', chat: id });
    await bjarki.chat(({ state, lastSeq }) => state === 'waiting' && lastSeq === 1);
    expect(JSON.stringify(bjarki.heard)).not.toContain('Leyndarmál');
    await visitor.news('chat', ({ state }) => state === 'waiting');
    bjarki.say({ type: 'take', chat: id });
    await visitor.news('chat', ({ agent }) => agent === 'Bjarki Prófsson');
    expect(await bjarki.news('message')).toMatchObject({ text: 'Leyndarmál' });
    // Taken again by the first agent on the same connection: all messages are sent again.
    bjarki.say({ type: 'release', chat: id });
    await visitor.news('chat', ({ state }) => state === 'waiting');
    katrin.say({ type: 'take', chat: id });
    await katrin.until(() => katrin.texts().length === 2 || undefined);
    expect(katrin.texts()).toEqual(['1 visitor: Leyndarmál', '1 visitor: Leyndarmál']);
  });

  test('a customer is identified only by token, and only their agent sees the kennitala', async () => {
    const visitor = await joinAsVisitor(chat, { token: await issuer.token('anna'), name: 'Einhver annar' });
    const agent = await joinAsAgent(chat, issuer);
    const before = await agent.chat(({ name }) => name === 'Anna Prófdóttir');
    expect(before.customer).toBeNull();
    expect(JSON.stringify(agent.heard)).not.toContain('140285');
    agent.say({ type: 'take', chat: before.id });
    expect((await agent.chat(({ mine }) => mine)).customer).toEqual({ kind: 'person', ssn: '1402851489' });
    expect(await visitor.news('chat')).toMatchObject({ name: 'Anna Prófdóttir' });
    expect(chat.lines.filter(({ msg }) => msg === 'audit')).toMatchObject([
      { event: 'chat.start', actor: 'anna', subject: 'anna', chat: before.id },
      { event: 'chat.take', actor: 'employee|katrin', subject: 'anna', chat: before.id },
    ]);

    const nobody = await joinAsVisitor(chat, { name: 'Anna Prófdóttir' });
    expect((await agent.chat(({ state }) => state === 'waiting')).customer).toBeNull();
    nobody.cut();
    const forged = await connect<ServiceToVisitor>(chat, '/visitor');
    const otherIssuer = await createIssuer();
    forged.say({
      type: 'start',
      session: newSession(),
      language: 'is',
      topic: 'Kaskó',
      name: 'Anna',
      token: await otherIssuer.token('anna'),
    });
    expect(await forged.news('refused')).toMatchObject({ of: 'start', errorCode: 'unauthenticated' });
  });

  test('only the customer who started a chat can rejoin it, even with its session', async () => {
    const anna = await joinAsVisitor(chat, { token: await issuer.token('anna') });
    anna.say({ type: 'say', key: key('a'), text: 'Leyndarmál' });
    await anna.news('message');
    const { session } = anna;
    const old = { exp: Date.parse('2026-11-21T11:59:00Z') / 1000 };
    for (const [label, token, errorCode] of [
      ['no token', undefined, 'unauthenticated'],
      ['an expired token', await issuer.token('anna', old), 'unauthenticated'],
      ['another customer', await issuer.token('jon'), 'notFound'],
      ['an employee', await issuer.token('anna', { actor_kind: 'employee' }), 'unauthenticated'],
    ] as const) {
      for (const word of [
        { type: 'rejoin', session, language: 'is', after: 0, token },
        { type: 'start', session, language: 'is', name: 'Annar', topic: 'Kaskó', token },
      ]) {
        const line = await connect<ServiceToVisitor>(other, '/visitor');
        line.say(word);
        expect(await line.news('refused'), label).toMatchObject({ of: word.type, errorCode });
        line.say({ type: 'say', key: key('b'), text: 'Í nafni annars' });
        expect(await line.news('refused', ({ of }) => of === 'say'), label).toMatchObject({
          errorCode: 'notFound',
        });
        expect(line.texts(), label).toEqual([]);
      }
    }
    expect(await storedMessages()).toEqual(['1 Leyndarmál']);
    const again = await connect<ServiceToVisitor>(other, '/visitor');
    again.say({ type: 'rejoin', session, language: 'is', after: 0, token: await issuer.token('anna') });
    expect(await again.news('message')).toMatchObject({ text: 'Leyndarmál' });
    // A visitor's chat continues when they sign in later.
    const guest = await joinAsVisitor(chat);
    const signedIn = await connect<ServiceToVisitor>(other, '/visitor');
    signedIn.say({
      type: 'rejoin',
      session: guest.session,
      language: 'is',
      after: 0,
      token: await issuer.token('jon'),
    });
    expect(await signedIn.news('chat')).toMatchObject({ name: 'Gestur' });
  });

  test('STAFF-6: agents need an employee’s token and are connected until it expires', async () => {
    const refused = {
      customer: { token: await issuer.token('anna'), errorCode: 'forbidden', code: 4403 },
      'a former employee': {
        token: await issuer.token('employee|gone', { actor_kind: 'employee' }),
        errorCode: 'forbidden',
        code: 4403,
      },
      'an expired token': {
        token: await issuer.token('employee|katrin', {
          actor_kind: 'employee',
          exp: Date.parse('2026-11-21T11:59:00Z') / 1000,
        }),
        errorCode: 'unauthenticated',
        code: 4401,
      },
    };
    for (const [label, { token, errorCode, code }] of Object.entries(refused)) {
      const line = await connect<ServiceToAgent>(chat, '/agent');
      line.say({ type: 'hello', token, language: 'en', after: {} });
      expect(await line.news('refused'), label).toMatchObject({ of: 'hello', errorCode });
      expect(await line.closed(), label).toBe(code);
    }
    const silent = await connect<ServiceToAgent>(chat, '/agent');
    silent.say({ type: 'take', chat: 'any' });
    expect(await silent.news('refused')).toMatchObject({ errorCode: 'unauthenticated' });

    const line = await connect<ServiceToAgent>(chat, '/agent');
    const soon = await issuer.token('employee|katrin', {
      actor_kind: 'employee',
      exp: Date.parse('2026-11-21T12:00:01Z') / 1000,
    });
    line.say({ type: 'hello', token: soon, language: 'is', after: {} });
    await line.news('chats');
    expect(await line.closed()).toBe(4401);
  });

  test('HOLD-11: a dismissed agent’s open connection is closed at the next command, and receives nothing more', async () => {
    const setActive = (active: boolean) =>
      database.db.update(employees).set({ active }).where(eq(employees.id, 'employee|bjarki'));
    try {
      const writing = await joinAsAgent(chat, issuer, 'employee|bjarki');
      const reading = await joinAsAgent(other, issuer, 'employee|bjarki');
      const visitor = await joinAsVisitor(chat);
      const { id } = await writing.chat(() => true);
      await reading.chat(() => true);
      await setActive(false);
      writing.say({ type: 'take', chat: id });
      expect(await writing.news('refused')).toMatchObject({ of: 'take', errorCode: 'forbidden' });
      expect(await writing.closed()).toBe(4403);
      visitor.say({ type: 'end' });
      expect(await reading.closed()).toBe(4403);
    } finally {
      await setActive(true);
    }
  });

  test('CORE-7: an idle chat is warned after ten minutes and ended after fifteen', async () => {
    const visitor = await joinAsVisitor(chat);
    const agent = await joinAsAgent(other, issuer);
    const { id } = await agent.chat(() => true);
    agent.say({ type: 'take', chat: id });
    await visitor.news('chat', ({ state }) => state === 'connected');
    clock.set('2026-11-21T12:09:59Z');
    agent.say({ type: 'say', chat: id, key: key('a'), text: 'Ertu þarna?' });
    await visitor.news('message');
    clock.set('2026-11-21T12:19:58Z');
    expect(await visitor.news('chat')).toMatchObject({ idle: false });
    clock.set('2026-11-21T12:19:59Z');
    await visitor.news('chat', ({ idle }) => idle);
    await agent.chat(({ idle }) => idle);
    visitor.say({ type: 'say', key: key('b'), text: 'Já' });
    await visitor.news('chat', ({ idle }) => !idle);
    clock.set('2026-11-21T12:34:59Z');
    await visitor.news('chat', ({ state, endedBy }) => state === 'ended' && endedBy === 'idle');
    expect(await database.db.select().from(coreEvents).where(eq(coreEvents.subject, id))).toMatchObject([
      { type: 'hofn.chat.ended', data: { customerId: null } },
    ]);
    visitor.say({ type: 'say', key: key('c'), text: 'Of seint' });
    expect(await visitor.news('refused')).toMatchObject({
      of: 'say',
      key: key('c'),
      errorCode: 'chatEnded',
      message: 'Spjallinu er lokið. Byrjaðu nýtt til að halda áfram.',
    });
  });

  test('a waiting visitor is not idle while connected', async () => {
    const there = await joinAsVisitor(chat, { name: 'Hér' });
    const away = await joinAsVisitor(chat, { name: 'Burt' });
    away.cut();
    const agent = await joinAsAgent(chat, issuer);
    for (const minute of ['05', '11', '14', '16']) {
      clock.set(`2026-11-21T12:${minute}:00Z`);
      await expect.poll(() => lastSeen('Hér')).toBe(`2026-11-21T12:${minute}:00.000Z`);
    }
    const gone = () => agent.news('chats', ({ chats: list }) => list.every(({ name }) => name !== 'Burt'));
    expect((await gone()).chats.map(({ name }) => name)).toEqual(['Hér']);
    expect(await there.news('chat')).toMatchObject({ state: 'waiting', idle: false });
  });

  test('invalid commands are refused with the field and reason in the client’s language, and not stored', async () => {
    const line = await connect<ServiceToVisitor>(chat, '/visitor');
    line.raw('not JSON');
    expect(await line.news('refused', ({ of }) => of === '')).toMatchObject({ errors: { FORM: [/JSON/] } });
    line.raw(Buffer.from([1, 2, 3]));
    line.say({ type: 'say', key: key('a'), text: 'Halló' });
    expect(await line.news('refused', ({ of }) => of === 'say')).toMatchObject({ errorCode: 'notFound' });
    const start = { type: 'start', session: newSession(), language: 'en', name: 'Gestur', topic: 'Kaskó' };
    for (const [wrong, field, text] of [
      [{ ...start, name: undefined }, 'name', 'This is missing'],
      [{ ...start, name: '  ' }, 'name', 'This is missing'],
      [{ ...start, topic: 'x'.repeat(chatLengths.topic + 1) }, 'topic', /200/],
      [{ ...start, session: 'short' }, 'session', /form/],
      [{ ...start, topic: 'a\u0000b' }, 'topic', /control character/],
      [{ ...start, topic: 'a\ud83d' }, 'topic', /control character/],
    ] as const) {
      const count = line.heard.length;
      line.say(wrong);
      await line.until((all) => all.length > count || undefined);
      const refused = line.heard.at(-1);
      expect(refused, field).toMatchObject({ type: 'refused', of: 'start', errorCode: 'validation' });
      if (refused?.type === 'refused') expect(refused.errors?.[field]?.[0]).toMatch(text);
    }
    expect(await database.db.select().from(chats)).toEqual([]);

    const visitor = await joinAsVisitor(chat);
    visitor.say({ type: 'say', key: key('l'), text: 'þ'.repeat(chatLengths.message) });
    await visitor.news('message', ({ text }) => text.length === 4000);
    visitor.say({ type: 'say', key: key('m'), text: 'þ'.repeat(chatLengths.message + 1) });
    const refused = await visitor.news('refused');
    expect(refused).toMatchObject({ key: key('m'), errors: { text: [/4000/] } });
    visitor.raw(JSON.stringify({ type: 'say', text: 'x'.repeat(70_000) }));
    expect(await visitor.closed()).toBe(1009);
  });

  test('HOLD-13: connections need our own origin, and messages and new chats are limited across replicas', async () => {
    await expect(connect(chat, '/visitor', { origin: 'https://elsewhere.example' })).rejects.toThrow(/403/);
    await expect(connect(chat, '/agent', {})).rejects.toThrow(/403/);
    expect((await fetch(`${chat.url}/visitor`)).status).toBe(403);

    const line = await joinAsVisitor(chat);
    for (const n of numbered(61)) line.say({ type: 'say', key: key(`f${n}`), text: `${n}` });
    expect(await line.news('refused')).toMatchObject({ errorCode: 'tooManyRequests' });

    const strict = await startChat(database, issuer, {
      clock,
      // One of which was started through the other replica.
      settings: { CHAT_STARTS: 2, CHAT_SOCKETS: 3 },
    });
    try {
      const { session } = await joinAsVisitor(strict);
      // Repeating start does not count as another chat.
      await joinAsVisitor(strict, { session });
      const second = await connect<ServiceToVisitor>(strict, '/visitor');
      second.say({ type: 'start', session: newSession(), language: 'en', name: 'A', topic: 'B' });
      expect(await second.news('refused')).toMatchObject({ of: 'start', errorCode: 'tooManyRequests' });
      await expect(connect(strict, '/visitor')).rejects.toThrow(/429/);
    } finally {
      await strict.stop();
    }
  });

  test('HOLD-13: chats and connections are counted by IPv6 network', async () => {
    const strict = await startChat(database, issuer, {
      settings: { CHAT_STARTS: 1, CHAT_SOCKETS: 3, RATE_READ: 1 },
    });
    const from = (address: string) => ({ origin, 'x-forwarded-for': address });
    const start = async (address: string) => {
      const line = await connect<ServiceToVisitor>(strict, '/visitor', from(address));
      line.say({ type: 'start', session: newSession(), language: 'en', name: 'A', topic: 'B' });
      return line;
    };
    try {
      await (await start('2001:db8:7:1::1')).news('chat');
      expect(await (await start('2001:db8:7:1::2')).news('refused')).toMatchObject({
        errorCode: 'tooManyRequests',
      });
      await (await start('2001:db8:7:2::1')).news('chat');
      await connect(strict, '/visitor', from('2001:db8:7:1::3'));
      await expect(connect(strict, '/visitor', from('2001:db8:7:1::4'))).rejects.toThrow(/429/);
      for (let n = 1; n <= 3; n += 1) await connect(strict, '/agent', from(`2001:db8:7:3::${n}`));
      await expect(connect(strict, '/agent', from('2001:db8:7:3::4'))).rejects.toThrow(/429/);
      const readAvailability = (address: string) =>
        fetch(`${strict.url}/availability`, { headers: from(address) });
      expect((await readAvailability('2001:db8:7:1::1')).status).toBe(200);
      expect((await readAvailability('2001:db8:7:1::2')).status).toBe(429);
    } finally {
      await strict.stop();
    }
  });

  test('an unknown session cannot rejoin', async () => {
    const line = await connect<ServiceToVisitor>(chat, '/visitor');
    line.say({ type: 'rejoin', session: newSession(), language: 'en', after: 0 });
    expect(await line.news('refused')).toMatchObject({ of: 'rejoin', errorCode: 'notFound' });
    const [row] = await database.db.select({ hash: chats.sessionHash }).from(chats);
    expect(row).toBeUndefined();
    const visitor = await joinAsVisitor(chat);
    const [stored] = await database.db.select().from(chats);
    expect(JSON.stringify(stored)).not.toContain(visitor.session);
  });

  /** An ended chat with a message by an agent. */
  const endedChat = async (who: { token?: string } = {}) => {
    const visitor = await joinAsVisitor(chat, who);
    const agent = await joinAsAgent(chat, issuer);
    const { id } = await agent.chat(({ state }) => state === 'waiting');
    agent.say({ type: 'take', chat: id });
    agent.say({ type: 'say', chat: id, key: key('s'), text: 'Sæl' });
    await visitor.news('message');
    visitor.say({ type: 'end' });
    await visitor.news('chat', ({ state }) => state === 'ended');
    return visitor;
  };
  const transcriptRecipients = async () =>
    (await database.db.select().from(chatTranscripts)).map(({ recipient }) => recipient).toSorted();

  test('a transcript is queued with its row, at most three times for a customer', async () => {
    const visitor = await endedChat({ token: await issuer.token('anna') });
    visitor.say({ type: 'transcript', email: 'anna' });
    expect(await visitor.news('refused')).toMatchObject({ errors: { email: [/nafn@example\.is/] } });
    for (const n of numbered(4)) visitor.say({ type: 'transcript', email: `anna${n}@example.is` });
    expect(await visitor.news('refused', ({ errorCode }) => errorCode === 'tooManyRequests')).toMatchObject({
      of: 'transcript',
    });
    expect(visitor.heard.filter(({ type }) => type === 'transcript')).toHaveLength(3);
    expect(await transcriptRecipients()).toEqual(numbered(3).map((n) => `anna${n}@example.is`));
    const rows = await database.db.select().from(chatTranscripts);
    expect(chat.sent.map(({ queue, data }) => [queue, (data as { id: string }).id]).toSorted()).toEqual(
      rows.map(({ id }) => ['chat.transcript', id]).toSorted(),
    );
  });

  test('transcripts need an ended chat with an agent’s message, and an address gets three a day', async () => {
    const alone = await joinAsVisitor(chat);
    for (const word of ['going on', 'ended']) {
      const count = alone.heard.filter(({ type }) => type === 'refused').length;
      alone.say({ type: 'transcript', email: 'a@example.is' });
      await alone.until(
        (all) => all.filter(({ type }) => type === 'refused').length > count || undefined,
        word,
      );
      expect(await alone.news('refused'), word).toMatchObject({ of: 'transcript', errorCode: 'conflict' });
      alone.say({ type: 'end' });
      await alone.news('chat', ({ state }) => state === 'ended');
    }
    for (const n of numbered(3)) {
      const visitor = await endedChat();
      visitor.say({ type: 'transcript', email: n === 2 ? 'Gestur@example.is' : 'gestur@example.is' });
      await visitor.news('transcript');
      visitor.say({ type: 'transcript', email: 'annar@example.is' });
      expect(await visitor.news('refused')).toMatchObject({ errorCode: 'tooManyRequests' });
    }
    const fourth = await endedChat();
    fourth.say({ type: 'transcript', email: 'GESTUR@example.is' });
    expect(await fourth.news('refused')).toMatchObject({ of: 'transcript', errorCode: 'tooManyRequests' });
    expect((await transcriptRecipients()).map((to) => to.toLowerCase())).toEqual(
      Array(3).fill('gestur@example.is'),
    );
    clock.set('2026-11-22T12:00:01Z');
    fourth.say({ type: 'transcript', email: 'gestur@example.is' });
    await fourth.news('transcript');
  });

  test('HELP-11: the availability call returns whether an agent is connected and how many chats wait', async () => {
    const readAvailability = async () => (await fetch(`${chat.url}/availability`)).json();
    expect(await readAvailability()).toEqual({
      available: false,
      waiting: 0,
      at: '2026-11-21T12:00:00.000Z',
    });
    await joinAsVisitor(chat);
    const agent = await joinAsAgent(other, issuer);
    expect(await readAvailability()).toMatchObject({ available: true, waiting: 1 });
    agent.cut();
    const twoMinutesLater = () => {
      clock.set(new Date(clock.now().getTime() + 120_000).toISOString());
      return readAvailability();
    };
    await expect.poll(twoMinutesLater, { timeout: patience(10_000) }).toMatchObject({ available: false });
  });

  test('the availability call is rate-limited, with Retry-After', async () => {
    const strict = await startChat(database, issuer, { clock, settings: { RATE_READ: 2 } });
    try {
      const readAvailability = () =>
        fetch(`${strict.url}/availability`, { headers: { 'accept-language': 'en' } });
      expect([(await readAvailability()).status, (await readAvailability()).status]).toEqual([200, 200]);
      const refused = await readAvailability();
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toBe('60');
      expect(refused.headers.get('content-type')).toContain('application/problem+json');
      expect(await refused.json()).toMatchObject({
        errorCode: 'tooManyRequests',
        message: expect.stringMatching(/^Too many/),
      });
      clock.set('2026-11-21T12:01:00Z');
      expect((await readAvailability()).status).toBe(200);
    } finally {
      await strict.stop();
    }
  });

  test('a chat is deleted with its messages after a year', async () => {
    const visitor = await joinAsVisitor(chat);
    visitor.say({ type: 'say', key: key('a'), text: 'Geymt' });
    await visitor.news('message');
    clock.set('2027-11-21T11:59:59Z');
    expect(await chat.deleteExpired()).toBe(0);
    clock.set('2027-11-21T12:00:01Z');
    expect(await chat.deleteExpired()).toBe(1);
    expect(await storedMessages()).toEqual([]);
  });
});
