import type { Call } from '@hofn/contracts';
import { calls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FileStore } from '@hofn/files';
import { createServer, type Limits, type Logger } from '@hofn/service';
import type { EidService } from '@hofn/service/eid.ts';
import { createTokenCheck, type IdentityKeys } from '@hofn/service/tokens.ts';
import type { FastifyInstance } from 'fastify';
import { accessHandlers } from './access/routes.ts';
import { createAccessStore } from './access/store.ts';
import { analyticsHandlers } from './analytics/routes.ts';
import { calendarHandlers } from './calendar/routes.ts';
import { caseHandlers } from './cases/routes.ts';
import { createClaimChanges } from './claims/changes.ts';
import { createFiling } from './claims/filing.ts';
import { claimNoticeHandlers } from './claims/notice-routes.ts';
import { createNotices } from './claims/notices.ts';
import { claimHandlers } from './claims/routes.ts';
import { communicationHandlers } from './communication/routes.ts';
import { companyHandlers } from './company/routes.ts';
import { contactHandlers } from './contact/routes.ts';
import { contentHandlers } from './content/routes.ts';
import { type ContentReader, createContentReader } from './content/service.ts';
import { documentHandlers } from './documents/routes.ts';
import { driverInsuranceHandlers } from './driverinsurance/routes.ts';
import { httpRegister } from './forms/register.ts';
import { formHandlers } from './forms/routes.ts';
import { createSubmissions } from './forms/submissions.ts';
import { notificationHandlers } from './notifications/routes.ts';
import { offerHandlers } from './offers/routes.ts';
import { httpIdentity, type IdentityManagement } from './password/identity.ts';
import { passwordHandlers } from './password/routes.ts';
import { type BankService, bankServiceOf, httpBankService } from './paymentdetails/bank.ts';
import { paymentDetailsHandlers } from './paymentdetails/routes.ts';
import { httpVerifications } from './paymentdetails/verifications.ts';
import { type CardService, cardServiceOf, httpCardService } from './payments/cards.ts';
import { createPay } from './payments/pay.ts';
import { paymentHandlers } from './payments/routes.ts';
import { createPaymentStore } from './payments/store.ts';
import { faults } from './platform/answers.ts';
import { acceptBodies } from './platform/body.ts';
import { createCallerCheck } from './platform/caller.ts';
import { createContents } from './platform/contents.ts';
import { Fault } from './platform/fault.ts';
import { createKennitalaCheck, type NationalRegister } from './platform/kennitala.ts';
import { createRateCheck, memoryCounter } from './platform/limits.ts';
import { createMails, type Outbox } from './platform/mail/mails.ts';
import { createOnce } from './platform/once.ts';
import { registerDocumentation } from './platform/openapi.ts';
import { createOriginCheck } from './platform/origin.ts';
import { type ApiHandlers, type Door, type Handler, registerCalls } from './platform/registrar.ts';
import { createDailyLimit, createTenMinutes, sharedCounter } from './platform/shared-counter.ts';
import { createActorStore } from './platform/store.ts';
import { createInspector, type Inspector } from './platform/uploads/inspector.ts';
import { createUploads } from './platform/uploads/uploads.ts';
import { createVisitorOffers } from './platform/uploads/visitor-offers.ts';
import { createVisits, isVisitRight } from './platform/visits.ts';
import { policyHandlers } from './policies/routes.ts';
import { popupHandlers } from './popups/routes.ts';
import { priceHandlers } from './prices/routes.ts';
import { privacyHandlers } from './privacy/routes.ts';
import { searchHandlers } from './search/routes.ts';
import { securityHandlers } from './security/routes.ts';
import type { Settings } from './settings.ts';
import { signingHandlers } from './signing/routes.ts';
import { createSigning } from './signing/services.ts';
import type { TimeStamps } from './signing/stamps.ts';
import { transactionHandlers } from './transactions/routes.ts';
import { confirmParts } from './travel/confirm.ts';
import { travelHandlers } from './travel/routes.ts';
import { uploadHandlers } from './uploads/routes.ts';
import { userHandlers } from './user/routes.ts';
import { viewHandlers } from './views/routes.ts';
import { createViewStore } from './views/store.ts';

