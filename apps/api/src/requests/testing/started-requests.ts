import type { PolicyOptions, Problem, RequestKind, StaffCase } from '@hofn/contracts';
import {
  cases,
  changeRequests,
  coreRecords,
  type Database,
  documents,
  instalments,
  mails,
  policies,
  policyCovers,
  premiumParts,
  productCovers,
  products,
} from '@hofn/database';
import { inRoleOf } from '@hofn/database/testing.ts';
import type { Language } from '@hofn/texts';
import { and, eq, inArray } from 'drizzle-orm';
import { fillCompany } from '../../company/testing.ts';
import { fillOffers } from '../../offers/testing.ts';
import { defaultSettings, type Settings } from '../../settings.ts';
import {
  createIssuer,
  fillDatabase,
  fillStaff,
  fixedClock,
  noon,
  startApi,
  temporaryFiles,
} from '../../testing.ts';
import { requests as requestsFeature } from '../feature.ts';
import { outcomeMails } from '../outcome-letter.ts';
import { carryOut } from './carrying-core.ts';
import { startFakeCore } from './fake-core.ts';

/** Anna's comprehensive car insurance. */
export const isCar = and(eq(policies.customerId, 'anna'), eq(policies.id, 'p1'));

/**
 * The API with Anna's and a company's policies, what customers and staff do with requests, and a core that carries out what
 * staff accept; a test gives it another behaviour.
 * @param atOnce kinds that the core decides on and does at once
 */
