// `node deploy/make-secrets.mjs [--demo] [folder]`: generates the secrets of compose.yaml into `.env` there, by default
// beside this file; with --demo also addresses and keys of the sandbox. Never overwrites it: a new database password would
// lock the product out of its own data.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

if (process.argv.includes('--help')) {
  console.log(`node deploy/make-secrets.mjs [--demo] [folder]

Writes .env with new secrets into the folder, by default that of this file, and never overwrites it. --demo also fills in
addresses and keys of the sandbox.`);
  process.exit(0);
}
const [folder] = process.argv.slice(2).filter((argument) => argument !== '--demo');
const isDemo = process.argv.includes('--demo');
const file = join(folder ?? dirname(fileURLToPath(import.meta.url)), '.env');
/** A value that a shell, systemd and compose all read as it is. */
const quote = (value) => (/^[\w@%+=:,./-]*$/.test(value) ? value : `'${value}'`);
const secret = () => randomBytes(32).toString('hex');

/** Ours alone. */
const generated = [
  'POSTGRES_PASSWORD',
  ...['API', 'IDENTITY', 'CHAT', 'CONTENT', 'CORE'].map((service) => `${service}_DATABASE_PASSWORD`),
  'FILES_S3_SECRET',
  'CHECK_CODE_SECRET',
];

/** Written by hand, since others decide them: what each is, and what it is with the sandbox. */
const givenToUs = [
  ['SITE_ORIGIN', 'the site as browsers see it, such as https://www.example.is', 'http://localhost:8080'],
  ['STAFF_ORIGIN', 'the staff portal, such as https://starfsfolk.example.is', 'http://staff.localhost:8080'],
  ['ISSUER', 'the identity provider, such as https://innskraning.example.is/', 'http://localhost:8081/'],
  ['CONTENT_ORIGIN', 'the content service, such as https://efni.example.is', 'http://localhost:8082'],
  ['SMTP_URL', 'mail server: smtps://user:password@host', 'smtp://sandbox:2525'],
  ['MAIL_FROM', 'sender of e-mails', 'hofn@hofn.example'],
  ['CONTACT_EMAIL', 'where customers write to', 'hofn@hofn.example'],
  ['CONTACT_PHONE_ABROAD', 'emergency number for customers abroad', '+45 0000 0112'],
  ['CARD_SERVICE_URL', 'card service, with a slash at the end', 'http://sandbox:8083/'],
  ['CARD_SERVICE_ORIGIN', 'card service as browsers see it', 'http://localhost:8083'],
  ['CARD_SERVICE_KEY', 'our key to it', secret()],
  ['BANK_SERVICE_URL', 'bank service, with a slash at the end', 'http://sandbox:8090/'],
  ['BANK_SERVICE_KEY', 'our key to it', secret()],
  ['EID_URL', 'electronic ID service, with a slash at the end', 'http://sandbox:8084/sso/'],
  ['EID_CLIENT_ID', 'our name there', 'hofn'],
  ['EID_CLIENT_SECRET', 'our secret there', secret()],
  ['EID_AUTHORITIES', 'PEM file on this machine: the authorities of signatures and time stamps', '/dev/null'],
  [
    'REVOCATION_HOSTS',
    'hosts that say whether certificates are revoked, separated by commas',
    'sandbox:8084',
  ],
  ['TSA_URL', 'time stamp service (RFC 3161)', 'http://sandbox:8084/tsa'],
  [
    'CORE_URL',
    'insurance core; the one that comes with Höfn is http://core:8091/, or http://127.0.0.1:8161/ with systemd',
    'http://core:8091/',
  ],
  ['CRM_URL', 'CRM system, with a slash at the end', 'http://sandbox:8085/'],
  ['CRM_ORG_ID', 'our organisation there', 'hofn'],
  [
    'CRM_RECORD_TYPES',
    'its record type ids',
    'individual=individual,company=company,housingAssociation=housingAssociation,claims=claims',
  ],
  ['REGISTER_URL', 'national register, with a slash at the end', 'http://sandbox:8089/'],
  ['REGISTER_KEY', 'our key to it', secret()],
];

/** Optional settings that most installations need; compose.yaml lists all that a line here can set. */
const optional = [
  [
    'PASSKEY_HOST',
    'domain above the identity provider and both portals, such as example.is; never change it',
  ],
  ['CONTENT_TOKENS', 'tokens of editors'],
  ['FEDERATION_ISSUER', 'the insurer’s own OpenID provider, where staff then sign in'],
  ['FEDERATION_CLIENT_ID', 'our name there'],
  ['FEDERATION_CLIENT_SECRET', 'our secret there'],
  ['FEDERATION_ROLES', 'our role for each of its values, such as hofn-service=service,hofn-admins=admin'],
  ['SCIM_TOKEN', 'token of the directory that adds and ends employees'],
  [
    'REQUESTS_SETTLED_BY_CORE',
    'kinds of requests that the insurance core decides on, by default all; none for staff alone',
  ],
  ['CORE_SOURCE', 'source of the facts that it returns: the one its client was added with'],
  ['CORE_CLIENT_ID', 'client of the insurance core, for an insurer without a core system of their own'],
  [
    'CORE_BANK_URL',
    'bank by which that core pays claims, with a slash at the end; without it, payments wait',
  ],
  ['CORE_BANK_KEY', 'our key to it'],
  ['WEBHOOK_NETWORKS', 'private networks in which other systems may receive webhooks'],
];

const lines = [
  '# Secrets and addresses of this installation. Back it up apart from the backups of the database.',
  '# Put values with spaces or other signs between apostrophes: compose, systemd and shells then read the same.',
  ...generated.map((name) => `${name}=${secret()}`),
  `SECRETS_KEY=${randomBytes(32).toString('base64')}`,
  `CORE_SECRET=whsec_${randomBytes(32).toString('base64')}`,
  '',
  ...givenToUs.flatMap(([name, what, demo]) => [`# ${what}`, `${name}=${isDemo ? quote(demo) : ''}`]),
  '# Optional: docs/operations.md has all settings, and compose.yaml those of each service.',
  ...optional.flatMap(([name, what]) => [`# ${what}`, `#${name}=`]),
];

try {
  writeFileSync(file, `${lines.join('\n')}\n`, { flag: 'wx', mode: 0o600 });
} catch (error) {
  if (error.code !== 'EEXIST') throw error;
  console.error(`${file} already exists, and is left as it is.`);
  process.exit(1);
}
console.log(`Secrets are in ${file}.${isDemo ? '' : ' Fill in the addresses and keys there.'}`);
