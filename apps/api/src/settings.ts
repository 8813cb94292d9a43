import { type SettledKind, settledKinds } from '@hofn/contracts';
import { loadSettings, production } from '@hofn/service';
import { coreSecretRule, coreSecrets } from '@hofn/service/core-secret.ts';
import { databaseSettings } from '@hofn/service/database.ts';
import { eidSettings } from '@hofn/service/eid.ts';
import { emergencyPhoneSetting } from '@hofn/service/emergency-phone.ts';
import {
  forbid,
  internalUrl,
  mailAddress,
  mailServer,
  ofPartner,
  optionalInternalUrl,
  optionalMailAddress,
  partnerUrl,
  publicUrl,
  required,
  secret,
  trustedProxies,
  trustFile,
} from '@hofn/service/production-rules.ts';
import { secretsSettings } from '@hofn/service/secrets.ts';
import { discoverySettings, tokenSettings } from '@hofn/service/tokens.ts';
import { z } from 'zod';
import { fileSettings } from './platform/file-store.ts';
import { networksSetting } from './platform/guarded-http.ts';

const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
const list = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(z.string().min(1)));
// Paths are resolved against it, and would replace its last part without the slash.
const folderUrl = z.url().refine((url) => url.endsWith('/'), 'must end with a slash');
const atLeastOne = z.coerce.number().int().min(1);

