import type { Database, Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { FileStore } from '@hofn/files';
import type { Logger } from '@hofn/service';
import { type EidService, eidFromSettings } from '@hofn/service/eid.ts';
import type { Secrets } from '@hofn/service/secrets.ts';
import { createAccessStore } from './access/store.ts';
import { type ContentReader, createContentReader } from './content/service.ts';
import { type CorePort, corePortOf } from './core/port.ts';
import { type CrmService, httpCrm } from './forms/crm.ts';
import { httpRegister } from './forms/register.ts';
import { type IdentityManagement, identityManagementOf } from './password/identity.ts';
import { type BankService, bankServiceOf, httpBankService } from './paymentdetails/bank.ts';
import { httpVerifications, type Verifications } from './paymentdetails/verifications.ts';
import { type CardService, cardServiceOf, httpCardService } from './payments/cards.ts';
import { type Contents, createContents } from './platform/contents.ts';
import { createIdempotently, type Idempotently } from './platform/idempotency.ts';
import { createKennitalaCheck, type KennitalaCheck, type NationalRegister } from './platform/kennitala.ts';
import { createMails, type Mails, type Outbox } from './platform/mail/mails.ts';
import { type MailTransport, smtpTransport } from './platform/mail/transport.ts';
import { missingGlyphs } from './platform/pdf/missing-glyphs.ts';
import {
  createDailyLimit,
  createTenMinuteCounter,
  type DailyLimit,
  type TenMinuteCounter,
} from './platform/shared-counter.ts';
import {
  type AnnounceVisitorFile,
  createAnnounceVisitorFile,
} from './platform/uploads/announce-visitor-file.ts';
import { createInspector, type Inspector } from './platform/uploads/inspector.ts';
import { createUploads, type Uploads } from './platform/uploads/uploads.ts';
import { createVisits, type Visits } from './platform/visits.ts';
import type { Settings } from './settings.ts';
import { stampsOf } from './signing/services.ts';
import type { TimeStamps } from './signing/stamps.ts';

/** What the services are built from, apart from partners. */
type Base = {
  database: Database;
  clock: Clock;
  logger: Logger;
  settings: Settings;
  /** Queues jobs in the transaction of the request that causes them; `startWork` runs them. */
  outbox: Outbox;
  /** Contents of documents and uploads. */
  files: FileStore;
  /** Encrypts secrets in the database. Required: a key of the process itself would lose them all at its end. */
  secrets: Secrets;
};

/** Other companies' services, our own identity and content services, and the mail server. */
type Partners = {
  /** Charges cards; by default the service of CARD_SERVICE_URL. */
  cards: CardService;
  /** Verifies cards on its own pages; by default the service of CARD_SERVICE_URL. */
  verifications: Verifications;
  /** Checks who owns a bank account; by default the service of BANK_SERVICE_URL. */
  bankService: BankService;
  /** Stores passwords; by default the service of IDENTITY_MANAGEMENT_URL. */
  identity: IdentityManagement;
  /** Electronic IDs for signing documents; by default the service of EID_URL. */
  eid: EidService;
  /** Time stamps of signatures; by default the service of TSA_URL. */
  stamps: TimeStamps;
  /** The national register; by default the service of REGISTER_URL. */
  register: NationalRegister;
  /** Published content; by default the service of CONTENT_URL. */
  content: ContentReader;
  /** The insurance core that is asked to act; by default the one of CORE_URL, and undefined without. */
  core: CorePort | undefined;
  /** The CRM; by default the web-to-case endpoint under CRM_URL. */
  crm: CrmService;
  /** The mail server; by default the one of SMTP_URL. */
  transport: MailTransport;
  /** Decodes uploaded files in separate processes. */
  inspector: Inspector;
};

/** What the services are built from; partners left out are taken from the settings. */
export type ServiceParts = Base & {
  /** Clock for limits that all processes share, from `databaseClock`; by default `clock`. */
  sharedClock?: Clock;
} & Partial<Partners>;

/** The services that features share. */
export type Services = Base &
  Partners & {
    db: Db;
    /** Address of the site with its base, for links. */
    site: string;
    sharedClock: Clock;
    mails: Mails;
    /** Runs writes once per idempotency key. */
    idempotently: Idempotently;
    contents: Contents;
    uploads: Uploads;
    visits: Visits;
    announceVisitorFile: AnnounceVisitorFile;
    kennitala: KennitalaCheck;
    tenMinutes: TenMinuteCounter;
    /** A limit per account and day, with its own counter. */
    dailyLimit(name: string, most: number): DailyLimit;
    /** Decodes images during a request, which is limited to ten seconds. */
    quickInspector: Inspector;
  };

const megabyte = 1024 * 1024;

const createPartners = ({ clock, logger, settings, ...given }: ServiceParts): Partners => ({
  cards: given.cards ?? httpCardService(cardServiceOf(settings)),
  verifications: given.verifications ?? httpVerifications(cardServiceOf(settings)),
  bankService: given.bankService ?? httpBankService(bankServiceOf(settings)),
  identity: given.identity ?? identityManagementOf(settings),
  eid: given.eid ?? eidFromSettings(settings),
  stamps: given.stamps ?? stampsOf(settings),
  register:
    given.register ??
    httpRegister({
      url: settings.REGISTER_URL,
      key: settings.REGISTER_KEY,
      timeoutMs: settings.REGISTER_TIMEOUT_MS,
      logger,
    }),
  content:
    given.content ??
    createContentReader({
      url: settings.CONTENT_URL,
      timeoutMs: settings.CONTENT_TIMEOUT_MS,
      clock,
      logger,
    }),
  core: given.core ?? corePortOf(settings),
  crm: given.crm ?? httpCrm(settings),
  transport: given.transport ?? smtpTransport({ url: settings.SMTP_URL, from: settings.MAIL_FROM }),
  inspector: given.inspector ?? createInspector(),
});

/** Builds the services that features share, once per process. */
export const createServices = (parts: ServiceParts): Services => {
  const { database, clock, logger, settings, outbox, files, secrets, sharedClock = clock } = parts;
  const { db } = database;
  missingGlyphs.logger = logger;
  const partners = createPartners(parts);
  const idempotently = createIdempotently(db, clock);
  const visits = createVisits({ db, clock });
  const uploads = createUploads({
    db,
    clock,
    outbox,
    visitorsBytes: settings.UPLOAD_VISITORS_MB * megabyte,
    addressBytes: settings.UPLOAD_ADDRESS_MB * megabyte,
  });
  return {
    database,
    db,
    clock,
    sharedClock,
    secrets,
    logger,
    settings,
    site: settings.SITE_URL,
    outbox,
    files,
    ...partners,
    mails: createMails({ db, clock, outbox }),
    idempotently,
    contents: createContents({ db, files, clock }),
    uploads,
    visits,
    announceVisitorFile: createAnnounceVisitorFile({ idempotently, uploads, visits }),
    kennitala: createKennitalaCheck({
      settings: { checkDigit: settings.KENNITALA_CHECK_DIGIT, allowTestIds: settings.KENNITALA_TEST_IDS },
      isCustomer: createAccessStore(db).isKnown,
      register: partners.register,
    }),
    tenMinutes: createTenMinuteCounter(db, sharedClock, settings.FORM_SUBMISSIONS),
    dailyLimit: (name, most) => createDailyLimit(db, sharedClock, { what: name, most }),
    quickInspector: parts.inspector ?? createInspector({ processes: 1, timeMs: 8_000, waitMs: 1_500 }),
  };
};
