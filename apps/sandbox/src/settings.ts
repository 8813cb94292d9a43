import { processSettings, production, stopSettings } from '@hofn/service';
import { neverInProduction } from '@hofn/service/production-rules.ts';
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);

/** Settings of the simulated external services, from environment variables. */
export const settingsSchema = z.object({
  ...stopSettings,
  NODE_ENV: processSettings.NODE_ENV.describe('the sandbox refuses to start in production').register(
    production,
    neverInProduction('the sandbox is everybody’s phone and mailbox: never in production'),
  ),
  MAILBOX_PORT: port.default(8086).describe('port of the page that shows received e-mail'),
  MAILBOX_SMTP_PORT: port.default(2525).describe('port of the SMTP server'),
  MAILBOX_HOST: z.string().default('localhost').describe('address that both listen on'),
  MAILBOX_REPLY_URL: z
    .url({ protocol: /^smtp$/ })
    .optional()
    .describe('mail server that takes replies to received e-mail; without it none can be written'),
  CARDS_PORT: port.default(8083).describe('port of the card service'),
  CARDS_HOST: z.string().default('localhost').describe('address that it listens on'),
  CARD_SERVICE_KEY: z
    .string()
    .default('')
    .describe('key that callers of the card service must send; without it all calls are refused'),
  CARDS_URL: z
    .url()
    .optional()
    .describe('public URL of its pages, with a trailing slash; by default the one callers use'),
  BANK_PORT: port.default(8090).describe('port of the banks'),
  BANK_HOST: z.string().default('localhost').describe('address that they listen on'),
  BANK_SERVICE_KEY: z
    .string()
    .default('')
    .describe('key that callers of the banks must send; without it all calls are refused'),
  EID_PORT: port
    .default(8084)
    .describe('port of the electronic ID service and of the page that simulates the phones'),
  EID_HOST: z.string().default('localhost').describe('address that it listens on'),
  EID_FOLDER: z
    .string()
    .default('.data/eid')
    .describe('folder of its certificates; verifiers must trust the ca.pem in it'),
  EID_SECONDS: z.coerce
    .number()
    .int()
    .min(30)
    .max(300)
    .default(90)
    .describe('seconds that a request waits for an answer on the phone'),
  EID_CLIENT_ID: z.string().default('hofn').describe('client id that may request signatures'),
  EID_CLIENT_SECRET: z
    .string()
    .default('')
    .describe('secret of that client; without it all requests are refused'),
  CRM_PORT: port.default(8085).describe('port of the CRM system: its endpoint and its list of cases'),
  CRM_HOST: z.string().default('localhost').describe('address that it listens on'),
  CRM_ORG_ID: z.string().default('hofn').describe('organization id whose cases it accepts'),
  REGISTER_PORT: port.default(8089).describe('port of the national register'),
  REGISTER_HOST: z.string().default('localhost').describe('address that it listens on'),
  REGISTER_KEY: z
    .string()
    .default('')
    .describe('key that callers of the register must send; without it all calls are refused'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('how much to log'),
});
export type Settings = z.output<typeof settingsSchema>;
