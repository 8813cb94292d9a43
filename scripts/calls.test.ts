import { type Call, type CarHelpPlace, calls, type FaqAnswer } from '@hofn/contracts';
import { contentServiceCalls } from '@hofn/contracts/content-service.ts';
import { openDatabase } from '@hofn/database';
import { systemClock } from '@hofn/domain';
import { createLogger, listen, type Running } from '@hofn/service';
import { createIssuer, fixedClock } from '@hofn/service/testing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultSettings } from '../apps/api/src/settings.ts';
import { startApi } from '../apps/api/src/testing.ts';
import { startChat } from '../apps/chat/src/testing.ts';
import { createContent } from '../apps/content/src/content.ts';
import { seedContent } from '../apps/content/src/seed/seed.ts';
import { settingsSchema as contentSettings } from '../apps/content/src/settings.ts';
import { startIdentity } from '../apps/identity/src/testing.ts';
import { defaultFolders } from '../apps/web/build/folders.ts';

/** The calls in section 7 of the specification, listed by hand: a call missing from the contract fails here. */
const specified: Record<string, string[]> = {
  identity: [
    ...['password', 'employee', 'mobile', 'requestcredentials'].map(
      (name) => `POST /api/user/v1/login/${name}`,
    ),
    'POST /idm/v1/password',
  ],
  api: [
    'POST /api/user/v1/login/ssnlookup',
    'POST /api/user/v1/login/switchcustomer',
    'GET /api/user/v1/info',
    'POST /api/user/v1/profilepicture',
    'DELETE /api/user/v1/profilepicture',
    ...['generalinfo', 'bankinfo', 'paymentmethod', 'popupinfo', 'communication', 'accessgrants'].flatMap(
      (name) => [`GET /api/user/v1/settings/${name}`, `POST /api/user/v1/settings/${name}`],
    ),
    'POST /api/user/v1/settings/privacy/overviewRequest',
    'GET /api/user/v1/settings/privacy/overviewStatus',
    'POST /api/user/v1/settings/privacy/erasureRequest',
    'GET /api/user/v1/settings/privacy/erasureStatus',
    'GET /api/user/v1/settings/grantedaccess',
    'GET /api/user/v2/settings/grantedaccess',
    'GET /api/user/v1/settings/companyinvolvement',
    'GET /api/user/v1/settings/ccard/info',
    'GET /api/user/v1/settings/ccard/verify',
    'POST /api/user/v1/settings/ccard/init',
    'POST /api/user/v1/settings/ccard/register',
    'POST /api/user/v1/changepasswordtoken',
    'POST /api/user/v1/switchoverviewuser',
    'POST /api/user/v1/logout',
    'GET /api/user/v1/checkpopup',
    'POST /api/user/v1/savepopup',
    'GET /api/content/v1/faq',
    'GET /api/content/v1/carhelp',
    'GET /api/languagelookup/v2/category/{category}',
    'GET /api/contentConfig/v1/general',
    'GET /api/account/v1',
    'POST /api/account/v1/sendtransactionoverview',
    'GET /api/policy/v2',
    'GET /api/policy/v3/overview',
    'POST /api/policy/v1/sendpolicyoverview',
    'POST /api/policy/v2/sendpolicy',
    'GET /api/policy/v2/benefits',
    ...['travelcard', 'travelcard2'].flatMap((name) => [
      `GET /api/policy/v1/${name}`,
      `GET /api/policy/v1/${name}/pdf`,
      `POST /api/policy/v1/${name}/send`,
    ]),
    'GET /api/claim/v1',
    'GET /api/claim/v1/getclaim/{id}',
    'POST /api/claim/v1/sendclaimsoverview',
    'GET /api/document/v2/document/{id}',
    'GET /api/document/v2/signable',
    'POST /api/document/v2/sign',
    ...['mobile', 'app'].flatMap((way) => [
      `POST /api/document/v3/${way}/start`,
      `POST /api/document/v3/${way}/finish`,
    ]),
    'GET /api/document/v1/edocuments',
    'GET /api/document/v1/download/{id}',
    'GET /api/document/v1/signeddocuments',
    'POST /api/document/v1/memo',
    ...['liability', 'personal', 'travel'].map((cover) => `GET /api/company/v1/${cover}`),
    'POST /api/company/v1/requestupdate',
    'GET /api/payment/v1/installmentsOverview',
    'GET /api/payment/v1/periods',
    'GET /api/offers/v1/pending',
    'GET /api/ods/v1/proposal/{id}',
    'POST /api/ods/v1/proposal/{id}',
    'GET /api/public/v1/driverinsurance/data',
    'GET /api/public/v1/driverinsurance/terms',
    ...[
      'v1/business',
      'v1/okuvisir',
      'v1/childinsurance',
      'v1/other',
      'v1/requestappointment',
      'v1/lotterygame',
      'v1/safetyproductsuggestion',
      'v1/conferencesignup',
      'v1/salespromotion',
      'v1/inquiry',
      'v1/opportunity',
      'v2/opportunity',
      'v1/salesforcecase',
    ].map((form) => `POST /api/form/${form}`),
  ],
  content: ['GET /api/v2', 'GET /graphql'],
  chat: ['GET /availability'],
};

