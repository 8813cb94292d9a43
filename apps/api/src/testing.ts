import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Call, calls } from '@hofn/contracts';
import {
  claims,
  customers,
  type Database,
  documents,
  employees,
  instalments,
  itemFactTypes,
  type Jobs,
  policies,
  policyCovers,
  policyItems,
  premiumParts,
  premiumPartTypes,
  productCovers,
  products,
  terms,
} from '@hofn/database';
import { inRoleOf } from '@hofn/database/testing.ts';
import { type FileStore, openFolderStore } from '@hofn/files';
import { createLogger, listen } from '@hofn/service';
import type { Secrets } from '@hofn/service/secrets.ts';
import { testSecrets } from '@hofn/service/testing/secrets.ts';
import { fixedClock, type Issuer } from '@hofn/service/testing.ts';
import { type ApiParts, createApi } from './api.ts';
import { createInspector } from './platform/uploads/inspector.ts';
import { createServices, type ServiceParts } from './services.ts';
import { defaultSettings } from './settings.ts';
import { startWork } from './work.ts';

export { createIssuer, fixedClock, type Issuer, noon } from '@hofn/service/testing.ts';

/** A file store in a temporary folder that is removed when the process exits. */
export const temporaryFiles = (): FileStore => {
  const folder = mkdtempSync(join(tmpdir(), 'hofn-files-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return openFolderStore(folder);
};

/** One for all APIs of a test process: each would start processes of its own, of a second of CPU. */
const inspector = createInspector();

/** Starts the API on a free port, in its database role, and records its log lines and queued jobs. */
export const startApi = async (
  database: Database,
  issuer: Issuer,
  {
    keys = issuer.keys,
    limits,
    identityClock,
    features,
    ...parts
  }: Partial<ServiceParts & Omit<ApiParts, 'services'>> = {},
) => {
  const lines: Array<Record<string, unknown>> = [];
  const sent: Array<{ queue: string; data: object }> = [];
  const logger = createLogger('api', 'info', { write: (line: string) => lines.push(JSON.parse(line)) });
  const folder = mkdtempSync(join(tmpdir(), 'hofn-api-'));
  const services = createServices({
    database: await inRoleOf('api', database),
    clock: fixedClock(),
    logger,
    settings: defaultSettings(),
    // Jobs are recorded but not run, for tests of responses alone.
    outbox: {
      send: async (_tx, queue, data) => {
        sent.push({ queue, data });
      },
    },
    files: openFolderStore(folder),
    secrets: testSecrets,
    inspector,
    ...parts,
  });
  const server = await createApi({
    services,
    keys,
    ...(identityClock && { identityClock }),
    ...(features && { features }),
    // A busy test machine is not an overloaded service; tests about load set their own limits.
    limits: { eventLoopDelayMs: 0, answerMs: 60_000, ...limits },
  });
  const running = await listen(server, { port: 0, host: '127.0.0.1', setting: 'API_PORT' });
  return {
    ...running,
    /** What its features and jobs share. */
    services,
    stop: async () => {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    server,
    lines,
    sent,
    ask: (path: string, options: RequestInit & { token?: string; language?: 'is' | 'en' } = {}) => {
      const { token, language, headers, ...rest } = options;
      return fetch(running.url + path, {
        ...rest,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(language && { 'accept-language': language }),
          ...headers,
        },
      });
    },
  };
};

/** Starts the workers and scheduled jobs in the API's database role, as `main.ts` does. */
export const startJobs = async ({
  jobs,
  database,
  ...parts
}: Omit<ServiceParts, 'outbox' | 'secrets'> & { jobs: Jobs; secrets?: Secrets }): Promise<void> => {
  const services = createServices({
    secrets: testSecrets,
    inspector,
    ...parts,
    database: await inRoleOf('api', database),
    outbox: jobs,
  });
  await startWork(services, jobs);
};

/** A travel policy of Anna's with a child and an end date, and a document about her car. */
export const fillDocuments = async ({ db }: Database): Promise<void> => {
  await db.insert(products).values({
    id: 'travel',
    group: 'travel',
    ordinal: 20,
    nameIs: 'Ferðatrygging',
    nameEn: 'Travel insurance',
    deductibleIs: 'Föst fjárhæð',
    deductibleEn: 'A fixed amount',
    mandatory: false,
    termsCodes: [],
    benefits: [],
  });
  const cover = {
    productId: 'travel',
    kind: 'cover',
    optional: false,
    descriptionIs: '',
    descriptionEn: '',
  } as const;
  await db.insert(productCovers).values([
    {
      ...cover,
      id: 'medical-costs-abroad',
      ordinal: 1,
      nameIs: 'Sjúkrakostnaður erlendis',
      nameEn: 'Medical costs abroad',
    },
    { ...cover, id: 'baggage', ordinal: 2, nameIs: 'Farangur', nameEn: 'Baggage' },
    // A cover she did not choose.
    { ...cover, id: 'skiing', optional: true, ordinal: 3, nameIs: 'Skíðabúnaður', nameEn: 'Skiing' },
  ]);
  await db.insert(policies).values({
    customerId: 'anna',
    id: 't1',
    number: '1000009',
    productId: 'travel',
    insuredIs: 'Fjölskyldan',
    insuredEn: 'The family',
    premiumPerYear: 18_000,
    validFrom: '2026-03-01',
    validTo: '2027-02-28',
    instalmentsPerYear: 12,
    instalmentFeePercent: 2.25,
    termsCodes: [],
  });
  const item = { customerId: 'anna', policyId: 't1' };
  await db.insert(policyItems).values([
    {
      ...item,
      id: '1',
      kind: 'trip',
      nameIs: 'Fjölskyldan',
      nameEn: 'The family',
      facts: { territory: { is: 'Um allan heim', en: 'Worldwide' }, longestTrip: 92 },
    },
    {
      ...item,
      id: '2',
      kind: 'person',
      nameIs: 'Þóra Prófsdóttir',
      nameEn: 'Þóra Prófsdóttir',
      facts: { born: '2015-06-17' },
    },
    // The policyholder, who is not listed twice.
    {
      ...item,
      id: '3',
      kind: 'person',
      nameIs: 'Anna Prófdóttir',
      nameEn: 'Anna Prófdóttir',
      facts: { ssn: '1402851489' },
    },
  ]);
  await db.insert(policyCovers).values([
    {
      customerId: 'anna',
      policyId: 't1',
      id: 'medical-costs-abroad',
      sumInsured: 25_000_000,
      deductible: 25_000,
    },
    { customerId: 'anna', policyId: 't1', id: 'baggage', sumInsured: 500_000, deductible: 25_000 },
  ]);
  await db.insert(documents).values({
    customerId: 'anna',
    id: 'd1',
    kind: 'certificate',
    titleIs: 'Skírteini: Kaskótrygging',
    titleEn: 'Certificate: Comprehensive motor insurance',
    issuedOn: '2026-03-01',
    periodFrom: '2026-03-01',
    periodTo: '2027-02-28',
    policyId: 'p1',
  });
};

/** Katrín, who administers employees, Una, who is an ordinary one, and Farinn, who has left. */
export const fillStaff = async ({ db }: Database): Promise<void> => {
  const employee = { email: 'starf@example.is', passwordHash: 'none' };
  await db.insert(employees).values([
    {
      ...employee,
      id: 'employee|katrin',
      username: 'katrin',
      fullName: 'Katrín Ósk Prófdóttir',
      roles: ['agent', 'admin', 'auditor'],
    },
    { ...employee, id: 'employee|una', username: 'una', fullName: 'Una Prófdóttir' },
    { ...employee, id: 'employee|farinn', username: 'farinn', fullName: 'Farinn Prófsson', active: false },
  ]);
};

/** The calls of the contract that the API serves, by name. */
export const apiCalls: Array<[string, Call]> = Object.entries<Call>(calls).filter(
  ([, call]) => call.service === 'api',
);

/**
 * Four customers: Anna, who has a car, a home and past policies; her spouse Birgir with a policy of his own; a company;
 * and a newcomer without any. Policy ids deliberately repeat across customers: only the policyholder distinguishes them.
 */
export const fillDatabase = async ({ db }: Database): Promise<void> => {
  await db.insert(customers).values([
    {
      id: 'anna',
      ssn: '1402851489',
      kind: 'person',
      fullName: 'Anna Prófdóttir',
      email: 'anna@example.is',
      mobilePhone: '6150001',
      spouseSsn: '0303831459',
      spouseName: 'Birgir Prófsson',
      loyaltyTier: 'gold',
      paymentMethod: 'ccard',
      cardNumberMasked: '•••• 4821',
      cardExpires: '08/29',
      cardBrand: 'Visa',
      cardToken: 'card-4821',
      bank: '0133',
      bankLedger: '26',
      bankAccount: '004821',
      contactConfirmedOn: '2026-03-01',
    },
    { id: 'birgir', ssn: '0303831459', kind: 'person', fullName: 'Birgir Prófsson' },
    { id: 'felag', ssn: '5001141499', kind: 'company', fullName: 'Prófunarfélagið ehf.' },
    { id: 'nyr', ssn: '2012991449', kind: 'person', fullName: 'Nýr Prófsson' },
  ]);
  await db.insert(products).values([
    {
      id: 'kasko',
      group: 'vehicles',
      ordinal: 2,
      nameIs: 'Kaskótrygging',
      nameEn: 'Comprehensive motor insurance',
      deductibleIs: 'Valin fjárhæð',
      deductibleEn: 'A chosen amount',
      mandatory: false,
      termsCodes: ['BK10'],
      benefits: ['courtesyCar'],
    },
    {
      id: 'home',
      group: 'home',
      ordinal: 5,
      nameIs: 'Heimilistrygging',
      nameEn: 'Home insurance',
      deductibleIs: 'Eftir þrepi',
      deductibleEn: 'By tier',
      mandatory: false,
      termsCodes: ['EH10'],
      benefits: [],
    },
  ]);
  await db.insert(terms).values([
    { code: 'BK10', codeEn: 'BK10E', titleIs: 'Kaskótrygging', titleEn: 'Motor', validFrom: '2024-01-01' },
    { code: 'EH10', titleIs: 'Heimilistrygging', titleEn: 'Home', validFrom: '2024-01-01' },
  ]);
  await db.insert(productCovers).values(
    (
      [
        ['collision', 'cover', false, 1, 'Árekstur', 'Collision'],
        ['rental', 'cover', true, 2, 'Bílaleigubíll', 'Rental car'],
        ['abroad', 'cover', true, 3, 'Tjón erlendis', 'Loss abroad'],
        ['wear', 'exclusion', false, 4, 'Slit', 'Wear'],
      ] as const
    ).map(([id, kind, optional, ordinal, nameIs, nameEn]) => ({
      productId: 'kasko',
      id,
      kind,
      optional,
      ordinal,
      nameIs,
      nameEn,
      descriptionIs: `${nameIs}.`,
      descriptionEn: `${nameEn}.`,
    })),
  );
  await db.insert(premiumPartTypes).values([
    { code: 'base', kind: 'base', ordinal: 1, nameIs: 'Grunniðgjald', nameEn: 'Base premium' },
    { code: 'loyalty', kind: 'discount', ordinal: 2, nameIs: 'Vildarafsláttur', nameEn: 'Loyalty discount' },
  ]);
  await db.insert(itemFactTypes).values([
    { key: 'plate', ordinal: 1, format: 'text', labelIs: 'Skráningarnúmer', labelEn: 'Plate' },
    { key: 'year', ordinal: 2, format: 'year', labelIs: 'Árgerð', labelEn: 'Model year' },
    { key: 'value', ordinal: 3, format: 'money', labelIs: 'Verðmæti', labelEn: 'Value' },
    { key: 'use', ordinal: 4, format: 'text', labelIs: 'Notkun', labelEn: 'Use' },
  ]);
  const term = {
    validFrom: '2026-03-01',
    validTo: '2027-02-28',
    instalmentsPerYear: 12,
    instalmentFeePercent: 2.25,
  };
  await db.insert(policies).values([
    {
      ...term,
      customerId: 'anna',
      id: 'p1',
      number: '1000001',
      productId: 'kasko',
      insuredIs: 'Toyota RAV4, ÞB X42',
      insuredEn: 'Toyota RAV4, ÞB X42',
      premiumPerYear: 90_000,
      deductible: 140_000,
      termsCodes: ['BK10'],
    },
    {
      ...term,
      customerId: 'anna',
      id: 'p2',
      number: '1000002',
      productId: 'home',
      insuredIs: 'Ægisíða 14',
      insuredEn: 'Ægisíða 14',
      premiumPerYear: 54_000,
      sumInsured: 12_000_000,
      validTo: '2026-12-15',
      termsCodes: ['EH10'],
    },
    {
      ...term,
      customerId: 'anna',
      id: 'p3',
      number: '1000003',
      productId: 'home',
      insuredIs: 'Gamla íbúðin',
      insuredEn: 'The old flat',
      premiumPerYear: 40_000,
      validFrom: '2024-03-01',
      validTo: '2025-02-28',
      termsCodes: ['EH10'],
    },
    {
      ...term,
      customerId: 'birgir',
      id: 'b1',
      number: '2000001',
      productId: 'kasko',
      insuredIs: 'Kia Niro, AB C12',
      insuredEn: 'Kia Niro, AB C12',
      premiumPerYear: 80_000,
      termsCodes: ['BK10'],
    },
    {
      ...term,
      customerId: 'felag',
      id: 'p1',
      number: '3000009',
      productId: 'kasko',
      insuredIs: 'Ford Transit, FE L01',
      insuredEn: 'Ford Transit, FE L01',
      premiumPerYear: 210_000,
      termsCodes: ['BK10'],
    },
  ]);
  await db.insert(policyItems).values({
    customerId: 'anna',
    policyId: 'p1',
    id: 'i1',
    kind: 'vehicle',
    nameIs: 'Toyota RAV4',
    nameEn: 'Toyota RAV4',
    facts: { value: 5_200_000, plate: 'ÞB X42', year: 2021, use: { is: 'Einkanot', en: 'Private' } },
  });
  await db
    .insert(policyCovers)
    .values({ customerId: 'anna', policyId: 'p1', id: 'rental', sumInsured: 150_000, deductible: 0 });
  await db.insert(premiumParts).values([
    { customerId: 'anna', policyId: 'p1', id: 'base', amount: 100_000 },
    { customerId: 'anna', policyId: 'p1', id: 'loyalty', amount: -10_000 },
    { customerId: 'anna', policyId: 'p2', id: 'base', amount: 60_000 },
    { customerId: 'anna', policyId: 'p2', id: 'loyalty', amount: -6_000 },
    // The discount of an ended policy does not count.
    { customerId: 'anna', policyId: 'p3', id: 'loyalty', amount: -4_000 },
    { customerId: 'birgir', policyId: 'b1', id: 'loyalty', amount: -8_000 },
  ]);
  const due = { customerId: 'anna', sequenceOf: 12, amount: 12_000, method: 'ccard' } as const;
  await db.insert(instalments).values([
    {
      ...due,
      id: '1',
      sequence: 8,
      dueDate: '2026-10-01',
      finalDueDate: '2026-10-15',
      paidAt: '2026-10-01T08:00:00Z',
    },
    {
      ...due,
      id: '2',
      sequence: 9,
      dueDate: '2026-11-01',
      finalDueDate: '2026-11-15',
      penaltyInterest: 120,
      fees: 390,
    },
    { ...due, id: '3', sequence: 10, dueDate: '2026-12-01', finalDueDate: '2026-12-15' },
    { ...due, id: '4', sequence: 11, dueDate: '2027-01-01', finalDueDate: '2027-01-15' },
  ]);
  await db.insert(claims).values([
    {
      customerId: 'anna',
      id: 'c1',
      number: 'T-1',
      policyId: 'p1',
      titleIs: 'Árekstur á Miklubraut',
      titleEn: 'Collision on Miklabraut',
      status: 'inProgress',
      dateOfLoss: '2026-11-10',
      changedAt: '2026-11-12T10:00:00Z',
    },
    {
      customerId: 'anna',
      id: 'c2',
      number: 'T-2',
      policyId: 'p2',
      titleIs: 'Vatnstjón',
      titleEn: 'Water damage',
      status: 'settled',
      dateOfLoss: '2025-11-10',
      changedAt: '2025-12-12T10:00:00Z',
    },
  ]);
};
