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
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('how much to log'),
});
export type Settings = z.output<typeof settingsSchema>;
