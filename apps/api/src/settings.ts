import { loadSettings } from '@hofn/service';
import { databaseSettings } from '@hofn/service/database.ts';
import { eidSettings } from '@hofn/service/eid.ts';
import { z } from 'zod';
import { fileSettings } from './platform/files.ts';

const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
const list = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(z.string().min(1)));
// Paths are joined to it, and would take the place of its last part.
const folderUrl = z.url().refine((url) => url.endsWith('/'), 'must end with a slash');
const atLeastOne = z.coerce.number().int().min(1);

const settingsOfApi = z.object({
  API_PORT: z.coerce.number().int().min(0).max(65_535).default(8088).describe('port to listen on'),
  API_HOST: z.string().default('127.0.0.1').describe('address to listen on; 0.0.0.0 for all'),
  API_TRUSTED_PROXIES: list
    .prefault('127.0.0.1,::1')
    .describe('addresses of proxies whose X-Forwarded-For is believed, by comma'),
  API_ORIGINS: list
    .prefault('http://localhost:8080,http://staff.localhost:8080')
    .describe('origins of our own pages, which alone may write, by comma'),
  ...databaseSettings,
  ...loadSettings,
  ...fileSettings,
  IDENTITY_ISSUER: folderUrl
    .default('http://localhost:8081/')
    .describe('issuer of access tokens, with a slash at the end'),
  IDENTITY_KEYS_URL: z.url().optional().describe('where its public keys are; by default under the issuer'),
  IDENTITY_MANAGEMENT_URL: folderUrl
    .optional()
    .describe('where passwords are managed, with a slash at the end; by default at the issuer'),
  IDENTITY_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(9_000)
    .default(5_000)
    .describe('how long to wait for an answer of it'),
  API_AUDIENCE: z.string().default('https://api.hofn.example').describe('audience of access tokens'),
  CONTACT_PHONE: z.string().default('560 5000').describe('phone number shown to customers'),
  CONTACT_EMAIL: z.email().default('hofn@hofn.example').describe('e-mail address shown to customers'),
  CONTACT_PHONE_ABROAD: z.string().default('+354 560 5000').describe('emergency number for customers abroad'),
  CHECK_CODE_SECRET: z
    .string()
    .min(16)
    .optional()
    .describe(
      'secret that codes of travel confirmations are made with, the same in every copy; by default one for each process, and a card then shows another code after a restart',
    ),
  SCHENGEN_MINIMUM_ISK: z.coerce
    .number()
    .int()
    .min(1)
    .default(6_000_000)
    .describe(
      'ISK that are surely EUR 30,000: the least medical cover that a visa confirmation calls enough',
    ),
  API_WORK: flag
    .prefault('true')
    .describe(
      'whether this copy also does the jobs: sends e-mails, issues documents; false for a copy that only answers',
    ),
  SITE_URL: z
    .url()
    .default('http://localhost:8080/arsskyrsla')
    .describe('address of the site with its base, for links in e-mails'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .default('smtp://127.0.0.1:2525')
    .describe('mail server, with user and password if it asks for them; by default the sandbox mailbox'),
  MAIL_FROM: z
    .string()
    .regex(/@/)
    .default('Höfn tryggingar <hofn@hofn.example>')
    .describe('sender of e-mails'),
  CARD_SERVICE_URL: folderUrl
    .default('http://localhost:8083/')
    .describe('card service that charges payments; by default the sandbox, with a slash at the end'),
  CARD_SERVICE_KEY: z.string().default('').describe('our key to the card service'),
  CARD_SERVICE_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    // Asked twice at the most while a request waits, which has ten seconds.
    .max(4_800)
    .default(4_500)
    .describe('how long to wait for an answer of the card service'),
  BANK_SERVICE_URL: folderUrl
    .default('http://localhost:8090/')
    .describe(
      'service of the banks that tells whose an account is; by default the sandbox, with a slash at the end',
    ),
  BANK_SERVICE_KEY: z.string().default('').describe('our key to it'),
  BANK_SERVICE_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(8_000)
    .default(4_500)
    .describe('how long to wait for its answer'),
  ...eidSettings,
  EID_CALLS: z.coerce
    .number()
    .int()
    .min(1)
    .default(5)
    .describe(
      'how often who is signed in may call their own phone in ten minutes, as often their own app, and as often the phones and apps of others together',
    ),
  EID_TRUST_FILE: z
    .string()
    .default('.data/eid/ca.pem')
    .describe('PEM file of the authorities whose signatures and time stamps we take'),
  TSA_URL: z.url().default('http://localhost:8084/tsa').describe('time stamp service (RFC 3161)'),
  KENNITALA_CHECK_DIGIT: z
    .enum(['strict', 'off'])
    .default('strict')
    .describe('whether forms check the check digit of a kennitala'),
  KENNITALA_TEST_IDS: flag
    .prefault('true')
    .describe('whether forms take kennitala numbers of the test set; false in production'),
  CLAMD_URL: z
    .url({ protocol: /^tcp$/ })
    .optional()
    .describe(
      'virus scanner (clamd) that files are shown to, tcp://host:3310; required in production, elsewhere only our own checks run without it',
    ),
  UPLOAD_VISITORS_MB: z.coerce
    .number()
    .int()
    .min(0)
    .default(1024)
    .describe('megabytes of files that all who have not signed in may together send in a day'),
  UPLOAD_ADDRESS_MB: z.coerce
    .number()
    .int()
    .min(0)
    .default(256)
    .describe('megabytes of them that one address (of IPv6 its /64 network) may send in a day'),
  RATE_READ: atLeastOne.default(600).describe('reads a minute and caller'),
  RATE_WRITE: atLeastOne.default(60).describe('writes a minute and caller'),
  RATE_COSTLY: atLeastOne.default(20).describe('costly calls a minute and caller'),
  RATE_FORM: atLeastOne
    .default(10)
    .describe('rights to send files, and as many forms, a minute and address without signing in'),
  FORM_SUBMISSIONS: z.coerce
    .number()
    .int()
    .min(1)
    .default(10)
    .describe('forms that one address may send in ten minutes, through all copies together'),
  CONTENT_URL: z
    .url()
    .default('http://localhost:8082')
    .describe('content service that questions and answers and roadside help are read from'),
  CONTENT_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(4_500)
    .default(2_000)
    .describe('how long to wait for an answer of it, twice'),
  CRM_URL: folderUrl
    .default('http://localhost:8085/')
    .describe(
      'customer relations system whose web-to-case end point takes cases; by default the sandbox, with a slash at the end',
    ),
  CRM_ORG_ID: z.string().default('hofn').describe('id of our organisation there'),
  CRM_SSN_FIELD: z.string().default('ssn').describe('name of its field for a kennitala'),
  CRM_RECORD_TYPES: z
    .string()
    .default('individual=individual,company=company,housingAssociation=housingAssociation,claims=claims')
    .transform((text) => Object.fromEntries(text.split(',').map((pair) => pair.trim().split('='))))
    .pipe(
      z.object({
        individual: z.string().min(1),
        company: z.string().min(1),
        housingAssociation: z.string().min(1),
        claims: z.string().min(1),
      }),
    )
    .describe('its record type ids by type of case: individual=…,company=…,housingAssociation=…,claims=…'),
  REGISTER_URL: folderUrl
    .default('http://localhost:8089/')
    .describe(
      'national register that a kennitala is looked up in; by default the sandbox, with a slash at the end',
    ),
  REGISTER_KEY: z.string().default('').describe('our key to the national register'),
  REGISTER_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(5_000)
    .default(2_000)
    .describe('how long to wait for the national register; a form is then taken without the look-up'),
  RATE_UPLOAD: atLeastOne.default(300).describe('parts of files a minute and caller'),
  RATE_SIGN_IN: atLeastOne.default(10).describe('sign-in calls a minute and caller'),
  NAME_LOOKUPS: atLeastOne
    .default(40)
    .describe('kennitala numbers that one customer may ask the name of, or give access to, in a day'),
  STAFF_LOOKUPS: atLeastOne
    .default(300)
    .describe('kennitala numbers that one staff member may look up, or begin to view, in a day'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('how much to log'),
});
/** The settings of the API, from its environment. In production, one that only development may leave out is required. */
export const settingsSchema = settingsOfApi.check(({ value, issues }) => {
  if (value.NODE_ENV === 'production' && value.CLAMD_URL === undefined)
    issues.push({
      code: 'custom',
      path: ['CLAMD_URL'],
      message: 'is required in production, as tcp://host:3310: files are shown to a virus scanner',
      input: value.CLAMD_URL,
    });
});
export type Settings = z.output<typeof settingsSchema>;

/** The settings as they are with an empty environment; tests and benchmarks change what they are about. */
export const defaultSettings = (): Settings => settingsSchema.parse({});
