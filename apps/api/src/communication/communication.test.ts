import type { Communication } from '@hofn/contracts';
import {
  accessGrants,
  actingChoices,
  communicationChoices,
  customers,
  type MailJob,
  mails,
} from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { communicationChannels, communicationTopics } from '@hofn/domain/communication.ts';
import { createLogger } from '@hofn/service';
import { eq, isNotNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClaimChanges } from '../claims/changes.ts';
import { fillClaims } from '../claims/testing.ts';
import { type MailKind, mailTopics } from '../platform/consents.ts';
import { createMailSender, createMails } from '../platform/mail/mails.ts';
import type { Outgoing } from '../platform/mail/transport.ts';
import { createIssuer, fillDatabase, fixedClock, noon, startApi } from '../testing.ts';

const path = '/api/user/v1/settings/communication';
const anna = { id: 'anna', kind: 'person', ssn: '1402851489', fullName: 'Anna Prófdóttir' } as const;

/** A body with the current choices. */
const bodyOf = ({ topics, electronicDocuments }: Communication) => ({
  topics: Object.fromEntries(
    communicationTopics.map((topic) => [
      topic,
      Object.fromEntries(communicationChannels.map((channel) => [channel, topics[topic][channel].given])),
    ]),
  ) as Record<keyof Communication['topics'], Record<'email' | 'sms' | 'post', boolean>>,
  electronicDocuments: electronicDocuments.given,
});

