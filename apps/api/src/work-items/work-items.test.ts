import type { CaseLine, CustomerMatter, FormAccepted, Problem, StaffCase, StaffView } from '@hofn/contracts';
import {
  cases,
  chats,
  claimMessages,
  claims,
  customers,
  type Database,
  employees,
  type Jobs,
  mails,
  privacyRequests,
  staffViews,
  submissions,
  uploads,
} from '@hofn/database';
import { patience } from '@hofn/database/testing/patience.ts';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { createLogger } from '@hofn/service';
import { testSecrets } from '@hofn/service/testing/secrets.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { changeClaim, fillClaims, filledForm } from '../claims/testing.ts';
import { recordedEvents } from '../events/testing.ts';
import { createSubmissionStore } from '../forms/store.ts';
import { filledForms } from '../forms/testing.ts';
import { createContents } from '../platform/contents.ts';
import { createMails } from '../platform/mail/mails.ts';
import { startMailServer } from '../platform/mail/testing.ts';
import { smtpTransport } from '../platform/mail/transport.ts';
import { fillPrivacy } from '../privacy/testing.ts';
import { defaultSettings } from '../settings.ts';
import {
  createIssuer,
  fillDatabase,
  fillDocuments,
  fillStaff,
  fixedClock,
  type Issuer,
  startApi,
  startJobs,
  temporaryFiles,
} from '../testing.ts';
import { openApiJobs } from '../work.ts';
import { openWorkItem } from './open-work-item.ts';
import { fillWorkItem } from './testing.ts';

const logger = createLogger('api', 'silent');
// A Friday.
const came = '2026-11-20T12:00:00Z';

type Queue = {
  items: CaseLine[];
  total: number;
  mine: number;
  unassigned: number;
  chatsWaiting: number;
  nextCursor: string | null;
};