/** What the API is made of. */
export type ApiParts = {
  database: Database;
  clock: Clock;
  /** The time of limits that all copies share, as `databaseClock` gives it; by default `clock`. */
  sharedClock?: Clock;
  logger: Logger;
  settings: Settings;
  /** The identity provider's public keys: `remoteKeys`, or a set of one's own. */
  keys: IdentityKeys;
  /** Where jobs that follow from a request are put; `startWork` does them. */
  outbox: Outbox;
  /** Contents of documents and uploads. */
  files: FileStore;
  limits?: Partial<Limits>;
  /** What charges cards; by default the service of CARD_SERVICE_URL. */
  cards?: CardService;
  /** What tells whose a bank account is; by default the service of BANK_SERVICE_URL. */
  bankService?: BankService;
  /** What keeps passwords; by default the service of IDENTITY_MANAGEMENT_URL. */
  identity?: IdentityManagement;
  /** What documents are signed with; by default the services of EID_URL and TSA_URL. */
  eid?: EidService;
  stamps?: TimeStamps;
  /** Who knows kennitala numbers; by default the register of REGISTER_URL. */
  register?: NationalRegister;
  /** What reads profile pictures; by default processes of its own. */
  inspector?: Inspector;
  /** What published documents are read from; by default the service of CONTENT_URL. */
  content?: ContentReader;
};

/**
 * The core API: a server with a route for every call of the contract that it answers, ready to listen.
 * @throws Error when contract and handlers do not match
 */