describeWithDatabase('consent to communication', (open) => {
  let database: Awaited<ReturnType<typeof open>>;
  let api: Awaited<ReturnType<typeof startApi>>;
  let issuer: Awaited<ReturnType<typeof createIssuer>>;
  let token: string;
  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await fillClaims(database);
    await database.db.update(customers).set({ email: 'anna@example.is' }).where(eq(customers.id, 'anna'));
    issuer = await createIssuer();
    api = await startApi(database, issuer);
    token = await issuer.token('anna');
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await database.db.delete(communicationChoices);
    await database.db.delete(mails);
  });

  const read = async (as = token) => (await (await api.ask(path, { token: as })).json()) as Communication;
  const save = (body: object, as = token) =>
    api.ask(path, {
      method: 'POST',
      token: as,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });

  test('PORT-21: until the customer chooses, service e-mails are sent and marketing is not', async () => {
    const { topics, electronicDocuments } = await read();
    const given = communicationTopics.flatMap((topic) =>
      communicationChannels
        .filter((channel) => topics[topic][channel].given)
        .map((channel) => `${topic} ${channel}`),
    );
    expect(given).toEqual(['invoices email', 'renewals email', 'claims email']);
    expect(topics.offers.email).toEqual({ given: false, at: null, how: 'default' });
    expect(electronicDocuments).toEqual({ given: true, at: null, how: 'default' });
  });

  test('PORT-21: a choice is stored with its time and origin, and earlier choices are kept', async () => {
    const body = bodyOf(await read());
    body.topics.offers.email = true;
    const saved = await save(body);
    expect(saved.status).toBe(200);
    const chosen = { given: true, at: '2026-11-21T12:00:00.000Z', how: 'self' };
    const after = (await saved.json()) as Communication;
    expect(after.topics.offers).toMatchObject({ email: chosen, sms: { given: false, how: 'default' } });
    expect(await read()).toEqual(after);
    // A value sent along unchanged is not a choice.
    expect(await database.db.$count(communicationChoices)).toBe(1);
    expect((await save(body)).status).toBe(200);
    expect(await database.db.$count(communicationChoices)).toBe(1);

    await database.db.update(communicationChoices).set({ chosenAt: '2026-10-01T12:00:00Z' });
    await save({ ...body, topics: { ...body.topics, offers: { email: false, sms: false, post: false } } });
    const rows = await database.db
      .select({ given: communicationChoices.given })
      .from(communicationChoices)
      .orderBy(communicationChoices.chosenAt);
    expect(rows).toEqual([{ given: true }, { given: false }]);
    expect((await read()).topics.offers.email).toEqual({ ...chosen, given: false });
    expect(api.lines.filter(({ event }) => event === 'communication.change')).toHaveLength(2);
  });

  test('PORT-21: a body without a topic or channel is refused, and legal notices are not a topic', async () => {
    const body = bodyOf(await read());
    const { offers: _, ...fewer } = body.topics;
    for (const topics of [fewer, { ...body.topics, legal: { email: false, sms: false, post: false } }])
      expect((await save({ ...body, topics })).status).toBe(400);
    expect(await database.db.$count(communicationChoices)).toBe(0);
  });

  test('PORT-21: a delegate with administrator access chooses for the customer, which is recorded', async () => {
    await database.db.insert(accessGrants).values({
      customerId: 'anna',
      id: 'umsjon',
      holderId: 'nyr',
      role: 'Admin',
      validFrom: '2026-11-01',
      validTo: '2027-10-31',
      givenAt: noon,
      givenBy: 'anna',
    });
    await database.db
      .insert(actingChoices)
      .values({ actorId: 'nyr', session: 's1', subjectId: 'anna', chosenAt: noon });
    const nyr = await issuer.token('nyr', { sid: 's1' });
    const body = bodyOf(await read(nyr));
    expect((await save({ ...body, electronicDocuments: false }, nyr)).status).toBe(200);
    expect((await read()).electronicDocuments).toMatchObject({ given: false, how: 'delegate' });
    const [row] = await database.db.select().from(communicationChoices);
    expect(row).toMatchObject({ customerId: 'anna', actorId: 'nyr' });
  });

  /** Queues e-mails of some kinds, and sends what is queued. */
  const openMail = (kinds: readonly MailKind[]) => {
    const { db } = database;
    const waiting: MailJob[] = [];
    const outbox = {
      send: async (_tx: unknown, _queue: string, job: object) => void waiting.push(job as MailJob),
    };
    const sent: Outgoing[] = [];
    const letter = { language: 'is', subject: 's', preheader: '', body: '' } as const;
    const send = createMailSender({
      db,
      clock: fixedClock(),
      logger: createLogger('api', 'silent'),
      transport: { send: async (mail) => void sent.push(mail) },
      composers: Object.fromEntries(kinds.map((kind) => [kind, async () => letter])),
      site: 'https://hofn.example',
    });
    const deliver = async () => {
      const jobs = waiting.splice(0);
      // A repeated job changes nothing.
      for (const job of [...jobs, ...jobs]) await send(job);
      return sent.splice(0).length;
    };
    return { mails: createMails({ db, clock: fixedClock(), outbox }), deliver };
  };

  test('PORT-21: e-mails about a topic stop when consent is withdrawn, mandatory ones do not', async () => {
    const { db } = database;
    const { deliver, ...outgoing } = openMail(['claimStatus', 'claimDocuments']);
    const changes = createClaimChanges({ db, clock: fixedClock(), mails: outgoing.mails });
    const tellAndSend = async () => {
      await changes.tell(db, { actor: anna, subject: anna }, 'claimStatus', { claimId: 'c1' });
      await changes.tell(db, { actor: anna, subject: anna }, 'claimDocuments', { claimId: 'c1' });
      return deliver();
    };
    expect(await tellAndSend()).toBe(2);
    const body = bodyOf(await read());
    await save({ ...body, topics: { ...body.topics, claims: { email: false, sms: false, post: false } } });
    expect(await tellAndSend()).toBe(1);
    const rows = await db
      .select({ kind: mails.kind, sentAt: mails.sentAt, withheldAt: mails.withheldAt })
      .from(mails);
    expect(rows.filter(({ withheldAt }) => withheldAt !== null)).toMatchObject([
      { kind: 'claimStatus', sentAt: null },
    ]);
    expect((await save(body)).status).toBe(200);
    expect(await tellAndSend()).toBe(2);
  });

  test('PORT-21: each kind of e-mail stops with its own topic, and every other kind is always sent', async () => {
    const { db } = database;
    const kinds = Object.keys(mailTopics) as MailKind[];
    const { deliver, ...outgoing } = openMail(kinds);
    const body = bodyOf(await read());
    const none = { email: false, sms: false, post: false };
    /** The kinds that are withheld from a customer who wants nothing about some topics. */
    const withheldWithout = async (...declined: (keyof Communication['topics'])[]) => {
      // Choices of another day, which the next ones replace.
      const { chosenAt } = communicationChoices;
      await db.update(communicationChoices).set({ chosenAt: sql`${chosenAt} - interval '1 day'` });
      const topics = { ...body.topics, ...Object.fromEntries(declined.map((topic) => [topic, none])) };
      expect((await save({ ...body, topics })).status).toBe(200);
      await db.delete(mails);
      const mail = { about: {}, recipient: 'anna@example.is', language: 'is' } as const;
      for (const kind of kinds)
        await outgoing.mails.write(db, { actor: anna, subject: anna }, { ...mail, kind });
      const sent = await deliver();
      const withheld = await db.select({ kind: mails.kind }).from(mails).where(isNotNull(mails.withheldAt));
      expect(sent + withheld.length).toBe(kinds.length);
      return withheld.map(({ kind }) => kind).toSorted();
    };
    const ofClaims = ['claimMessage', 'claimPayment', 'claimReceipt', 'claimStatus'];
    expect(await withheldWithout('invoices')).toEqual(['paymentReceipt']);
    expect(await withheldWithout('claims')).toEqual(ofClaims);
    expect(await withheldWithout('renewals')).toEqual(['renewalTold']);
    expect(await withheldWithout(...communicationTopics)).toEqual([
      ...ofClaims,
      'paymentReceipt',
      'renewalTold',
    ]);
    expect(await withheldWithout()).toEqual([]);
  });
});
