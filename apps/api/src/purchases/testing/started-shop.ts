// An API at which Anna buys, with a core and a card service that answer as a test says.
import type { CoreActAnswer, Purchase } from '@hofn/contracts';
import {
  accessGrants,
  actingChoices,
  auditEvents,
  cases,
  changeRequests,
  coreRecords,
  customers,
  type Database,
  documents,
  instalments,
  mails,
  payments,
  policies,
  priceOffers,
  proposals,
  purchases,
  transactions,
} from '@hofn/database';
import { seedReference } from '@hofn/database/seed/reference.ts';
import { addDays } from '@hofn/domain';
import type { Language } from '@hofn/texts';
import { and, asc, eq, like, notInArray } from 'drizzle-orm';
import { offerMails } from '../../offers/mails.ts';
import { type CardService, CardServiceUnavailable, type Outcome } from '../../payments/cards.ts';
import { customerColumns } from '../../platform/customer.ts';
import { carryOut } from '../../requests/testing/carrying-core.ts';
import { type CoreBehaviour, startFakeCore } from '../../requests/testing/fake-core.ts';
import { defaultSettings } from '../../settings.ts';
import { createIssuer, fillDatabase, fillStaff, fixedClock, noon, startApi } from '../../testing.ts';
import { purchases as feature } from '../feature.ts';
import { purchaseMails } from '../mails.ts';

type CardAnswer = 'accepts' | 'declines' | 'silent' | 'lost';

/** A card service that holds, charges and releases once per key. A test says how it answers each kind of call. */
const createCardService = () => {
  const holds = new Map<string, 'held' | 'declined' | 'cancelled' | 'charged'>();
  const answer = {
    hold: 'accepts' as CardAnswer,
    charge: 'accepts' as CardAnswer,
    release: 'accepts' as CardAnswer,
  };
  const held = (key: string) => {
    const state = holds.get(key);
    return state === 'charged' || state === undefined ? ('held' as const) : state;
  };
  const service = {
    answer,
    holds,
    /** Keys that were asked for a hold, with repetitions. */
    asked: [] as string[],
    hold: async ({ key }) => {
      service.asked.push(key);
      if (answer.hold === 'silent') throw new CardServiceUnavailable();
      if (!holds.has(key)) holds.set(key, answer.hold === 'declines' ? 'declined' : 'held');
      if (answer.hold === 'lost') throw new CardServiceUnavailable();
      return { state: held(key) };
    },
    settleHold: async (key) => {
      if (answer.hold === 'silent' || answer.hold === 'lost') throw new CardServiceUnavailable();
      if (!holds.has(key)) holds.set(key, 'cancelled');
      return { state: held(key) };
    },
    release: async (key) => {
      if (answer.release === 'silent') throw new CardServiceUnavailable();
      if (holds.get(key) !== 'charged') holds.set(key, 'cancelled');
      return { state: held(key) };
    },
    charge: async ({ key, hold }): Promise<Outcome> => {
      if (answer.charge === 'silent') throw new CardServiceUnavailable();
      const isTaken = holds.get(hold ?? '') === 'held' && answer.charge !== 'declines';
      if (isTaken) holds.set(hold ?? '', 'charged');
      if (answer.charge === 'lost') throw new CardServiceUnavailable();
      return holds.get(hold ?? '') === 'charged'
        ? { state: 'charged', reference: `H-${key}` }
        : { state: 'declined' };
    },
    settle: async (key): Promise<Outcome> => {
      if (answer.charge === 'silent') throw new CardServiceUnavailable();
      return holds.get(key) === 'charged'
        ? { state: 'charged', reference: `H-${key}` }
        : { state: 'cancelled' };
    },
    refund: async () => ({ state: 'processing' as const }),
  } satisfies CardService & Record<string, unknown>;
  return service;
};

export type Need = Record<string, string>;