export const startRequests = async (
  database: Database,
  changed: Partial<Settings> = {},
  atOnce: readonly RequestKind[] = [],
) => {
  const { db } = database;
  const clock = fixedClock();
  await fillDatabase(database);
  await fillStaff(database);
  const product = {
    group: 'vehicles' as const,
    ...{ mandatory: true, ordinal: 1, nameIs: 'Ökutækjatrygging', nameEn: 'Motor insurance' },
    ...{ deductibleIs: 'Föst', deductibleEn: 'Fixed' },
  };
  const windscreen = { nameIs: 'Bílrúðutrygging', nameEn: 'Windscreen insurance', mandatory: false };
  await db.insert(products).values([
    { ...product, id: 'motor-liability' },
    { ...product, ...windscreen, id: 'windscreen' },
  ]);
  await db.insert(productCovers).values({
    ...{ productId: 'windscreen', id: 'windscreen', kind: 'cover', optional: false, ordinal: 1 },
    ...{ nameIs: 'Framrúða', nameEn: 'Windscreen', descriptionIs: '', descriptionEn: '' },
  });
  const issuer = await createIssuer();
  const rates = { RATE_READ: 10_000, RATE_WRITE: 10_000, RATE_COSTLY: 10_000, RATE_CORE: 10_000 };
  const core = await startFakeCore();
  const decidedByCore = { REQUESTS_SETTLED_BY_CORE: [...atOnce] };
  const settings = { ...defaultSettings(), ...rates, ...core.settings, ...decidedByCore, ...changed };
  const files = temporaryFiles();
  const api = await startApi(database, issuer, { files, clock, settings });
  const exp = Date.parse(noon) / 1000 + 40_000 * 86_400;
  const coreScopes = ['core.requests.read', 'core.requests.settle', 'core.policies.write'];
  const tokens = {
    anna: await issuer.token('anna', { exp }),
    company: await issuer.token('felag', { exp }),
    staff: await issuer.token('employee|katrin', { actor_kind: 'employee', exp }),
    core: await issuer.serviceToken(coreScopes),
  };
  const send = async (
    path: string,
    body: object,
    { token = tokens.anna, method = 'POST' }: { token?: string; method?: string } = {},
  ) => {
    const response = await api.ask(path, {
      ...{ method, token, language: 'en', body: JSON.stringify(body) },
      headers: { 'content-type': 'application/json' },
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const read = async <Answer>(path: string, token = tokens.anna) =>
    (await (await api.ask(path, { token, language: 'en' })).json()) as Answer;
  const openCase = async (): Promise<string> => {
    const [row] = await db.select().from(cases).where(eq(cases.state, 'open'));
    if (!row) throw new Error('no case is open');
    return row.id;
  };
  const staffCase = async (id?: string) =>
    read<StaffCase>(`/api/staff/v1/cases/${id ?? (await openCase())}`, tokens.staff);
  const actOn = async (act: object, id?: string) => {
    const { id: caseId, version } = await staffCase(id);
    return send(`/api/staff/v1/cases/${caseId}`, { version, ...act }, { token: tokens.staff });
  };
  return {
    ...{ db, clock, api, core, files, issuer, tokens, send, read, openCase, staffCase, actOn },
    stop: async (): Promise<void> => {
      await api.stop();
      await core.stop();
    },
    /** Puts everything back to how it was at the start. */
    reset: async (): Promise<void> => {
      clock.set(noon);
      core.behaves(carryOut(db, { atOnce }));
      for (const table of [cases, changeRequests, mails, documents, instalments, coreRecords])
        await db.delete(table);
      const kept = new Set(['p1', 'p2', 'p3', 'b1', 'b2']);
      for (const { id } of await db.select({ id: policies.id }).from(policies))
        if (!kept.has(id)) await db.delete(policies).where(eq(policies.id, id));
      await db
        .update(policies)
        .set({
          ...{ validFrom: '2026-03-01', validTo: '2027-02-28', renews: true, cancelledOn: null },
          ...{ suspendedOn: null, lapsedOn: null, deductible: 90_000, premiumPerYear: 90_000 },
        })
        .where(isCar);
      await db.delete(premiumParts).where(eq(premiumParts.policyId, 'p1'));
      await db
        .delete(policyCovers)
        .where(and(eq(policyCovers.policyId, 'p1'), eq(policyCovers.id, 'abroad')));
      await db.insert(premiumParts).values([
        { customerId: 'anna', policyId: 'p1', id: 'base', amount: 100_000 },
        { customerId: 'anna', policyId: 'p1', id: 'loyalty-silver', amount: -10_000 },
      ]);
      await fillCompany(database);
      await fillOffers(database);
      const [car] = await db.select().from(policies).where(isCar);
      if (!car) throw new Error('no policy');
      await db
        .insert(policies)
        .values({ ...car, id: 'm1', number: '1000010', productId: 'motor-liability', deductible: 29_900 });
    },
    /** The core system sends something as of now: its tokens last for ten minutes. */
    putAsCore: async (path: string, body: object) => {
      const iat = clock.now().getTime() / 1000;
      const token = await issuer.serviceToken(coreScopes, { iat, exp: iat + 600 });
      return send(`/api/core/v1/${path}`, body, { method: 'PUT', token });
    },
    request: (body: object, token?: string) =>
      send('/api/policy/v1/requests', body, { token: token ?? tokens.anna }),
    options: (id: string) => read<PolicyOptions>(`/api/policy/v2/${id}/options`),
    /** Staff settle the case that is open, or the one named. */
    settle: (decision: object, id?: string) => actOn({ act: 'settle', decision }, id),
    preview: async (decision: object) =>
      send(`/api/staff/v1/cases/${await openCase()}/preview`, decision, { token: tokens.staff }),
    requestRow: async () => {
      const [row] = await db.select().from(changeRequests);
      if (!row) throw new Error('no request');
      return row;
    },
    policy: async (id: string) => {
      const [row] = await db
        .select()
        .from(policies)
        .where(and(eq(policies.id, id), inArray(policies.customerId, ['anna', 'felag'])))
        // Anna's, where both have one with that id.
        .orderBy(policies.customerId);
      if (!row) throw new Error('no policy');
      return row;
    },
    /** Kinds of e-mails about outcomes that were queued. */
    outcomeMails: async () =>
      (await db.select().from(mails)).map(({ kind }) => kind).filter((kind) => /^request(A|R|Q)/.test(kind)),
    /** The letter of an outcome, as it is composed when it is sent. */
    letter: async (kind: 'requestAccepted' | 'requestRefused', language: Language = 'en') => {
      const [mail] = await db.select().from(mails).where(eq(mails.kind, kind));
      const subject = { id: 'anna', kind: 'person', fullName: 'Anna Prófsdóttir', ssn: '' };
      const compose = outcomeMails({ db, site: 'https://hofn.example' })[kind];
      const composed = await compose({ subject, language, about: mail?.about ?? {} } as never);
      const plain = (text = '') => text.replaceAll('\u00a0', ' ');
      return { subject: plain(composed?.subject), body: plain(composed?.body) };
    },
    /** Runs the job that asks about what earlier releases have accepted, in the role of the API, and then what is to be asked again. */
    askEarlier: async (): Promise<void> => {
      const [job] = requestsFeature.jobs ?? [];
      const [again] = requestsFeature.repeated ?? [];
      const { db: asApi } = await inRoleOf('api', database);
      await job?.run({ db: asApi, clock, settings } as never);
      await again?.create(api.services)(new AbortController().signal);
    },
  };
};
export type Requests = Awaited<ReturnType<typeof startRequests>>;

/** Status and error code of a refused call. */
export const problemOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as Problem).errorCode,
];