export const createApi = async (parts: ApiParts): Promise<FastifyInstance> => {
  const { database, clock, logger, settings, keys, outbox, files, limits } = parts;
  const server = createServer({
    name: 'api',
    logger,
    clock,
    faults,
    trustProxy: settings.API_TRUSTED_PROXIES,
    parts: { database: () => database.ping() },
    ...(keys.known && { startParts: { identity: keys.known } }),
    limits: { requestsAtOnce: settings.REQUESTS_AT_ONCE, ...limits },
  });
  acceptBodies(server);
  registerDocumentation(server);

  const checkToken = createTokenCheck({
    keys,
    issuer: settings.IDENTITY_ISSUER,
    audience: settings.API_AUDIENCE,
    clock,
  });
  const actors = createActorStore(database.db);
  const views = createViewStore(database.db);
  const checkCaller = createCallerCheck(actors, clock);
  const sharedClock = parts.sharedClock ?? clock;
  const tenMinutes = createTenMinutes(database.db, sharedClock, settings.FORM_SUBMISSIONS);
  const checkRate = createRateCheck(
    {
      read: settings.RATE_READ,
      write: settings.RATE_WRITE,
      costly: settings.RATE_COSTLY,
      upload: settings.RATE_UPLOAD,
      form: settings.RATE_FORM,
      'sign-in': settings.RATE_SIGN_IN,
    },
    { own: memoryCounter(), shared: sharedCounter(database.db) },
    sharedClock,
    tenMinutes.wait,
  );
  const mails = createMails({ db: database.db, clock, outbox });
  const once = createOnce(database.db, clock);
  const contents = createContents({ db: database.db, files, clock });
  const uploads = createUploads({
    db: database.db,
    clock,
    outbox,
    visitorsBytes: settings.UPLOAD_VISITORS_MB * 1024 * 1024,
    addressBytes: settings.UPLOAD_ADDRESS_MB * 1024 * 1024,
  });
  const visits = createVisits({ db: database.db, clock });
  const offerOfVisitor = createVisitorOffers({ once, uploads, visits });
  const changes = createClaimChanges({ db: database.db, clock, mails });
  const register =
    parts.register ??
    httpRegister({
      url: settings.REGISTER_URL,
      key: settings.REGISTER_KEY,
      timeoutMs: settings.REGISTER_TIMEOUT_MS,
      logger,
    });
  const kennitala = createKennitalaCheck({
    settings: { checkDigit: settings.KENNITALA_CHECK_DIGIT, allowTestIds: settings.KENNITALA_TEST_IDS },
    isCustomer: createAccessStore(database.db).isKnown,
    register,
  });
  const filing = createFiling({ db: database.db, clock, uploads, changes });
  const notices = createNotices({ db: database.db, clock, uploads, visits, outbox });
  const submissions = createSubmissions({
    db: database.db,
    clock,
    kennitala,
    uploads,
    visits,
    outbox,
    register,
    tenMinutes,
  });
  const payments = createPaymentStore(database.db);
  const cards = parts.cards ?? httpCardService(cardServiceOf(settings));
  const pay = createPay({ db: database.db, clock, logger, store: payments, cards, mails, outbox });
  const signing = createSigning({
    db: database.db,
    clock,
    logger,
    files,
    contents,
    mails,
    settings,
    eid: parts.eid,
    stamps: parts.stamps,
  });
  const identity =
    parts.identity ??
    httpIdentity({
      url: settings.IDENTITY_MANAGEMENT_URL ?? settings.IDENTITY_ISSUER,
      timeoutMs: settings.IDENTITY_TIMEOUT_MS,
    });
  // A request waits for it, which has ten seconds.
  const inspector = parts.inspector ?? createInspector({ processes: 1, timeMs: 8_000, waitMs: 1_500 });
  const namesOf = (what: string, most: number) => createDailyLimit(database.db, sharedClock, { what, most });
  const handlers: ApiHandlers = {
    ...userHandlers({ database, clock, actors, files, contents, inspector }),
    ...viewHandlers({ database, clock, names: namesOf('staff names', settings.STAFF_LOOKUPS) }),
    ...passwordHandlers({ identity }),
    ...securityHandlers({ identity }),
    ...accessHandlers({
      database,
      clock,
      kennitala,
      mails,
      once,
      names: namesOf('names', settings.NAME_LOOKUPS),
    }),
    ...policyHandlers({ database, clock, mails, once }),
    ...transactionHandlers({ database, clock, mails, once }),
    ...documentHandlers({ database, clock, files, contents, once, uploads }),
    ...travelHandlers({ ...confirmParts({ db: database.db, clock, settings }), mails, once }),
    ...claimHandlers({ database, clock, mails, once, uploads, changes, filing, files, kennitala }),
    ...claimNoticeHandlers({ once, offerOfVisitor, notices, kennitala }),
    ...formHandlers({ once, offerOfVisitor, visits, submissions }),
    ...caseHandlers({ database, clock, once, uploads, files, outbox, changes }),
    ...uploadHandlers({ uploads, visits }),
    ...paymentHandlers({ clock, once, store: payments, pay }),
    ...contactHandlers({ database, clock, mails, once }),
    ...communicationHandlers({ database, clock, once }),
    ...notificationHandlers({ database, clock, once }),
    ...paymentDetailsHandlers({
      database,
      clock,
      once,
      origins: settings.API_ORIGINS,
      bankService: parts.bankService ?? httpBankService(bankServiceOf(settings)),
      verifications: httpVerifications(cardServiceOf(settings)),
    }),
    ...popupHandlers({ database, clock }),
    ...contentHandlers({
      settings,
      content:
        parts.content ??
        createContentReader({
          url: settings.CONTENT_URL,
          timeoutMs: settings.CONTENT_TIMEOUT_MS,
          clock,
          logger,
        }),
    }),
    ...analyticsHandlers({ database, clock }),
    ...searchHandlers({ database }),
    ...calendarHandlers({ clock }),
    ...companyHandlers({ database, clock, mails, once }),
    ...offerHandlers({ database, clock, contents, mails, once }),
    ...driverInsuranceHandlers({ database, clock }),
    ...priceHandlers({ database, clock, once, outbox, tenMinutes }),
    ...privacyHandlers({ database, clock, files, mails, outbox, once }),
    ...signingHandlers({ database, clock, files, once, kennitala, ...signing }),
  };
  server.after(() => {
    // The table of rows and the table of handlers are the same keys, checked above; a single row's types are lost here.
    const rowHandlers = handlers as unknown as Record<string, Handler<Call>>;
    const door: Door = {
      authenticate: async (token, meant, viewed) => {
        if (token === undefined) return { kind: 'anonymous' };
        if (!isVisitRight(token)) return checkCaller(await checkToken(token), meant, viewed);
        const context = await visits.check(token);
        if (!context) throw new Fault('unauthenticated');
        return { kind: 'visitor', context };
      },
      viewed: async ({ subject, view }, call, target) => {
        if (view) await views.read(subject, view.id, call, target ?? null, clock.now().toISOString());
      },
      count: checkRate,
      ownOrigin: createOriginCheck(settings.API_ORIGINS),
    };
    registerCalls(server, calls, rowHandlers, door);
  });
  await server.ready();
  return server;
};
