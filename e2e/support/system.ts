// The system that the browser tests run against: the product as `npm start` composes it, on its own ports, with an
// embedded database in memory.

import { createHash } from 'node:crypto';

const portsFrom = (first: number) => ({
  web: first,
  identity: first + 1,
  content: first + 2,
  cards: first + 3,
  eid: first + 5,
  mailbox: first + 6,
  smtp: first + 7,
  chat: first + 4,
  api: first + 8,
  crm: first + 9,
  register: first + 10,
  bank: first + 11,
  core: first + 12,
  reply: first + 13,
});

const addressesAt = (ports: ReturnType<typeof portsFrom>) => ({
  origin: `http://localhost:${ports.web}`,
  staffOrigin: `http://staff.localhost:${ports.web}`,
  site: `http://localhost:${ports.web}/arsskyrsla/`,
  api: `http://localhost:${ports.web}/api`,
  identity: `http://localhost:${ports.identity}/`,
  content: `http://localhost:${ports.content}`,
  crm: `http://localhost:${ports.crm}/`,
  cards: `http://localhost:${ports.cards}`,
  eid: `http://localhost:${ports.eid}/`,
  mailbox: `http://localhost:${ports.mailbox}/`,
  core: `http://localhost:${ports.core}/`,
  chat: `http://localhost:${ports.chat}`,
});

/** The demo customers' password in tests; a real installation generates one at its first start. */
export const demoPassword = 'prufa-hofn-2026';

/** The token with which tests write to the content service as an editor. */
export const editorToken = 'editor-of-the-tests';

const environmentAt = (ports: ReturnType<typeof portsFrom>) => ({
  WEB_PORT: String(ports.web),
  IDENTITY_PORT: String(ports.identity),
  API_PORT: String(ports.api),
  CONTENT_PORT: String(ports.content),
  CARDS_PORT: String(ports.cards),
  BANK_PORT: String(ports.bank),
  EID_PORT: String(ports.eid),
  CRM_PORT: String(ports.crm),
  REGISTER_PORT: String(ports.register),
  CORE_PORT: String(ports.core),
  // The core decides on these; tests of the staff portal decide on the other requests there.
  REQUESTS_SETTLED_BY_CORE: 'cancel,offer,cover,plan',
  CHAT_PORT: String(ports.chat),
  MAILBOX_PORT: String(ports.mailbox),
  MAILBOX_SMTP_PORT: String(ports.smtp),
  REPLY_PORT: String(ports.reply),
  CONTENT_TOKENS: `editor:write:${createHash('sha256').update(editorToken).digest('hex')}`,
  DATABASE_FOLDER: ':memory:',
  DEMO_PASSWORD: demoPassword,
  LOG_LEVEL: 'warn',
  // Two browsers share the machine with the server, so its delay says nothing about its own load.
  LONGEST_DELAY: '0',
  // All tests come from one address, and use the same few phones.
  RATE_FORM: '1000',
  FORM_SUBMISSIONS: '1000',
  RATE_SIGN_IN: '1000',
  EID_CALLS: '1000',
  CREDENTIAL_LETTERS: '1000',
  RATE_AUTHORIZE: '10000',
  RATE_TOKEN: '10000',
  RATE_NEW_PASSWORD: '1000',
  NAME_LOOKUPS: '1000',
  STAFF_LOOKUPS: '1000',
});

/** Addresses and settings of a system under test on fourteen ports, starting at `first`. */
export const systemFrom = (first: number) => {
  const ports = portsFrom(first);
  return { addresses: addressesAt(ports), environment: environmentAt(ports) };
};

/** Set another first port to run beside another test run: `E2E_PORT=28080 npm test -- e2e`. */
export const firstPort = Number(process.env.E2E_PORT || 18080);

/** Addresses and settings of the system under test. */
export const { addresses, environment: environmentOfTests } = systemFrom(firstPort);