const database = await openDatabase({});
const running: { stop(): Promise<unknown> }[] = [];
let api: Awaited<ReturnType<typeof startApi>>;
const documents: Record<string, string> = {};
let content: Running;
beforeAll(async () => {
  await database.migrate();
  await seedContent(database.db, { folder: defaultFolders.contentDir, clock: systemClock });
  const server = createContent({
    database,
    clock: systemClock,
    logger: createLogger('content', 'silent'),
    settings: contentSettings.parse({}),
  });
  content = await listen(server, { port: 0, host: 'localhost', setting: 'CONTENT_PORT' });
  const issuer = await createIssuer();
  api = await startApi(database, issuer, { settings: { ...defaultSettings(), CONTENT_URL: content.url } });
  const identity = await startIdentity();
  const chat = await startChat(database, issuer, { clock: fixedClock() });
  running.push(api, identity, chat, content);
  documents.api = `${api.url}/api/openapi.json`;
  documents.identity = `${identity.url}/idm/openapi.json`;
  documents.content = `${content.url}/openapi.json`;
  documents.chat = `${chat.url}/openapi.json`;
});
afterAll(async () => {
  for (const service of running) await service.stop();
  await database.close();
});

const rows: Call[] = [...Object.values<Call>(calls), ...Object.values<Call>(contentServiceCalls)];

test.each(Object.entries(specified))(
  'CALL-4: the calls of section 7 that the service %s answers are in the contract and in its document',
  async (service, listed) => {
    const contract = rows
      .filter((row) => row.service === service)
      .map(({ method, path }) => `${method} ${path}`);
    expect(listed.filter((call) => !contract.includes(call))).toEqual([]);
    const answer = await fetch(documents[service] ?? '');
    const { paths } = (await answer.json()) as { paths: Record<string, object> };
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(listed.filter((call) => !described.includes(call))).toEqual([]);
  },
);

test('CALL-4: FAQ and roadside help return the published content in both languages', async () => {
  const read = async <Body>(path: string, language: 'is' | 'en') =>
    (await (await api.ask(path, { language })).json()) as Body;
  const faq = await read<FaqAnswer>(calls.faq.path, 'is');
  expect(calls.faq.response.parse(faq).groups.length).toBeGreaterThan(3);
  expect((await read<FaqAnswer>(calls.faq.path, 'en')).groups[0]?.title).toBe('Insurance');
  expect(faq.groups[0]?.title).toBe('Tryggingar');

  const { places } = await read<{ places: CarHelpPlace[] }>(calls.carHelp.path, 'en');
  expect(calls.carHelp.response.parse({ places }).places).toEqual(places);
  expect(places.length).toBeGreaterThan(20);
  for (const { name, position, phone, hours } of places) {
    expect(phone, name).toMatch(/^\d{3} \d{4}$/);
    expect(hours, name).not.toBe('');
    // Within Iceland.
    expect(position?.latitude, name).toBeGreaterThan(63);
    expect(position?.latitude, name).toBeLessThan(67);
    expect(position?.longitude, name).toBeGreaterThan(-25);
    expect(position?.longitude, name).toBeLessThan(-13);
  }
});