/** Settings of the API, from environment variables. */
export const settingsSchema = z.object({
  API_PORT: z.coerce.number().int().min(0).max(65_535).default(8088).describe('port to listen on'),
  API_HOST: z.string().default('127.0.0.1').describe('address to listen on; 0.0.0.0 for all'),
  API_TRUSTED_PROXIES: list
    .prefault('127.0.0.1,::1')
    .describe('addresses of proxies whose X-Forwarded-For is trusted, separated by commas')
    .register(production, trustedProxies),
  API_ORIGINS: list
    .prefault('http://localhost:8080,http://staff.localhost:8080')
    .describe('origins of our own pages, the only ones that may write, separated by commas')
    .register(production, publicUrl),
  ...databaseSettings,
  ...secretsSettings,
  ...loadSettings,
  ...fileSettings,
  IDENTITY_ISSUER: z
    .url()
    .default('http://localhost:8081/')
    .describe('issuer of access tokens: ours with a slash at the end, another exactly as it publishes it')
    .register(production, publicUrl),
  IDENTITY_KEYS_URL: z
    .url()
    .optional()
    .describe('where its public keys are; by default under the issuer; not used with IDENTITY_DISCOVERY')
    .register(production, optionalInternalUrl),
  IDENTITY_MANAGEMENT_URL: folderUrl
    .optional()
    .describe(
      'where passwords are managed, with a slash at the end; by default at the issuer; not used with IDENTITY_DISCOVERY',
    )
    .register(production, optionalInternalUrl),
  IDENTITY_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(9_000)
    .default(5_000)
    .describe('how long to wait for its response'),
  API_AUDIENCE: z.string().default('https://api.hofn.example').describe('audience of access tokens'),
  CORE_AUDIENCE: z
    .string()
    .default('https://core.hofn.example')
    .describe('audience of access tokens of other systems'),
  ...tokenSettings,
  ...discoverySettings,
  CONTACT_PHONE: z.string().default('560 5000').describe('phone number shown to customers'),
  CONTACT_EMAIL: z
    .email()
    .default('hofn@hofn.example')
    .describe('e-mail address shown to customers')
    .register(production, mailAddress),
  CONTACT_PHONE_ABROAD: emergencyPhoneSetting,
  CHECK_CODE_SECRET: z
    .string()
    .min(16)
    .optional()
    .describe(
      'secret for the check codes of travel confirmations, the same in every process; by default random per process, so that codes change with a restart',
    )
    .register(production, secret()),
  SCHENGEN_MINIMUM_ISK: z.coerce
    .number()
    .int()
    .min(1)
    .default(6_000_000)
    .describe(
      'amount in ISK that safely exceeds EUR 30,000: the minimum medical cover for a visa confirmation',
    ),
  CLAIM_FEE: z.coerce
    .number()
    .int()
    .min(0)
    .default(130)
    .describe('added to each claim in the online bank, in ISK'),
  REQUESTS_SETTLED_BY_CORE: list
    .pipe(z.array(z.enum(settledKinds)))
    .or(z.enum(['', 'none']).transform((): SettledKind[] => []))
    .prefault('')
    .describe(
      `kinds of requests that the core decides on, separated by commas, of ${settledKinds.join(', ')}, or none; staff decide on the others, and the core carries out what they accept`,
    ),
  CORE_URL: folderUrl
    .optional()
    .describe(
      'address of the insurance core that carries out what is accepted, with a slash at the end; without it nothing that changes a policy can be accepted here',
    )
    .register(production, internalUrl),
  CORE_SECRET: coreSecrets
    .describe('secret that signs calls to the core at CORE_URL, the same there; the first of several signs')
    .register(production, coreSecretRule),
  CORE_SOURCE: z
    .string()
    .min(1)
    .default('core')
    .describe('source of the facts that the core at CORE_URL returns: the one its client was added with'),
  WEBHOOK_NETWORKS: networksSetting
    .prefault('')
    .describe(
      'addresses and networks inside which webhooks may be received, besides public addresses: 10.1.0.0/16, separated by commas',
    ),
  API_WORK: flag
    .prefault('true')
    .describe(
      'whether this process also runs jobs, such as e-mails and documents; false for one that only serves requests',
    ),
  SITE_URL: z
    .url()
    .default('http://localhost:8080/arsskyrsla')
    .describe('address of the site with its base, for links in e-mails')
    .register(production, publicUrl),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .default('smtp://127.0.0.1:2525')
    .describe('mail server, with user and password if it requires them; by default the sandbox mailbox')
    .register(production, mailServer),
  MAIL_FROM: z
    .string()
    .regex(/@/)
    .default('Höfn tryggingar <hofn@hofn.example>')
    .describe('sender of e-mails')
    .register(production, mailAddress),
  REPLY_ADDRESS: z
    .email()
    .optional()
    .describe(
      'address that e-mails about cases are answered to, with the case’s token added after a plus sign; without it replies reach nobody. The mail server delivers what comes there, with any token, to REPLY_PORT',
    )
    .register(production, optionalMailAddress),
  REPLY_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(2526)
    .describe('port on which that e-mail is received over SMTP; not used without REPLY_ADDRESS'),
  REPLY_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('address that it listens on, which only the mail server should reach; 0.0.0.0 for all'),
  CARD_SERVICE_URL: folderUrl
    .default('http://localhost:8083/')
    .describe('card service that charges payments; by default the sandbox, with a slash at the end')
    .register(production, partnerUrl),
  CARD_SERVICE_KEY: z
    .string()
    .default('')
    .describe('our key to the card service')
    .register(production, secret()),
  CARD_SERVICE_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    // Called up to twice during a request, which is limited to ten seconds.
    .max(4_800)
    .default(4_500)
    .describe('how long to wait for a response of the card service'),
  BANK_SERVICE_URL: folderUrl
    .default('http://localhost:8090/')
    .describe('bank service that checks who owns an account; by default the sandbox, with a slash at the end')
    .register(production, partnerUrl),
  BANK_SERVICE_KEY: z.string().default('').describe('our key to it').register(production, secret()),
  BANK_SERVICE_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(8_000)
    .default(4_500)
    .describe('how long to wait for its response'),
  ...eidSettings,
  EID_CALLS: z.coerce
    .number()
    .int()
    .min(1)
    .default(5)
    .describe(
      'how often a signed-in user may call their own phone in ten minutes; the same number applies to their own app, and to other people’s phones and apps together',
    ),
  EID_TRUST_FILE: z
    .string()
    .default('.data/eid/ca.pem')
    .describe('PEM file of the authorities whose signatures and time stamps we trust')
    .register(production, trustFile),
  REVOCATION_HOSTS: z
    .string()
    .default('')
    .transform((hosts) => hosts.split(/[\s,]+/).filter(Boolean))
    .describe(
      'hosts, with ports other than 80 and 443, that are asked whether certificates of signatures are revoked, separated by commas; those of EID_URL, TSA_URL and EID_TRUST_FILE are always allowed',
    )
    .register(production, required('without it nobody can sign')),
  REVOCATION_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(3_000)
    .default(2_400)
    .describe('timeout for finding out whether certificates of a signature are revoked'),
  TSA_URL: z
    .url()
    .default('http://localhost:8084/tsa')
    .describe('time stamp service (RFC 3161)')
    .register(production, partnerUrl),
  KENNITALA_CHECK_DIGIT: z
    .enum(['strict', 'off'])
    .default('strict')
    .describe('whether forms verify the check digit of a kennitala'),
  KENNITALA_TEST_IDS: flag
    .prefault('true')
    .describe('whether forms accept kennitala numbers of the test set; false in production')
    .register(
      production,
      forbid((value) => (value ? 'must be false: anybody can make up a test kennitala' : undefined)),
    ),
  CLAMD_URL: z
    .url({ protocol: /^tcp$/ })
    .optional()
    .describe(
      'virus scanner (clamd) for files, tcp://host:3310; required in production, elsewhere only our own checks run without it',
    )
    .register(production, required('files must be scanned for viruses, by clamd at tcp://host:3310')),
  UPLOAD_VISITORS_MB: z.coerce
    .number()
    .int()
    .min(0)
    .default(1024)
    .describe('megabytes of files that all visitors together may send in a day'),
  UPLOAD_ADDRESS_MB: z.coerce
    .number()
    .int()
    .min(0)
    .default(256)
    .describe(
      'megabytes of files that visitors from one address (for IPv6 its /64 network) may send in a day; never more than an eighth of what other addresses leave of UPLOAD_VISITORS_MB, or the files of one claim',
    ),
  RATE_READ: atLeastOne.default(600).describe('reads per minute and caller'),
  RATE_WRITE: atLeastOne.default(60).describe('writes per minute and caller'),
  RATE_COSTLY: atLeastOne.default(20).describe('costly calls per minute and caller'),
  RATE_CORE: atLeastOne.default(6000).describe('calls of another system per minute and client'),
  RATE_FORM: atLeastOne
    .default(10)
    .describe('visits, and as many forms, per minute and address without signing in'),
  FORM_SUBMISSIONS: z.coerce
    .number()
    .int()
    .min(1)
    .default(10)
    .describe('forms that one address may send in ten minutes, across all processes'),
  CONTENT_URL: z
    .url()
    .default('http://localhost:8082')
    .describe('content service, source of the FAQ and of roadside assistance')
    .register(production, internalUrl),
  CONTENT_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(4_500)
    .default(2_000)
    .describe('how long to wait for its response, up to twice'),
  CRM_URL: folderUrl
    .default('http://localhost:8085/')
    .describe(
      'customer relations system whose web-to-case endpoint takes cases; by default the sandbox, with a slash at the end',
    )
    .register(production, partnerUrl),
  CRM_ORG_ID: z
    .string()
    .default('hofn')
    .describe('id of our organisation there')
    .register(production, ofPartner),
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
    .describe('its record type ids by type of case: individual=…,company=…,housingAssociation=…,claims=…')
    .register(production, ofPartner),
  REGISTER_URL: folderUrl
    .default('http://localhost:8089/')
    .describe(
      'national register for looking up kennitala numbers; by default the sandbox, with a slash at the end',
    )
    .register(production, partnerUrl),
  REGISTER_KEY: z
    .string()
    .default('')
    .describe('our key to the national register')
    .register(production, secret()),
  REGISTER_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .max(5_000)
    .default(2_000)
    .describe('how long to wait for the national register; forms are then accepted without the look-up'),
  RATE_UPLOAD: atLeastOne.default(300).describe('parts of files per minute and caller'),
  RATE_SIGN_IN: atLeastOne.default(10).describe('sign-in calls per minute and caller'),
  NAME_LOOKUPS: atLeastOne
    .default(40)
    .describe('kennitala numbers a customer may look up the name of, or give access to, per day'),
  STAFF_LOOKUPS: atLeastOne
    .default(300)
    .describe('kennitala numbers a staff member may look up, or start to view, per day'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('how much to log'),
});
export type Settings = z.output<typeof settingsSchema>;

/** The settings of an empty environment; tests and benchmarks override those they are about. */
export const defaultSettings = (): Settings => settingsSchema.parse({});