describeWithDatabase('the work queue', (open) => {
  const clock = fixedClock();
  const files = temporaryFiles();
  let database: Database;
  let issuer: Issuer;
  let mailServer: Awaited<ReturnType<typeof startMailServer>>;
  let jobs: Jobs;
  let api: Awaited<ReturnType<typeof startApi>>;
  let katrin: string;
  let bjarni: string;
  let anna: string;

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
    mailServer = await startMailServer();
    jobs = await openApiJobs(database, logger, testSecrets);
    const often = 100_000;
    const rates = { RATE_READ: often, RATE_WRITE: often, RATE_FORM: often, FORM_SUBMISSIONS: often };
    const settings = { ...defaultSettings(), ...rates };
    const transport = smtpTransport({ url: mailServer.url, from: 'Höfn tryggingar <hofn@hofn.example>' });
    const crm = { open: async () => undefined };
    await startJobs({ database, clock, logger, settings, jobs, files, transport, crm });
    issuer = await createIssuer();
    const register = { find: async () => 'found' as const };
    api = await startApi(database, issuer, { settings, outbox: jobs, clock, files, register });
    const token = (sub: string, actor_kind?: 'employee') =>
      issuer.token(sub, { exp: Date.parse(came) / 1000 + 90 * 86_400, ...(actor_kind && { actor_kind }) });
    katrin = await token('employee|katrin', 'employee');
    bjarni = await token('employee|bjarni', 'employee');
    anna = await token('anna');
  });
  beforeEach(async () => {
    clock.set(came);
    await database.db.delete(cases);
    await database.db.delete(submissions);
    await database.db.delete(staffViews);
  });
  afterAll(async () => {
    await api.stop();
    await jobs.stop(1);
    await mailServer.stop();
  });

  const post = (
    path: string,
    body: object,
    options: { token?: string; key?: string; language?: 'is' | 'en' } = {},
  ) => {
    const { key, ...rest } = options;
    return api.ask(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
      ...rest,
    });
  };
  const send = async (
    kind: 'inquiry' | 'other' | 'communication',
    more: object = {},
    language: 'is' | 'en' = 'is',
  ): Promise<string> => {
    const answer = await post(`/api/form/v1/${kind}`, { ...filledForms[kind], ...more }, { language });
    expect(answer.status).toBe(201);
    return ((await answer.json()) as FormAccepted).reference;
  };
  const queue = async (query = '', token = katrin): Promise<Queue> => {
    const answer = await api.ask(`/api/staff/v1/queue${query}`, { token });
    expect(answer.status).toBe(200);
    return (await answer.json()) as Queue;
  };
  const idOf = async (reference: string): Promise<string> => {
    const { items } = await queue('?state=all&limit=100');
    const found = items.find((line) => line.reference === reference);
    expect(found).toBeDefined();
    return found?.id ?? '';
  };
  const look = async (id: string, token = katrin, language?: 'is' | 'en'): Promise<StaffCase> => {
    const answer = await api.ask(`/api/staff/v1/cases/${id}`, { token, ...(language && { language }) });
    expect(answer.status).toBe(200);
    return (await answer.json()) as StaffCase;
  };
  const act = (id: string, body: object, token = katrin, key?: string) =>
    post(`/api/staff/v1/cases/${id}`, body, { token, ...(key && { key }) });
  const done = async (answer: Response): Promise<StaffCase> => {
    expect(answer.status).toBe(200);
    return (await answer.json()) as StaffCase;
  };
  const mailsTo = (recipient: string) =>
    mailServer.mails.filter(({ recipients }) => recipients.includes(recipient));

  test('LIFE-37: an inquiry of a signed-in customer is listed with its text and answer among their messages, and its receipt repeats it', async () => {
    const description = 'Kaskó\n\nNær kaskó yfir grjótkast?';
    const body = { ...filledForms.inquiry, description };
    const birgir = await issuer.token('birgir', { exp: Date.parse(came) / 1000 + 3600 });
    const sendAs = (token: string | undefined, more: object = {}) =>
      post('/api/form/v1/inquiry', { ...body, ...more }, token === undefined ? {} : { token });
    const mine = async () => {
      const answer = await api.ask('/api/user/v1/matters', { token: birgir });
      return (await answer.json()) as { items: CustomerMatter[] };
    };
    // Neither a visitor, whatever they type, nor a token that is not accepted.
    for (const token of [undefined, 'x.y.z', katrin]) expect((await sendAs(token)).status).toBe(201);
    expect((await mine()).items).toEqual([]);
    const email = 'birgir@example.is';
    await database.db.update(customers).set({ email }).where(eq(customers.id, 'birgir'));
    const sent = await sendAs(birgir, { email });
    const { reference } = (await sent.json()) as FormAccepted;
    const id = await idOf(reference);
    await done(await act(id, { act: 'answer', text: 'Já.', version: (await look(id)).version }));
    expect((await mine()).items).toMatchObject([
      { kind: 'inquiry', reference, text: description, state: 'answered', answers: [{ text: 'Já.' }] },
    ]);
    // To another address, nothing that was typed is sent.
    const elsewhere = await sendAs(birgir, { email: 'annar@example.is' });
    expect(elsewhere.status).toBe(201);
    const receiptTo = (recipient: string) =>
      vi.waitFor(() => {
        const found = mailsTo(recipient).find(({ text }) => text?.includes('Tilvísunarnúmer'));
        expect(found).toBeDefined();
        return found?.text;
      }, patience(15_000));
    expect(await receiptTo(email)).toContain('Þú skrifaðir:\nKaskó\n\nNær kaskó yfir grjótkast?');
    expect(await receiptTo('annar@example.is')).not.toContain('grjótkast');
  });

  test('STAFF-6: incoming work items are in the queue, and can be filtered, searched, sorted and paged', async () => {
    const first = await send('inquiry', { description: 'Nær kaskó yfir grjótkast?' });
    clock.set('2026-11-20T13:00:00Z');
    const second = await send('other', { subject: 'Týndir lyklar', name: 'Ægir Prófsson' });
    clock.set('2026-11-20T14:00:00Z');
    const memo = await post(
      '/api/document/v1/memo',
      { subject: 'Nýr bíll', text: 'Ég keypti bíl.' },
      { token: anna },
    );
    expect(memo.status).toBe(201);
    // These need no answer.
    await post('/api/form/v1/forvarnarsignup', filledForms.forvarnarsignup);

    const all = await queue();
    expect(all).toMatchObject({ total: 3, mine: 0, unassigned: 3, chatsWaiting: 0, nextCursor: null });
    await database.db.insert(chats).values({
      id: 'waits',
      sessionHash: 'hash',
      name: 'Gestur',
      topic: 'Kaskó',
      language: 'is',
      state: 'waiting',
      createdAt: came,
      activeAt: came,
    });
    expect((await queue()).chatsWaiting).toBe(1);
    // An inquiry is promised an answer on the next working day, the others a day later.
    expect(all.items.map(({ kind }) => kind)).toEqual(['inquiry', 'form', 'memo']);
    expect(all.items[0]).toMatchObject({
      form: 'inquiry',
      reference: first,
      about: 'Nær kaskó yfir grjótkast?',
      sender: 'Þóra Prófsdóttir',
      known: false,
      dueAt: '2026-11-23T12:00:00.000Z',
      overdue: false,
      state: 'open',
      assignee: null,
    });
    expect(all.items[1]).toMatchObject({ form: 'other', reference: second, about: 'Týndir lyklar' });
    expect(all.items[2]).toMatchObject({ about: 'Nýr bíll', sender: 'Anna Prófdóttir', known: true });

    const kinds = async (query: string) => (await queue(query)).items.map(({ kind }) => kind);
    expect(await kinds('?kind=form')).toEqual(['form']);
    expect(await kinds('?sort=newest')).toEqual(['memo', 'form', 'inquiry']);
    expect(await kinds('?search=aegir')).toEqual(['form']);
    expect(await kinds('?search=GRJÓTKAST')).toEqual(['inquiry']);
    expect(await kinds(`?search=${second}`)).toEqual(['form']);
    expect((await queue('?search=ekkert')).total).toBe(0);
    expect(await kinds('?whose=mine')).toEqual([]);

    const page = await queue('?limit=2&sort=oldest');
    expect(page.items).toHaveLength(2);
    expect(page.nextCursor).not.toBeNull();
    const rest = await queue(`?limit=2&sort=oldest&cursor=${encodeURIComponent(page.nextCursor ?? '')}`);
    expect(rest.items.map(({ kind }) => kind)).toEqual(['memo']);
    expect(rest.nextCursor).toBeNull();

    clock.set('2026-11-23T12:00:01Z');
    expect((await queue()).items.map(({ overdue }) => overdue)).toEqual([true, false, false]);
  });

  test('STAFF-6: a case is assigned, answered and closed; the answer is sent once, in the sender’s language', async () => {
    const reference = await send(
      'inquiry',
      { email: 'enskur@example.is', description: 'Am I covered?' },
      'en',
    );
    const id = await idOf(reference);
    const before = await look(id, katrin, 'is');
    expect(before).toMatchObject({
      language: 'en',
      email: 'enskur@example.is',
      answerBy: 'email',
      matter: { kind: 'form', fields: { description: 'Am I covered?', type: 'Tjónaþjónusta' } },
      messages: [],
    });
    const mine = await done(await act(id, { act: 'assign', version: before.version }));
    expect(mine).toMatchObject({ assignee: 'Katrín Ósk Prófdóttir', mine: true });
    expect(await queue('?whose=mine')).toMatchObject({ total: 1, mine: 1, unassigned: 0 });

    const words = { act: 'answer', version: mine.version, text: 'Yes, you are.', close: true };
    const answered = await done(await act(id, words, katrin, 'same-key'));
    expect(answered).toMatchObject({ state: 'closed', messages: [{ fromUs: true, text: 'Yes, you are.' }] });
    // Repeated, as after a lost response: nothing is stored a second time.
    expect(await done(await act(id, words, katrin, 'same-key'))).toMatchObject({ messages: [{}] });

    const answerTo = () =>
      mailsTo('enskur@example.is').filter(({ subject }) => subject?.startsWith('Our reply'));
    await vi.waitFor(() => expect(answerTo()).toHaveLength(1), patience(15_000));
    const [letter] = answerTo();
    expect(letter?.subject).toBe(`Our reply to you: ${reference}`);
    expect(letter?.text).toContain('Yes, you are.');
    expect(letter?.text).toContain('Katrín Ósk Prófdóttir');
    // Nobody reads replies to it, so it says where to write.
    expect(letter?.text).toContain('/en/contact');
    expect(letter?.text).not.toMatch(/reply to this e-?mail/i);
    // The greeting does not repeat a name that anyone could have typed.
    expect(letter?.text).not.toContain('Þóra');
    await vi.waitFor(async () => expect((await look(id)).messages).toMatchObject([{ delivery: 'sent' }]));

    expect((await queue()).total).toBe(0);
    expect((await queue('?state=closed')).total).toBe(1);
    const [row] = await database.db.select().from(submissions);
    expect(row?.state).toBe('closed');
    const { version, events } = await look(id);
    expect(events.map(({ kind }) => kind)).toEqual([
      'came',
      'looked',
      'assigned',
      'answered',
      'closed',
      'looked',
    ]);
    const again = await done(await act(id, { act: 'reopen', version }));
    expect(again).toMatchObject({ state: 'open', mine: true });
    expect((await database.db.select().from(submissions))[0]?.state).toBe('received');
  });

  test('DESK-14: a case whose answer a mail server refuses is open again', async () => {
    const fields = { ...filledForms.inquiry, email: 'horfinn@example.is' };
    expect((await post('/api/form/v1/inquiry', fields)).status).toBe(201);
    const [line] = (await queue()).items;
    const id = line?.id ?? '';
    mailServer.control.refuse = (recipient) =>
      recipient === 'horfinn@example.is' ? { responseCode: 550 } : undefined;
    try {
      await done(await act(id, { act: 'answer', version: line?.version ?? 0, text: 'Já.', close: true }));
      await vi.waitFor(async () => expect((await look(id)).state).toBe('open'), patience(15_000));
    } finally {
      mailServer.control.refuse = () => undefined;
    }
    const { messages, events } = await look(id);
    expect(messages).toMatchObject([{ text: 'Já.', delivery: 'failed' }]);
    expect(events.map(({ kind }) => kind)).toContain('reopened');
    expect((await recordedEvents(database)).slice(-1)).toMatchObject([{ type: 'hofn.case.reopened' }]);
  });

  test('STAFF-6: when two work on a case, the later one learns who has it, and nothing of theirs is sent', async () => {
    const id = await idOf(await send('inquiry', { email: 'tveir@example.is' }));
    const [seen, alsoSeen] = [await look(id), await look(id, bjarni)];
    expect(seen.version).toBe(alsoSeen.version);
    await done(await act(id, { act: 'answer', version: seen.version, text: 'Frá Katrínu.' }));
    const late = await act(id, { act: 'answer', version: alsoSeen.version, text: 'Frá Bjarna.' }, bjarni);
    expect(late.status).toBe(409);
    const problem = (await late.json()) as Problem;
    expect(problem.errorCode).toBe('caseTaken');
    expect(problem.errors?.FORM?.[0]).toContain('Katrín Ósk Prófdóttir');
    // Even with the newest version: they must take it over first, so that they have seen what was written.
    const now = await look(id, bjarni);
    expect(now.messages.map(({ text }) => text)).toEqual(['Frá Katrínu.']);
    for (const body of [{ act: 'answer', text: 'Frá Bjarna.' }, { act: 'close' }, { act: 'release' }]) {
      expect((await act(id, { ...body, version: now.version }, bjarni)).status, body.act).toBe(409);
    }
    const over = await done(await act(id, { act: 'assign', version: now.version }, bjarni));
    expect(over).toMatchObject({ assignee: 'Bjarni Prófsson', mine: true, state: 'answered' });
    const back = await done(await act(id, { act: 'release', version: over.version }, bjarni));
    expect(back.assignee).toBeNull();
    // An outdated window of the assignee's own is refused too.
    expect((await act(id, { act: 'assign', version: over.version }, bjarni)).status).toBe(409);
  });

  test('STAFF-6: two concurrent answers are one', async () => {
    const id = await idOf(await send('inquiry', { email: 'samtimis@example.is' }));
    const { version } = await look(id);
    const answers = await Promise.all(
      [katrin, bjarni].map((token) => act(id, { act: 'answer', version, text: 'Svar.' }, token)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await look(id)).messages).toHaveLength(1);
  });

  test('SITE-1i, STAFF-6: a complaint and a compliment both reach staff as written, and a complaint says what its sender wants', async () => {
    const { name, email } = filledForms.inquiry;
    const written = {
      ...{ kind: 'complaint', anonymous: '', name, email, ssn: '1402851489', phone: '5551234' },
      ...{ description: 'Enginn svaraði símanum.', wishedOutcome: 'Að einhver hringi.' },
    };
    const complaint = await idOf(await send('communication', written));
    const compliment = await idOf(await send('communication'));
    expect(await look(complaint)).toMatchObject({
      form: 'communication',
      sender: name,
      answerBy: 'email',
      dueAt: '2026-12-11T12:00:00.000Z',
      matter: { fields: { kind: 'complaint', wishedOutcome: 'Að einhver hringi.' } },
    });
    // Three weeks end on Christmas Day: the promise is kept on the last working day before it.
    clock.set('2026-12-04T12:00:00Z');
    expect(await look(await idOf(await send('communication', written)))).toMatchObject({
      dueAt: '2026-12-23T12:00:00.000Z',
    });
    clock.set(came);
    expect(await look(compliment)).toMatchObject({
      form: 'communication',
      sender: null,
      matter: { fields: { kind: 'compliment', description: 'Takk fyrir góða þjónustu.' } },
    });
  });

  test('STAFF-6: a sender without an address cannot be answered, and the case is closed with a note for colleagues', async () => {
    const id = await idOf(await send('communication'));
    const { version, answerBy } = await look(id);
    expect(answerBy).toBe('none');
    const refused = await act(id, { act: 'answer', version, text: 'Takk.' });
    expect([refused.status, ((await refused.json()) as Problem).errorCode]).toEqual([
      409,
      'caseUnanswerable',
    ]);
    const closed = await done(await act(id, { act: 'close', version, note: 'Hrós, sent áfram.' }));
    expect(closed).toMatchObject({ state: 'closed', messages: [] });
    expect(closed.events.at(-1)).toMatchObject({
      kind: 'closed',
      by: 'Katrín Ósk Prófdóttir',
      note: 'Hrós, sent áfram.',
    });
    expect((await act(id, { act: 'close', version: closed.version })).status).toBe(409);
  });

  test('LIFE-29, PORT-19, STAFF-6: a customer reads what they wrote and the answer in the portal and is notified by e-mail, in the language they wrote in', async () => {
    const memo = { subject: 'Flutningar', text: 'Ég er flutt.' };
    await post('/api/document/v1/memo', memo, { token: anna, language: 'en' });
    const [line] = (await queue()).items;
    const id = line?.id ?? '';
    const seen = await look(id);
    expect(seen).toMatchObject({
      known: true,
      ssn: '1402851489',
      answerBy: 'both',
      matter: { text: 'Ég er flutt.' },
    });
    await done(await act(id, { act: 'answer', version: seen.version, text: 'Skráð.\n\nTil hamingju.' }));
    const answer = await api.ask('/api/user/v1/matters', { token: anna });
    const { items } = (await answer.json()) as { items: CustomerMatter[] };
    expect(items).toMatchObject([
      {
        kind: 'memo',
        about: 'Flutningar',
        state: 'answered',
        letter: { text: 'Ég er flutt.' },
        answers: [{ author: 'Katrín Ósk Prófdóttir', text: 'Skráð.\n\nTil hamingju.' }],
      },
    ]);
    const matters = async (query: string) => {
      const found = await api.ask(`/api/user/v1/matters?${query}`, { token: anna });
      return ((await found.json()) as { items: CustomerMatter[] }).items.length;
    };
    expect(await matters('search=FLUTNINGAR')).toBe(1);
    expect(await matters('search=xyz')).toBe(0);
    expect(await matters('state=answered&sort=oldest')).toBe(1);
    expect(await matters('state=open')).toBe(0);
    expect(await matters('to=2001-01-01')).toBe(0);
    const csv = await api.ask('/api/user/v1/matters?state=answered', {
      token: anna,
      headers: { accept: 'text/csv' },
    });
    expect(await csv.text()).toMatch(/;?Flutningar;.*Svarað;"Katrín Ósk Prófdóttir: Skráð\./);
    const other = await api.ask('/api/user/v1/matters', { token: await issuer.token('birgir') });
    expect(((await other.json()) as { items: CustomerMatter[] }).items).toEqual([]);
    await vi.waitFor(() => expect(mailsTo('anna@example.is')).not.toHaveLength(0), patience(15_000));
    const [letter] = mailsTo('anna@example.is');
    expect(letter?.subject).toBe('Our reply to you');
    expect(letter?.text).toContain('Hello Anna,');
    expect(letter?.text).toContain('/en/my-pages/messages');
  });

  test('STAFF-6, DATA-9: an answer to a claim is a message in the claim, and a message by the customer reopens its case', async () => {
    await fillClaims(database, files);
    await fillWorkItem(database);
    const seen = await look('k1');
    expect(seen).toMatchObject({
      reference: 'T-1',
      matter: { kind: 'claim', claimId: 'c1', status: 'inProgress' },
      messages: [{ fromUs: true, text: 'Er bíllinn ökufær?' }],
    });
    await done(
      await act('k1', { act: 'answer', version: seen.version, text: 'Komdu með bílinn.', close: true }),
    );
    const claim = await (await api.ask('/api/claim/v1/getclaim/c1', { token: anna })).json();
    expect((claim as { messages: { text: string }[] }).messages.map(({ text }) => text)).toContain(
      'Komdu með bílinn.',
    );
    expect(await database.db.$count(mails, eq(mails.kind, 'claimMessage'))).toBeGreaterThan(0);

    expect((await queue()).total).toBe(0);
    clock.set('2026-11-20T15:00:00Z');
    const written = await post(
      '/api/claim/v1/claims/c1/messages',
      { text: 'Kem á morgun.' },
      { token: anna },
    );
    expect(written.status).toBe(201);
    const { items } = await queue();
    expect(items).toMatchObject([{ id: 'k1', state: 'open', mine: true }]);
    expect((await look('k1')).messages.at(-1)).toMatchObject({ fromUs: false, text: 'Kem á morgun.' });
  });

  test('STAFF-6, FORM-8: a file can be opened once it has been checked, and only through its own case', async () => {
    await fillClaims(database, files);
    await fillWorkItem(database);
    const { files: papers } = await look('k1');
    expect(papers.map(({ id, state }) => [id, state])).toEqual([
      ['u1', 'receiving'],
      ['u3', 'clean'],
    ]);
    const fetchFile = (file: string) => api.ask(`/api/staff/v1/cases/k1/files/${file}`, { token: katrin });
    const file = await fetchFile('u3');
    expect(file.status).toBe(200);
    expect(await file.text()).toBe('0123456789');
    expect(file.headers.get('content-disposition')).toMatch(/^attachment/);
    // The sender chose the name; staff get the extension of what the file is.
    await database.db.update(uploads).set({ name: 'claim.hta' }).where(eq(uploads.id, 'u3'));
    expect((await fetchFile('u3')).headers.get('content-disposition')).toContain('claim.hta.pdf');
    expect((await fetchFile('u1')).status).toBe(404);
    // A memo's file, which is not part of the claim.
    expect((await fetchFile('u4')).status).toBe(404);
    expect((await api.ask('/api/staff/v1/cases/k1/files/u3', { token: anna })).status).toBe(403);
  });

  test('STAFF-3, STAFF-4: customer data that staff see in the queue is logged, and the customer reads of it', async () => {
    await fillClaims(database, files);
    await fillWorkItem(database);
    await look('k1');
    const answer = await api.ask('/api/user/v1/settings/views', { token: anna });
    const { items } = (await answer.json()) as { items: StaffView[] };
    expect(items).toMatchObject([
      { employee: 'Katrín Ósk Prófdóttir', reason: 'claim', openedAt: '2026-11-20T12:00:00.000Z' },
    ]);
    expect(items[0]?.endedAt).toBe('2026-11-20T12:00:00.000Z');
    // Seeing a work item gives no access to other data.
    const portal = await api.ask('/api/policy/v2', {
      token: katrin,
      headers: { 'impersonate-ssn': '1402851489' },
    });
    expect(portal.status).toBe(403);
    const line = api.lines.findLast(({ event }) => event === 'staff.case');
    expect(line).toMatchObject({ actor: 'employee|katrin', case: 'k1', act: 'look' });
    expect(JSON.stringify(api.lines)).not.toContain('Er bíllinn ökufær');
    // Acting on it shows the data too, whether it was opened before or not.
    expect((await act('k1', { act: 'assign', version: 0 }, bjarni)).status).toBe(200);
    expect(
      (await database.db.select().from(staffViews).orderBy(staffViews.employeeName)).map(
        ({ employeeName }) => employeeName,
      ),
    ).toEqual(['Bjarni Prófsson', 'Katrín Ósk Prófdóttir']);
  });

  test('STAFF-6: an unauthenticated claim is answered by e-mail until its customer is known', async () => {
    const visit = await post('/api/upload/v1/visits', {});
    const { right } = (await visit.json()) as { right: string };
    const reporter = { name: 'Þóra Prófsdóttir', ssn: '1203751489' };
    const form = { ...filledForm, policy: '', dateOfLoss: '2026-11-19', email: 'tjon@example.is' };
    const filed = await post(
      '/api/claim/v1/notices',
      { line: 'home', form, reporter, files: [], declaration: true },
      { token: right },
    );
    expect(filed.status).toBe(201);
    const { reference } = (await filed.json()) as { reference: string };
    const [line] = (await queue()).items;
    expect(line).toMatchObject({
      kind: 'claim',
      reference,
      sender: 'Þóra Prófsdóttir',
      about: 'Tjón á innbúi',
    });
    const seen = await look(line?.id ?? '');
    expect(seen).toMatchObject({
      answerBy: 'email',
      ssn: '1203751489',
      matter: { unverified: true, line: 'home' },
    });
    await done(await act(seen.id, { act: 'answer', version: seen.version, text: 'Við skoðum þetta.' }));
    await vi.waitFor(
      () =>
        expect(mailsTo('tjon@example.is').map(({ subject }) => subject)).toContain(
          `Svar við erindi þínu ${reference}`,
        ),
      15_000,
    );
  });

  test('STAFF-6, DATA-9: a claim filed with a customer’s kennitala is the reporter’s until a handler takes it on: their name, place and address, and answers go to them', async () => {
    const { db } = database;
    const ssn = '1402851539';
    const birgir = { id: 'birgir', kind: 'person', ssn, fullName: 'Birgir Prófsson' } as const;
    // His phone agrees with the notice, his name does not.
    const onFile = { ssn, email: 'birgir@example.is', mobilePhone: '6150001' };
    await db.update(customers).set(onFile).where(eq(customers.id, 'birgir'));
    const { right } = (await (await post('/api/upload/v1/visits', {})).json()) as { right: string };
    const reporter = { name: 'Ókunnur Prófsson', ssn };
    const form = {
      ...filledForm,
      policy: '',
      dateOfLoss: '2026-11-19',
      place: 'Skúlagata 4',
      email: 'okunnur@example.is',
    };
    const filed = await post(
      '/api/claim/v1/notices',
      { line: 'home', form, reporter, files: [], declaration: true },
      { token: right },
    );
    const { reference } = (await filed.json()) as { reference: string };
    const ofBirgir = () => db.select().from(claims).where(eq(claims.customerId, 'birgir'));
    await vi.waitFor(async () => expect(await ofBirgir()).toHaveLength(1), patience(15_000));
    const [claim] = await ofBirgir();

    const { items } = await queue('?search=okunnur');
    expect(items).toMatchObject([{ reference, sender: 'Ókunnur Prófsson', known: false }]);
    expect((await queue('?search=birgir')).total).toBe(0);
    const seen = await look(items[0]?.id ?? '');
    expect(seen).toMatchObject({
      sender: 'Ókunnur Prófsson',
      known: false,
      email: 'okunnur@example.is',
      phone: '6150001',
      answerBy: 'email',
      matter: { claimId: claim?.id, unverified: true, place: 'Skúlagata 4', reporter },
    });
    // Only as the owner of the kennitala.
    const { matter } = seen;
    expect(matter.kind === 'claim' && matter.owner).toMatchObject({
      name: 'Birgir Prófsson',
      agrees: ['phone'],
    });
    expect(JSON.stringify({ ...seen, matter: { ...matter, owner: null } })).not.toMatch(/birgir/i);

    const text = 'Sendu okkur myndir.';
    const answered = await done(await act(seen.id, { act: 'answer', version: seen.version, text }));
    expect(answered.messages).toMatchObject([{ fromUs: true, text }]);
    const mails = () => mailsTo('okunnur@example.is').filter((mail) => mail.text?.includes(text));
    await vi.waitFor(() => expect(mails()).toHaveLength(1), patience(15_000));
    expect(mails()[0]?.text).not.toMatch(/Birgir|minar-sidur/);
    expect(mailsTo('birgir@example.is').filter((mail) => mail.text?.includes(text))).toEqual([]);
    expect(await db.$count(claimMessages, eq(claimMessages.customerId, 'birgir'))).toBe(0);
    // His name was on the screen.
    expect(await db.$count(staffViews, eq(staffViews.customerId, 'birgir'))).toBeGreaterThan(0);

    const written = createMails({ db, clock, outbox: jobs });
    await changeClaim({ db, clock, mails: written }, birgir.id, claim?.id ?? '', {
      status: 'inProgress',
      by: { role: 'handler', name: 'Katrín' },
      unverified: false,
      place: 'Skúlagata 4',
    });
    expect(await look(seen.id)).toMatchObject({
      sender: 'Birgir Prófsson',
      known: true,
      email: 'birgir@example.is',
      answerBy: 'both',
      matter: { unverified: false, place: 'Skúlagata 4', reporter },
      messages: [{ text }],
    });
  });

  test('STAFF-6, DATA-9: a claim filed while signed in says where it happened and who filed it', async () => {
    await fillClaims(database, files);
    await fillWorkItem(database);
    await database.db.update(claims).set({ place: 'Miklabraut' }).where(eq(claims.id, 'c1'));
    expect(await look('k1')).toMatchObject({
      known: true,
      matter: { place: 'Miklabraut', reporter: { name: 'Anna Prófdóttir', ssn: null } },
    });
  });

  test('STAFF-6: deleting an expired form deletes its case, answers and files', async () => {
    const id = await idOf(await send('inquiry'));
    const { version } = await look(id);
    await done(await act(id, { act: 'answer', version, text: 'Svar.' }));
    const { key } = await createContents({ db: database.db, files, clock }).store(Buffer.from('0123456789'));
    const [row] = await database.db.select().from(submissions);
    const ownerId = row?.id ?? '';
    await database.db.insert(uploads).values({
      ownerId,
      id: 'forgotten',
      holder: 'submission',
      holderId: ownerId,
      name: 'mynd.jpg',
      sender: 'Þóra',
      bytes: 10,
      state: 'clean',
      key,
      createdAt: came,
    });
    await createSubmissionStore(database.db).forget(new Date('2029-01-01T00:00:00Z'));
    expect(await database.db.$count(cases)).toBe(0);
    expect(await database.db.$count(uploads, eq(uploads.id, 'forgotten'))).toBe(0);
    expect((await api.ask(`/api/staff/v1/cases/${id}`, { token: katrin })).status).toBe(404);
  });

  test('STAFF-6: a privacy request is a case like others, with a link to it', async () => {
    const path = '/api/user/v1/settings/privacy/erasureRequest';
    expect((await post(path, { confirmed: true }, { token: anna })).status).toBe(202);
    const [line] = (await queue('?kind=privacy')).items;
    expect(line).toMatchObject({ kind: 'privacy', sender: 'Anna Prófdóttir', known: true });
    const [row] = await database.db.select().from(privacyRequests);
    expect((await look(line?.id ?? '')).matter).toEqual({ kind: 'privacy', requestId: row?.id });
    await database.db.delete(privacyRequests);
  });

  test('STAFF-6, DATA-3b: a privacy request stays in the queue until it is decided', async () => {
    await fillPrivacy(database, files);
    const id = await openWorkItem(database.db, {
      kind: 'privacy',
      matterId: 'x2',
      customerId: 'anna',
      language: 'is',
      openedAt: new Date(came),
    });
    const { version } = await look(id);
    for (const body of [{ act: 'close' }, { act: 'answer', text: 'Svar.', close: true }]) {
      const refused = await act(id, { ...body, version });
      expect(refused.status, body.act).toBe(409);
      expect(((await refused.json()) as Problem).errorCode).toBe('caseUndecided');
    }
    const answered = await done(await act(id, { act: 'answer', text: 'Hvaða gögn?', version }));
    expect(answered).toMatchObject({ state: 'open', mine: true, messages: [{ text: 'Hvaða gögn?' }] });
    await database.db.update(privacyRequests).set({ state: 'refused' });
    const closed = await done(await act(id, { act: 'close', version: answered.version }));
    expect(closed.state).toBe('closed');
  });

  test('STAFF-6: a case that is answered after it was closed is open to further work', async () => {
    const id = await idOf(await send('inquiry', { email: 'aftur@example.is' }));
    const { version } = await done(await act(id, { act: 'close', version: (await look(id)).version }));
    expect((await done(await act(id, { act: 'answer', version, text: 'Svar.' }))).state).toBe('answered');
    expect(await database.db.select().from(cases)).toMatchObject([{ state: 'answered', closedAt: null }]);
  });
});
