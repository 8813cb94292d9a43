import { randomBytes, randomUUID } from 'node:crypto';
import type { CoreAct, CoreRequest } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import { inRoleOf } from '@hofn/database/testing.ts';
import { createLogger } from '@hofn/service';
import { Webhook } from 'standardwebhooks';
import { afterEach, onTestFinished } from 'vitest';
import { fillInsurance, openingBook } from '../opening.ts';
import { type StartedCore, type StartParts, startCore } from '../start.ts';
import { getEdition } from '../store/editions.ts';
import { type Front, fillCustomers, startFront, testClient } from '../testing.ts';
import { type Receipt, type Repeated, repeatDecision } from './receipt.ts';

/** A secret of the tests. */
export const testSecret = `whsec_${randomBytes(32).toString('base64')}`;

export type Call = {
  kind: string;
  act?: unknown;
  /** The body, where it is not the act as JSON. */
  body?: string;
  key?: string;
  isPreview?: boolean;
  secret?: string;
  /** When it was signed. */
  at?: Date;
  headers?: Record<string, string>;
};

/** Asks a core for an act or its preview, signed as the front does. */
export const ask = async (url: string, call: Call) => {
  const { kind, act, key = randomUUID(), isPreview = false, secret = testSecret, at = new Date() } = call;
  const body = call.body ?? JSON.stringify(act);
  const response = await fetch(new URL(`acts/${kind}${isPreview ? '/preview' : ''}`, `${url}/`), {
    method: 'POST',
    body,
    headers: {
      ...{ 'content-type': 'application/json', 'webhook-id': key },
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(key, at, body),
      ...call.headers,
    },
  });
  const text = await response.text();
  return { status: response.status, text, answer: text === '' ? null : JSON.parse(text) };
};

const noChange = {
  ...{ act: null, cover: null, coverName: null, deductible: null, text: null, product: null },
  ...{ productName: null, priceFrom: null, lastDay: null, refund: null, grounds: null, insurer: null },
};

/** A request about a policy that `fillCustomers` has filled the core with. */
export const requestOf = (
  ssn: string,
  changes: Partial<Omit<CoreRequest, 'change'>> & { change?: Partial<CoreRequest['change']> },
): CoreRequest => ({
  ...{ id: randomUUID(), kind: 'cancel', state: 'open', settledBy: 'staff', customer: { ssn } },
  ...{ requestedAt: '2026-11-24T00:01:00Z', effectiveOn: '2026-12-31', premium: 0, tariff: 'demo' },
  ...{ language: 'is', policy: { id: 'p1', number: `7${ssn}` }, figures: null, offer: null },
  ...{ messages: [], outcome: null },
  ...changes,
  change: changes.kind === 'offer' || changes.kind === 'figures' ? null : { ...noChange, ...changes.change },
});

/** An accepted offer of comprehensive insurance. */
export const offerOf = (ssn: string, premium: number, changes: Partial<CoreRequest> = {}): CoreRequest =>
  requestOf(ssn, {
    ...{ kind: 'offer', policy: null, premium, effectiveOn: '2026-11-24' },
    offer: {
      ...{ number: `8${ssn}`, product: 'kasko', insured: { is: 'Toyota', en: 'Toyota' }, covers: [] },
      ...{ parts: [{ id: 'base', amount: premium }], instalmentsPerYear: 1, terms: ['BK10'] },
      ...{ deductible: 140_000, sumInsured: premium, shownHash: null },
    },
    ...(changes as object),
  });

/** An act that the core decides on, or an employee with this name has decided on. */
export const actOf = (request: CoreRequest, name?: string): CoreAct => ({
  request,
  decidedBy: name === undefined ? null : { name },
});

/** Decides again from a receipt, by the edition that it names. */
export const repeat = async ({ db }: Database, receipt: Receipt): Promise<Repeated> => {
  const { edition } = receipt.answer;
  return repeatDecision(receipt, edition === null ? null : await getEdition(db, edition));
};

/** The day of the tests' core. */
export const actsToday = '2026-11-24';
const logger = createLogger('core', 'silent');

/** Starts cores of a test file, and stops them after each test. @param today their day */
export const createCores = (today = actsToday) => {
  const clock = { now: () => new Date(`${today}T08:00:00Z`) };
  const running = new Set<StartedCore>();
  const stopAll = async (): Promise<void> => {
    for (const core of running) await core.stop();
    running.clear();
  };
  afterEach(stopAll);

  const start = async (
    database: Database,
    front: Front,
    secrets = [testSecret],
    bank: Partial<Pick<StartParts['settings'], 'CORE_BANK_URL' | 'CORE_BANK_KEY'>> = {},
    secondsLater = 0,
  ): Promise<StartedCore> => {
    const later = { now: () => new Date(clock.now().getTime() + secondsLater * 1000) };
    const core = await startCore({
      settings: {
        ...{ CORE_PORT: 0, CORE_HOST: '127.0.0.1', CORE_PAGE: true, CORE_SECRET: secrets },
        ...{ CORE_API_URL: front.url, CORE_IDENTITY_URL: front.url, ...bank },
      },
      ...{ client: testClient, database, logger, clock: later, graceMs: 500 },
    });
    running.add(core);
    return core;
  };

  const startFilled = async (
    open: () => Promise<Database>,
    fill: (database: Database) => Promise<unknown>,
  ) => {
    const owner = await open();
    const database = await inRoleOf('core', owner);
    const front = await startFront();
    onTestFinished(() => front.stop());
    await fill(owner);
    const core = await start(database, front);
    return { owner, database, front, core };
  };

  return {
    ...{ start, stopAll },
    /** A core with the demo's customers, which the front has. */
    openDemo: (open: () => Promise<Database>) =>
      startFilled(open, ({ db }) =>
        db.transaction((tx) => fillInsurance(tx, openingBook(today), { isSent: true })),
      ),
    /** A core with customers whose day is done, on a database that `open` opens. */
    open: async (open: () => Promise<Database>, customers = 1) => {
      let ssns: string[] = [];
      const opened = await startFilled(open, async ({ db }) => {
        ssns = await fillCustomers(db, customers, today);
      });
      return { ...opened, ssns, ssn: ssns[0] ?? '' };
    },
  };
};
