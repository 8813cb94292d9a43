import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);

/** Settings of the stand-ins for outside parties, by environment. */
export const settingsSchema = z.object({
  MAILBOX_PORT: port.default(8086).describe('port of the page that shows the mail'),
  MAILBOX_SMTP_PORT: port.default(2525).describe('port that takes mail by SMTP'),
  MAILBOX_HOST: z.string().default('localhost').describe('address that both listen on'),
  CARDS_PORT: port.default(8083).describe('port of the card service'),
  CARDS_HOST: z.string().default('localhost').describe('address that it listens on'),
  CARD_SERVICE_KEY: z
    .string()
    .default('')
    .describe('key that callers of the card service name; without one they are all refused'),
  CARDS_URL: z
    .url()
    .optional()
    .describe(
      'address of its pages as browsers see it, with a slash at the end; by default that which callers use',
    ),
  BANK_PORT: port.default(8090).describe('port of the banks'),
  BANK_HOST: z.string().default('localhost').describe('address that they listen on'),
  BANK_SERVICE_KEY: z
    .string()
    .default('')
    .describe('key that callers of the banks name; without one they are all refused'),
  EID_PORT: port
    .default(8084)
    .describe('port of the electronic ID: its service, and the page that is the phones'),
  EID_HOST: z.string().default('localhost').describe('address that it listens on'),
  EID_FOLDER: z
    .string()
    .default('.data/eid')
    .describe('where its certificates are kept; ca.pem in it is what those who check its signatures trust'),
  EID_SECONDS: z.coerce
    .number()
    .int()
    .min(30)
    .max(300)
    .default(90)
    .describe('seconds that a request waits for its answer on the phone'),
  EID_CLIENT_ID: z.string().default('hofn').describe('who may ask for signatures'),
  EID_CLIENT_SECRET: z
    .string()
    .default('')
    .describe('secret of those who ask; without one they are all refused'),
  CRM_PORT: port.default(8085).describe('port of the customer relations system: its end point and its list'),
  CRM_HOST: z.string().default('localhost').describe('address that it listens on'),
  CRM_ORG_ID: z.string().default('hofn').describe('id of the organisation whose cases it takes'),
  REGISTER_PORT: port.default(8089).describe('port of the national register'),
  REGISTER_HOST: z.string().default('localhost').describe('address that it listens on'),
  REGISTER_KEY: z
    .string()
    .default('')
    .describe('key that callers of the register name; without one they are all refused'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('how much to log'),
});
export type Settings = z.output<typeof settingsSchema>;
