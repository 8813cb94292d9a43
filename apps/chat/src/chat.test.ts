import type { AgentNews, VisitorNews } from '@hofn/contracts';
import { callCounts, chatAgents, chatMessages, chats, chatTranscripts, type Database } from '@hofn/database';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { chatLengths } from '@hofn/domain/chat.ts';
import { createIssuer, fixedClock, type Issuer } from '@hofn/service/testing.ts';
import { asc, eq } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  attend,
  fillChat,
  newSession,
  openLine,
  origin,
  type RunningChat,
  startChat,
  visit,
} from './testing.ts';

const key = (text: string) => text.padEnd(8, '-');
const numbered = (count: number, from = 1) => Array.from({ length: count }, (_, at) => from + at);

describeEachEngine('chat', (open) => {
  let database: Database;
  let issuer: Issuer;
  const clock = fixedClock();
  let chat: RunningChat;
  /** Another copy of the service, on the same database. */
  let other: RunningChat;

  beforeAll(async () => {
    database = await open();
    await fillChat(database);
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
  const kept = async () =>
    (
      await database.db
        .select({ seq: chatMessages.seq, text: chatMessages.text })
        .from(chatMessages)
        .orderBy(asc(chatMessages.seq))
    ).map(({ seq, text }) => `${seq} ${text}`);

  test('HELP-9: what is said through one copy reaches another by notification, without waiting for a look', async () => {
    const settings = { CHAT_POLL_MS: 60_000, CHAT_POLL_SLOW_MS: 60_000, CHAT_SWEEP_MS: 60_000 };
    const [near, far] = [
      await startChat(database, issuer, { clock, settings }),
      await startChat(database, issuer, { clock, settings }),
    ];
    const agent = await attend(far, issuer);
    const visitor = await visit(near);
    const { id } = await agent.chat(({ name }) => name === 'Gestur');
    agent.say({ type: 'take', chat: id });
    await visitor.news('chat', ({ state }) => state === 'connected');
    visitor.say({ type: 'say', key: key('a'), text: 'Góðan dag' });
    expect(await agent.news('message')).toMatchObject({ chat: id, text: 'Góðan dag' });
    await Promise.all([near.stop(), far.stop()]);
  });

  test('HELP-9: what is said reaches another copy also when every notification is lost, as behind a pooler', async () => {
    const deaf = { ...database, source: { url: 'postgres://nobody@127.0.0.1:1/none' } };
    const settings = { CHAT_POLL_SLOW_MS: 60_000 };
    const [near, far] = [
      await startChat(deaf, issuer, { clock, settings }),
      await startChat(deaf, issuer, { clock, settings }),
    ];
    const agent = await attend(far, issuer);
    const visitor = await visit(near);
    const { id } = await agent.chat(({ name }) => name === 'Gestur');
    agent.say({ type: 'take', chat: id });
    await visitor.news('chat', ({ state }) => state === 'connected');
    visitor.say({ type: 'say', key: key('a'), text: 'Góðan dag' });
    expect(await agent.news('message')).toMatchObject({ chat: id, text: 'Góðan dag' });
    await Promise.all([near.stop(), far.stop()]);
  });

  test('HELP-9: what a visitor says reaches an agent on another copy, and the answer comes back, and both are kept', async () => {
    const visitor = await visit(chat);
    const agent = await attend(other, issuer);
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
    expect(await kept()).toEqual(['1 Góðan dag', '2 Sæl og blessuð']);
  });

  test('that a side types is noted every two seconds at the most, however often it is said', async () => {
    const visitor = await visit(chat);
    const revision = async () => (await database.db.select({ at: chats.revision }).from(chats))[0]?.at ?? 0;
    const first = await revision();
    // What is refused at the end shows that all before it was heard.
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

  test('HELP-9: after lost connections every message is there once and in order, on either copy', async () => {
    const visitor = await visit(chat);
    const agent = await attend(chat, issuer);
    const { id } = await agent.chat(() => true);
    agent.say({ type: 'take', chat: id });
    for (const n of numbered(5)) visitor.say({ type: 'say', key: key(`m${n}`), text: `${n}` });
    await agent.until(() => agent.texts().length === 5 || undefined);
    visitor.cut();
    agent.cut();

    // Both come back to the other copy. What was not confirmed is said again; the agent has seen three.
    const again = await openLine<VisitorNews>(other, '/visitor');
    again.say({ type: 'rejoin', session: visitor.session, language: 'is', after: 2 });
    for (const n of numbered(7)) again.say({ type: 'say', key: key(`m${n}`), text: `${n}` });
    const back = await attend(other, issuer, 'employee|katrin', { [id]: 3 });
    await again.news('message', ({ seq }) => seq === 7);
    await back.news('message', ({ seq }) => seq === 7);
    expect(again.texts()).toEqual(numbered(5, 3).map((n) => `${n} visitor: ${n}`));
    expect(back.texts()).toEqual(numbered(4, 4).map((n) => `${n} visitor: ${n}`));
    expect(await kept()).toEqual(numbered(7).map((n) => `${n} ${n}`));
  });

  test('HELP-9: both sides writing at once through two copies get one order, the same for both', async () => {
    const visitor = await visit(chat);
    const agent = await attend(other, issuer);
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

  test('HELP-9: a long absence is read in whole, and the word that begins a chat may come twice', async () => {
    const visitor = await visit(chat);
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
    const again = await visit(other, { session: visitor.session, name: 'Annar' });
    await again.news('message', ({ seq }) => seq === 450);
    expect(again.texts()).toEqual(numbered(450).map((n) => `${n} agent: ${n}`));
    expect(await again.news('chat')).toMatchObject({ name: 'Gestur' });
    expect(await database.db.select().from(chats)).toHaveLength(1);
  });

  test('a chat has a thousand messages at the most, and both ends read them in whole however long they are', async () => {
    const visitor = await visit(chat);
    const [{ id } = { id: '' }] = await database.db.select({ id: chats.id }).from(chats);
    // The longest that JSON makes of a message: six bytes for each letter.
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
    const agent = await attend(other, issuer);
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
    // What was taken and comes again is not refused.
    visitor.say({ type: 'say', key: key('last'), text: 'Þúsundasta' });
    visitor.say({ type: 'end' });
    await visitor.news('chat', ({ state }) => state === 'ended');
    expect(visitor.heard.filter(({ type }) => type === 'refused')).toHaveLength(1);
    const [row] = await database.db.select({ lastSeq: chats.lastSeq }).from(chats);
    expect(row).toEqual({ lastSeq: 1000 });
  });

  test('STAFF-6: who waits is told the place, which moves up as others are taken or leave, on any copy', async () => {
    const first = await visit(chat, { name: 'Fyrsti' });
    clock.set('2026-11-21T12:00:01Z');
    const second = await visit(other, { name: 'Annar' });
    clock.set('2026-11-21T12:00:02Z');
    const third = await visit(chat, { name: 'Þriðji' });
    expect(await third.news('chat')).toMatchObject({ position: 3, state: 'waiting' });
    first.say({ type: 'end' });
    await third.news('chat', ({ position }) => position === 2);
    const agent = await attend(other, issuer);
    expect((await agent.news('chats')).chats.map(({ name }) => name)).toEqual(['Annar', 'Þriðji']);
    agent.say({ type: 'take', chat: (await agent.chat(({ name }) => name === 'Annar')).id });
    await second.news('chat', ({ state }) => state === 'connected');
    await third.news('chat', ({ position }) => position === 1);
    expect(await first.news('chat')).toMatchObject({ state: 'ended', endedBy: 'visitor' });
  });

  test('STAFF-6: a chat is taken by one agent, whose alone it is until it goes back into the queue', async () => {
    const visitor = await visit(chat);
    const [katrin, bjarki] = [await attend(chat, issuer), await attend(other, issuer, 'employee|bjarki')];
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
    // Nothing of what is said in it reaches another agent.
    visitor.say({ type: 'say', key: key('y'), text: 'Leyndarmál' });
    await katrin.news('message');
    katrin.say({ type: 'release', chat: id });
    await bjarki.chat(({ state, lastSeq }) => state === 'waiting' && lastSeq === 1);
    expect(JSON.stringify(bjarki.heard)).not.toContain('Leyndarmál');
    await visitor.news('chat', ({ state }) => state === 'waiting');
    bjarki.say({ type: 'take', chat: id });
    await visitor.news('chat', ({ agent }) => agent === 'Bjarki Prófsson');
    expect(await bjarki.news('message')).toMatchObject({ text: 'Leyndarmál' });
    // Back with the first, on the same line: what was said is there again, from the start.
    bjarki.say({ type: 'release', chat: id });
    await visitor.news('chat', ({ state }) => state === 'waiting');
    katrin.say({ type: 'take', chat: id });
    await katrin.until(() => katrin.texts().length === 2 || undefined);
    expect(katrin.texts()).toEqual(['1 visitor: Leyndarmál', '1 visitor: Leyndarmál']);
  });

  test('a signed-in customer is known by the token alone, and only their agent sees the kennitala', async () => {
    const visitor = await visit(chat, { token: await issuer.token('anna'), name: 'Einhver annar' });
    const agent = await attend(chat, issuer);
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

    const nobody = await visit(chat, { name: 'Anna Prófdóttir' });
    expect((await agent.chat(({ state }) => state === 'waiting')).customer).toBeNull();
    nobody.cut();
    const forged = await openLine<VisitorNews>(chat, '/visitor');
    const stranger = await createIssuer();
    forged.say({
      type: 'start',
      session: newSession(),
      language: 'is',
      topic: 'Kaskó',
      name: 'Anna',
      token: await stranger.token('anna'),
    });
    expect(await forged.news('refused')).toMatchObject({ of: 'start', errorCode: 'unauthenticated' });
  });

  test('a customer’s chat is opened again by that customer alone, whoever has the tab', async () => {
    const anna = await visit(chat, { token: await issuer.token('anna') });
    anna.say({ type: 'say', key: key('a'), text: 'Leyndarmál' });
    await anna.news('message');
    const { session } = anna;
    const old = { exp: Date.parse('2026-11-21T11:59:00Z') / 1000 };
    for (const [who, token, errorCode] of [
      ['nobody', undefined, 'unauthenticated'],
      ['a session that has run out', await issuer.token('anna', old), 'unauthenticated'],
      ['another customer', await issuer.token('jon'), 'notFound'],
      ['an employee', await issuer.token('anna', { actor_kind: 'employee' }), 'unauthenticated'],
    ] as const) {
      for (const word of [
        { type: 'rejoin', session, language: 'is', after: 0, token },
        { type: 'start', session, language: 'is', name: 'Annar', topic: 'Kaskó', token },
      ]) {
        const line = await openLine<VisitorNews>(other, '/visitor');
        line.say(word);
        expect(await line.news('refused'), who).toMatchObject({ of: word.type, errorCode });
        line.say({ type: 'say', key: key('b'), text: 'Í nafni annars' });
        expect(await line.news('refused', ({ of }) => of === 'say'), who).toMatchObject({
          errorCode: 'notFound',
        });
        expect(line.texts(), who).toEqual([]);
      }
    }
    expect(await kept()).toEqual(['1 Leyndarmál']);
    const again = await openLine<VisitorNews>(other, '/visitor');
    again.say({ type: 'rejoin', session, language: 'is', after: 0, token: await issuer.token('anna') });
    expect(await again.news('message')).toMatchObject({ text: 'Leyndarmál' });
    // A visitor's chat goes on when they sign in after it has begun.
    const guest = await visit(chat);
    const signedIn = await openLine<VisitorNews>(other, '/visitor');
    signedIn.say({
      type: 'rejoin',
      session: guest.session,
      language: 'is',
      after: 0,
      token: await issuer.token('jon'),
    });
    expect(await signedIn.news('chat')).toMatchObject({ name: 'Gestur' });
  });

  test('STAFF-6: agents come in by an employee’s token and by nothing else, for as long as it lasts', async () => {
    const refused = {
      customer: { token: await issuer.token('anna'), errorCode: 'forbidden', code: 4403 },
      'one who has left': {
        token: await issuer.token('employee|gone', { actor_kind: 'employee' }),
        errorCode: 'forbidden',
        code: 4403,
      },
      'a token that has run out': {
        token: await issuer.token('employee|katrin', {
          actor_kind: 'employee',
          exp: Date.parse('2026-11-21T11:59:00Z') / 1000,
        }),
        errorCode: 'unauthenticated',
        code: 4401,
      },
    };
    for (const [who, { token, errorCode, code }] of Object.entries(refused)) {
      const line = await openLine<AgentNews>(chat, '/agent');
      line.say({ type: 'hello', token, language: 'en', after: {} });
      expect(await line.news('refused'), who).toMatchObject({ of: 'hello', errorCode });
      expect(await line.closed(), who).toBe(code);
    }
    const silent = await openLine<AgentNews>(chat, '/agent');
    silent.say({ type: 'take', chat: 'any' });
    expect(await silent.news('refused')).toMatchObject({ errorCode: 'unauthenticated' });

    const line = await openLine<AgentNews>(chat, '/agent');
    const soon = await issuer.token('employee|katrin', {
      actor_kind: 'employee',
      exp: Date.parse('2026-11-21T12:00:01Z') / 1000,
    });
    line.say({ type: 'hello', token: soon, language: 'is', after: {} });
    await line.news('chats');
    expect(await line.closed()).toBe(4401);
  });

  test('after ten minutes without a word it is asked who is there, and after fifteen the chat ends', async () => {
    const visitor = await visit(chat);
    const agent = await attend(other, issuer);
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
    visitor.say({ type: 'say', key: key('c'), text: 'Of seint' });
    expect(await visitor.news('refused')).toMatchObject({
      of: 'say',
      key: key('c'),
      errorCode: 'chatEnded',
      message: 'Spjallinu er lokið. Byrjaðu nýtt til að halda áfram.',
    });
  });

  test('who waits with the chat open is not idle; whoever has gone away is', async () => {
    const there = await visit(chat, { name: 'Hér' });
    const away = await visit(chat, { name: 'Burt' });
    away.cut();
    const agent = await attend(chat, issuer);
    for (const minute of ['05', '11', '14', '16']) {
      clock.set(`2026-11-21T12:${minute}:00Z`);
      await expect.poll(() => lastSeen('Hér')).toBe(`2026-11-21T12:${minute}:00.000Z`);
    }
    const gone = () => agent.news('chats', ({ chats: list }) => list.every(({ name }) => name !== 'Burt'));
    expect((await gone()).chats.map(({ name }) => name)).toEqual(['Hér']);
    expect(await there.news('chat')).toMatchObject({ state: 'waiting', idle: false });
  });

  test('bad words are answered with the field and how to mend it, in the reader’s language, and nothing is kept', async () => {
    const line = await openLine<VisitorNews>(chat, '/visitor');
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
      [{ ...start, topic: 'a\u0000b' }, 'FORM', /form/],
    ] as const) {
      const count = line.heard.length;
      line.say(wrong);
      await line.until((all) => all.length > count || undefined);
      const refused = line.heard.at(-1);
      expect(refused, field).toMatchObject({ type: 'refused', of: 'start', errorCode: 'validation' });
      if (refused?.type === 'refused') expect(refused.errors?.[field]?.[0]).toMatch(text);
    }
    expect(await database.db.select().from(chats)).toEqual([]);

    const visitor = await visit(chat);
    visitor.say({ type: 'say', key: key('l'), text: 'þ'.repeat(chatLengths.message) });
    await visitor.news('message', ({ text }) => text.length === 4000);
    visitor.say({ type: 'say', key: key('m'), text: 'þ'.repeat(chatLengths.message + 1) });
    const refused = await visitor.news('refused');
    expect(refused).toMatchObject({ key: key('m'), errors: { text: [/4000/] } });
    visitor.raw(JSON.stringify({ type: 'say', text: 'x'.repeat(70_000) }));
    expect(await visitor.closed()).toBe(1009);
  });

  test('HOLD-13: only our own pages may open a line; nobody may flood it, nor start chat after chat, through whichever copies', async () => {
    await expect(openLine(chat, '/visitor', { origin: 'https://elsewhere.example' })).rejects.toThrow(/403/);
    await expect(openLine(chat, '/agent', {})).rejects.toThrow(/403/);
    expect((await fetch(`${chat.url}/visitor`)).status).toBe(403);

    const line = await visit(chat);
    for (const n of numbered(61)) line.say({ type: 'say', key: key(`f${n}`), text: `${n}` });
    expect(await line.news('refused')).toMatchObject({ errorCode: 'tooManyRequests' });

    const strict = await startChat(database, issuer, {
      clock,
      // Of which one was begun through the other copy.
      settings: { CHAT_STARTS: 2, CHAT_SOCKETS: 3 },
    });
    try {
      const { session } = await visit(strict);
      // The word that began a chat may come again, and is not one more.
      await visit(strict, { session });
      const second = await openLine<VisitorNews>(strict, '/visitor');
      second.say({ type: 'start', session: newSession(), language: 'en', name: 'A', topic: 'B' });
      expect(await second.news('refused')).toMatchObject({ of: 'start', errorCode: 'tooManyRequests' });
      await expect(openLine(strict, '/visitor')).rejects.toThrow(/429/);
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
      const line = await openLine<VisitorNews>(strict, '/visitor', from(address));
      line.say({ type: 'start', session: newSession(), language: 'en', name: 'A', topic: 'B' });
      return line;
    };
    try {
      await (await start('2001:db8:7:1::1')).news('chat');
      expect(await (await start('2001:db8:7:1::2')).news('refused')).toMatchObject({
        errorCode: 'tooManyRequests',
      });
      await (await start('2001:db8:7:2::1')).news('chat');
      await openLine(strict, '/visitor', from('2001:db8:7:1::3'));
      await expect(openLine(strict, '/visitor', from('2001:db8:7:1::4'))).rejects.toThrow(/429/);
      const look = (address: string) => fetch(`${strict.url}/availability`, { headers: from(address) });
      expect((await look('2001:db8:7:1::1')).status).toBe(200);
      expect((await look('2001:db8:7:1::2')).status).toBe(429);
    } finally {
      await strict.stop();
    }
  });

  test('a session that is not known opens nothing', async () => {
    const line = await openLine<VisitorNews>(chat, '/visitor');
    line.say({ type: 'rejoin', session: newSession(), language: 'en', after: 0 });
    expect(await line.news('refused')).toMatchObject({ of: 'rejoin', errorCode: 'notFound' });
    const [row] = await database.db.select({ hash: chats.sessionHash }).from(chats);
    expect(row).toBeUndefined();
    const visitor = await visit(chat);
    const [stored] = await database.db.select().from(chats);
    expect(JSON.stringify(stored)).not.toContain(visitor.session);
  });

  /** A chat that has ended after an agent wrote in it. */
  const endedChat = async (who: { token?: string } = {}) => {
    const visitor = await visit(chat, who);
    const agent = await attend(chat, issuer);
    const { id } = await agent.chat(({ state }) => state === 'waiting');
    agent.say({ type: 'take', chat: id });
    agent.say({ type: 'say', chat: id, key: key('s'), text: 'Sæl' });
    await visitor.news('message');
    visitor.say({ type: 'end' });
    await visitor.news('chat', ({ state }) => state === 'ended');
    return visitor;
  };
  const copiesTo = async () =>
    (await database.db.select().from(chatTranscripts)).map(({ recipient }) => recipient).toSorted();

  test('a copy by e-mail is put into the queue with its row, three times at the most for a customer', async () => {
    const visitor = await endedChat({ token: await issuer.token('anna') });
    visitor.say({ type: 'transcript', email: 'anna' });
    expect(await visitor.news('refused')).toMatchObject({ errors: { email: [/nafn@example\.is/] } });
    for (const n of numbered(4)) visitor.say({ type: 'transcript', email: `anna${n}@example.is` });
    expect(await visitor.news('refused', ({ errorCode }) => errorCode === 'tooManyRequests')).toMatchObject({
      of: 'transcript',
    });
    expect(visitor.heard.filter(({ type }) => type === 'transcript')).toHaveLength(3);
    expect(await copiesTo()).toEqual(numbered(3).map((n) => `anna${n}@example.is`));
    const rows = await database.db.select().from(chatTranscripts);
    expect(chat.sent.map(({ queue, data }) => [queue, (data as { id: string }).id]).toSorted()).toEqual(
      rows.map(({ id }) => ['chat.transcript', id]).toSorted(),
    );
  });

  test('no stranger is written to: a copy needs an end and an agent’s word, and an address gets three in a day', async () => {
    const alone = await visit(chat);
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
    expect((await copiesTo()).map((to) => to.toLowerCase())).toEqual(Array(3).fill('gestur@example.is'));
    clock.set('2026-11-22T12:00:01Z');
    fourth.say({ type: 'transcript', email: 'gestur@example.is' });
    await fourth.news('transcript');
  });

  test('HELP-11: the availability call tells whether an agent is there, and how many wait', async () => {
    const ask = async () => (await fetch(`${chat.url}/availability`)).json();
    expect(await ask()).toEqual({ available: false, waiting: 0, at: '2026-11-21T12:00:00.000Z' });
    await visit(chat);
    const agent = await attend(other, issuer);
    expect(await ask()).toMatchObject({ available: true, waiting: 1 });
    agent.cut();
    const twoMinutesLater = () => {
      clock.set(new Date(clock.now().getTime() + 120_000).toISOString());
      return ask();
    };
    await expect.poll(twoMinutesLater, { timeout: 10_000 }).toMatchObject({ available: false });
  });

  test('the availability call is answered as often in a minute as reads are, and then says when to ask again', async () => {
    const strict = await startChat(database, issuer, { clock, settings: { RATE_READ: 2 } });
    try {
      const ask = () => fetch(`${strict.url}/availability`, { headers: { 'accept-language': 'en' } });
      expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
      const refused = await ask();
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toBe('60');
      expect(refused.headers.get('content-type')).toContain('application/problem+json');
      expect(await refused.json()).toMatchObject({
        errorCode: 'tooManyRequests',
        message: expect.stringMatching(/^Too many/),
      });
      clock.set('2026-11-21T12:01:00Z');
      expect((await ask()).status).toBe(200);
    } finally {
      await strict.stop();
    }
  });

  test('a chat is kept for a year and then deleted with all that was said', async () => {
    const visitor = await visit(chat);
    visitor.say({ type: 'say', key: key('a'), text: 'Geymt' });
    await visitor.news('message');
    clock.set('2027-11-21T11:59:59Z');
    expect(await chat.forget()).toBe(0);
    clock.set('2027-11-21T12:00:01Z');
    expect(await chat.forget()).toBe(1);
    expect(await kept()).toEqual([]);
  });
});
