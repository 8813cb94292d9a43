import { randomBytes } from 'node:crypto';
import { createLogger } from '@hofn/service';
import { buildSite } from '../../apps/web/build/build-site.ts';
import { defaultFolders } from '../../apps/web/build/folders.ts';
import { type System, startSystem, systemSettings } from '../system.ts';

/** Ports of its own, so that pictures are taken beside a demo. A setting of the environment replaces any of them. */
const ports = {
  WEB_PORT: 18480,
  IDENTITY_PORT: 18481,
  CONTENT_PORT: 18482,
  CARDS_PORT: 18483,
  CHAT_PORT: 18484,
  EID_PORT: 18485,
  MAILBOX_PORT: 18486,
  API_PORT: 18488,
  CRM_PORT: 18489,
  REGISTER_PORT: 18492,
  BANK_PORT: 18493,
  CORE_PORT: 18494,
  MAILBOX_SMTP_PORT: 18425,
  REPLY_PORT: 18426,
};

/** The running product with demo customers, and their password. */
export type Product = { system: System; password: string };

/** Builds and starts the product with demo customers, and stops it afterwards. */
export const withProduct = async (run: (product: Product) => Promise<void>): Promise<void> => {
  const password = randomBytes(9).toString('base64url');
  const chosen = Object.entries(ports).map(([name, port]) => [name, process.env[name] ?? port]);
  const settings = systemSettings.parse({
    ...Object.fromEntries(chosen),
    DATABASE_FOLDER: ':memory:',
    DEMO_PASSWORD: password,
    SEED_DEMO: 'true',
  });
  const system = await startSystem(settings, {
    logger: createLogger('pictures', 'warn'),
    site: () => buildSite({ log: console.log }).then(() => defaultFolders.outDir),
  });
  try {
    await run({ system, password });
  } finally {
    await system.stop();
  }
};
