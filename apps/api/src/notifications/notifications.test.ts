import type { Communication, Notification, User } from '@hofn/contracts';
import { communicationChoices, customers, type MailJob, mails } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { createLogger } from '@hofn/service';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClaimChanges } from '../claims/changes.ts';
import { claimMails } from '../claims/mails.ts';
import { fillClaims } from '../claims/testing.ts';
import { createMailSender, createMails } from '../platform/mail/mails.ts';
import { policyMails } from '../policies/mails.ts';
import { createIssuer, fillDatabase, fixedClock, noon, startApi } from '../testing.ts';

const path = '/api/user/v1/settings/notifications';
const anna = { id: 'anna', kind: 'person', ssn: '1402851489', fullName: 'Anna Prófdóttir' } as const;
type Inbox = { items: Notification[]; nextCursor: string | null; total: number; unread: number };

describeWithDatabase('the inbox of notifications', (open) => {
  let database: Awaited<ReturnType<typeof open>>;
  let api: Awaited<ReturnType<typeof startApi>>;
  let token: string;
  let other: string;
  beforeAll(async () => {
    database = await open();
    await fillDatabase(database);
    await fillClaims(database);
    await database.db.update(customers).set({ email: 'anna@example.is' }).where(eq(customers.id, 'anna'));
    const issuer = await createIssuer();
    api = await startApi(database, issuer);
    token = await issuer.token('anna');
    other = await issuer.token('nyr');
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    await database.db.delete(mails);
    await database.db.delete(communicationChoices);
  });

  /** Queues e-mails as the features do, and sends them with the queue's worker. */
  const tell = async (times: number): Promise<number> => {
    const { db } = database;
    const waiting: MailJob[] = [];
    const outbox = {
      send: async (_tx: unknown, _queue: string, job: object) => void waiting.push(job as MailJob),
    };
    const written = createMails({ db, clock: fixedClock(), outbox });
    const changes = createClaimChanges({ db, clock: fixedClock(), mails: written });
    const context = { actor: anna, subject: anna };
    for (let n = 0; n < times; n += 1)
      await changes.tell(db, context, 'claimStatus', { claimId: 'c1', status: 'inProgress' });
    const file = { kind: 'policyOverview', about: {}, recipient: 'a@example.is', language: 'is' } as const;
    await written.write(db, context, file);
    const sent: string[] = [];
    const mailParts = { db, clock: fixedClock(), site: 'https://hofn.example/base', settings: {} };
    const send = createMailSender({
      ...mailParts,
      logger: createLogger('api', 'silent'),
      transport: { send: async ({ id }) => void sent.push(id) },
      composers: { ...claimMails(mailParts), ...policyMails(mailParts) },
    });
    for (const job of waiting) await send(job);
    return sent.length;
  };
  const list = async (query = '', as = token) =>
    (await (await api.ask(path + query, { token: as })).json()) as Inbox;
  const mark = (ids: string[] | null, as = token) =>
    api.ask(path, {
      method: 'POST',
      token: as,
      body: JSON.stringify({ ids }),
      headers: { 'content-type': 'application/json' },
    });
  const unreadOf = async (as = token) =>
    ((await (await api.ask('/api/user/v1/info', { token: as })).json()) as User).unreadNotifications;

  test('PORT-22: e-mails to customers appear in their inbox with a link, requested files do not', async () => {
    expect(await list()).toEqual({ items: [], nextCursor: null, total: 0, unread: 0 });
    expect(await tell(1)).toBe(2);
    const { items, total, unread } = await list();
    expect([items.length, total, unread]).toEqual([1, 1, 1]);
    expect(items[0]).toMatchObject({
      subject: expect.stringMatching(/^Nýtt í tjónsmáli /),
      summary: expect.stringMatching(/^Staðan núna: /),
      path: '/vidskipti/tjonayfirlit/c1',
      language: 'is',
      at: new Date(noon).toISOString(),
      readAt: null,
    });
    expect(await unreadOf()).toBe(1);
    expect(await list('', other)).toMatchObject({ items: [], unread: 0 });
  });

  test('PORT-22: an e-mail on a topic the customer has turned off is still in the inbox', async () => {
    const settings = '/api/user/v1/settings/communication';
    const choices = (await (await api.ask(settings, { token })).json()) as Communication;
    expect(choices.topics.claims.email.given).toBe(true);
    await database.db.insert(communicationChoices).values({
      customerId: 'anna',
      topic: 'claims',
      channel: 'email',
      chosenAt: noon,
      given: false,
      how: 'self',
      actorId: 'anna',
    });
    expect(await tell(1)).toBe(1);
    expect((await list()).unread).toBe(1);
  });

  test('PORT-22: a notification is marked as read once, only by its owner, or all at once', async () => {
    await tell(3);
    const [first, second] = (await list()).items;
    const ids = [first?.id ?? ''];
    expect((await mark(ids, other)).status).toBe(200);
    expect((await list()).unread).toBe(3);
    expect(await (await mark(ids)).json()).toEqual({ unread: 2 });
    const readAt = (await list()).items.find(({ id }) => id === first?.id)?.readAt;
    expect(readAt).toBe(new Date(noon).toISOString());
    expect((await list()).items.find(({ id }) => id === second?.id)?.readAt).toBeNull();
    expect(await (await mark(null)).json()).toEqual({ unread: 0 });
    expect(await unreadOf()).toBe(0);
    expect((await mark([])).status).toBe(400);
  });

  test('PORT-22: the inbox is paged, each notification once', async () => {
    await tell(5);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Inbox = await list(`?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
      seen.push(...page.items.map(({ id }) => id));
      expect(page.total).toBe(5);
      cursor = page.nextCursor;
    }
    expect(seen).toHaveLength(5);
    expect(new Set(seen).size).toBe(5);
    expect((await api.ask(`${path}?cursor=made-up`, { token })).status).toBe(400);
  });
});