export const startShop = async (database: Database) => {
  const { db } = database;
  const clock = fixedClock();
  await fillDatabase(database);
  await fillStaff(database);
  await seedReference(db);
  const young = { kind: 'person' as const, fullName: 'Ung Prófsdóttir' };
  await db.insert(customers).values([
    { ...young, id: 'child', ssn: '1402101480' },
    { ...young, id: 'driver', ssn: '1402051480' },
  ]);
  const kept = new Set((await db.select({ id: policies.id }).from(policies)).map(({ id }) => id));
  const core = await startFakeCore();
  const cards = createCardService();
  const issuer = await createIssuer();
  const rates = {
    RATE_READ: 10_000,
    RATE_WRITE: 10_000,
    RATE_COSTLY: 10_000,
    RATE_FORM: 10_000,
    FORM_SUBMISSIONS: 10_000,
  };
  const byCore = { REQUESTS_SETTLED_BY_CORE: ['offer' as const, 'withdraw' as const] };
  const settings = { ...defaultSettings(), ...rates, ...core.settings, ...byCore };
  const content = { document: async () => ({ fields: [{ name: 'contents', label: 'Innbú?' }] }) };
  const api = await startApi(database, issuer, { clock, settings, cards, content });
  const exp = Date.parse(noon) / 1000 + 400 * 86_400;
  const tokens = {
    anna: await issuer.token('anna', { exp }),
    birgir: await issuer.token('birgir', { exp }),
    delegate: await issuer.token('birgir', { sid: 'delegate', exp }),
    child: await issuer.token('child', { exp }),
    driver: await issuer.token('driver', { exp }),
    company: await issuer.token('felag', { exp }),
    staff: await issuer.token('employee|katrin', { actor_kind: 'employee', exp }),
  };
  type As = keyof typeof tokens;

  const call = async (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    {
      body,
      as = 'anna',
      language = 'is',
      key,
    }: { body?: object; as?: As; language?: Language; key?: string } = {},
  ) => {
    const response = await api.ask(path, {
      ...{ method, token: tokens[as], language },
      ...(body && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
      }),
    });
    const said = response.headers.get('content-type')?.includes('json') ? await response.json() : undefined;
    return { status: response.status, body: said as Record<string, never> };
  };
  const base = '/api/purchases/v1/purchases';
  const read = async (id: string, language: Language = 'is') =>
    (await call('GET', `${base}/${id}`, { language })).body as unknown as Purchase;

  /** The core issues the policy, with one payment for the year. */
  const issues: CoreBehaviour = async (asked) => {
    const answer = (await carryOut(db, { atOnce: ['offer', 'withdraw'] })(asked)) as CoreActAnswer;
    const { request } = asked.act;
    if (answer.result !== 'done' || !('facts' in answer) || request.kind !== 'offer') return answer;
    const facts = {
      ...{ customer: request.customer.ssn, policy: answer.policyNumber, sequence: 1, sequenceOf: 1 },
      ...{ dueDate: request.effectiveOn, finalDueDate: addDays(request.effectiveOn, 14) },
      ...{ amount: request.premium, method: 'ccard' },
    };
    const type = 'instalments' as const;
    return {
      ...answer,
      facts: [...answer.facts, { type, key: `${answer.policyNumber}-1`, version: 1, facts }],
    };
  };
  const refers: CoreBehaviour = () => ({
    ...{ result: 'referred', edition: '2026-2' },
    reasons: [{ code: 'own', texts: { is: 'Starfsfólk skoðar þetta.', en: 'Staff look at this.' } }],
  });

  return {
    ...{ db, clock, api, core, cards, tokens, call, base, read, issues, refers },
    stop: async () => {
      await api.stop();
      await core.stop();
    },
    /** Nothing is bought, and everybody answers. */
    begin: async () => {
      clock.set(noon);
      core.behaves(issues);
      Object.assign(cards.answer, { hold: 'accepts', charge: 'accepts', release: 'accepts' });
      cards.holds.clear();
      cards.asked.length = 0;
      for (const table of [purchases, cases, mails, documents, coreRecords]) await db.delete(table);
      await db.update(instalments).set({ paymentId: null });
      await db.delete(instalments).where(eq(instalments.sequenceOf, 1));
      await db.delete(payments);
      await db.delete(transactions);
      await db.delete(changeRequests);
      await db.delete(proposals);
      await db.delete(policies).where(notInArray(policies.id, [...kept]));
      await db.delete(priceOffers);
      await db.update(customers).set({ cardExpires: '08/29' }).where(eq(customers.id, 'anna'));
    },
    /** A visitor keeps a price. @returns its number */
    keep: async (product: string, answers: object): Promise<string> => {
      const price = await call('POST', '/api/public/v1/price', { body: { product, answers } });
      const { tariff, perYear } = price.body;
      const body = { product, answers, tariff, perYear };
      const kept = await call('POST', '/api/public/v1/offer', { body });
      if (kept.status !== 201) throw new Error(JSON.stringify([price.body, kept.body]));
      return kept.body.reference ?? '';
    },
    start: (reference: string, as: As = 'anna') => call('POST', base, { body: { reference }, as }),
    save: (id: string, body: object, as: As = 'anna') => call('POST', `${base}/${id}/steps`, { body, as }),
    buy: (id: string, shown: string | null, language: Language = 'is', key = '') =>
      call('POST', `${base}/${id}/buy`, { body: { shown: shown ?? 'none' }, language, key }),
    /** Does what a copy of the API does when time has passed. */
    goOn: async (minutes = 30) => {
      clock.set(new Date(clock.now().getTime() + minutes * 60_000).toISOString());
      const [again] = feature.repeated;
      await again.create(api.services)(new AbortController().signal);
    },
    /** An employee decides the case that is open. */
    settleByStaff: async (decision: object) => {
      const [open] = await db.select().from(cases).where(eq(cases.state, 'open'));
      const path = `/api/staff/v1/cases/${open?.id}`;
      const { version } = (await call('GET', path, { as: 'staff' })).body;
      const body = { version, act: 'settle', decision };
      const settled = await call('POST', path, { as: 'staff', body });
      if (settled.status !== 200) throw new Error(JSON.stringify(settled.body));
    },
    row: async (id: string) => (await db.select().from(purchases).where(eq(purchases.id, id)))[0],
    paymentStates: async () => (await db.select().from(payments)).map(({ state }) => state),
    mailKinds: async () => (await db.select().from(mails)).map(({ kind }) => kind),
    /** Birgir acts for Anna, in the session of the token `delegate`. */
    giveAccess: async (role: 'Readonly' | 'Full') => {
      const given = { givenAt: noon, givenBy: 'anna', validFrom: '2026-03-01', validTo: '2027-02-28' };
      await db.delete(accessGrants);
      await db.delete(actingChoices);
      await db
        .insert(accessGrants)
        .values({ ...given, role, customerId: 'anna', id: 'g1', holderId: 'birgir' });
      const choice = { actorId: 'birgir', session: 'delegate', subjectId: 'anna', chosenAt: noon };
      await db.insert(actingChoices).values(choice);
    },
    /** What the system has done with a purchase, in order. */
    audited: (id: string) =>
      db
        .select()
        .from(auditEvents)
        .where(and(eq(auditEvents.action, 'purchase.goOn'), like(auditEvents.object, `%${id}%`)))
        .orderBy(asc(auditEvents.id)),
    /** What the only e-mail of a kind says when it is sent now. */
    letter: async (kind: 'proposalAccepted' | 'purchaseStopped') => {
      const [mail] = await db.select().from(mails).where(eq(mails.kind, kind));
      const [subject] = await db.select(customerColumns).from(customers).where(eq(customers.id, 'anna'));
      if (!mail || !subject) throw new Error(`No e-mail of the kind ${kind}`);
      const { files } = api.services;
      const site = 'https://hofn.example';
      const compose = { ...offerMails({ db, files, site }), ...purchaseMails({ db, site }) }[kind];
      return compose({ subject, about: mail.about, language: 'en' });
    },
    openCases: async () =>
      (await db.select().from(cases).where(eq(cases.state, 'open'))).map(({ kind, matterId }) =>
        matterId.startsWith('payment ') ? 'payment' : kind,
      ),
    newPolicies: async () =>
      db
        .select()
        .from(policies)
        .where(and(eq(policies.customerId, 'anna'), notInArray(policies.id, [...kept]))),
  };
};
export type Shop = Awaited<ReturnType<typeof startShop>>;
