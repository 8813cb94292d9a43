import { defaultLimits, processSettings, production } from '@hofn/service';
import { databaseSettings } from '@hofn/service/database.ts';
import { neverInProduction } from '@hofn/service/production-rules.ts';
import { z } from 'zod';

const port = (fallback: number, what: string) =>
  z.coerce.number().int().min(1).max(65_535).default(fallback).describe(`port of ${what}`);

/** Settings of the whole product in one process, besides each app's own settings. */
export const systemSettings = z.object({
  WEB_PORT: port(8080, 'the site and the portals'),
  IDENTITY_PORT: port(8081, 'the identity provider'),
  API_PORT: port(8088, 'the core API'),
  CONTENT_PORT: port(8082, 'the content service'),
  CARDS_PORT: port(8083, 'the card service of the sandbox'),
  BANK_PORT: port(8090, 'the banks of the sandbox'),
  EID_PORT: port(8084, 'the electronic ID of the sandbox'),
  CRM_PORT: port(8085, 'the CRM system of the sandbox'),
  REGISTER_PORT: port(8089, 'the national register of the sandbox'),
  CHAT_PORT: port(8087, 'the chat service'),
  CORE_PORT: port(8091, 'the insurance core'),
  MAILBOX_PORT: port(8086, 'the mailbox that shows the e-mails sent'),
  MAILBOX_SMTP_PORT: port(2525, 'the mail server of that mailbox'),
  REPLY_PORT: port(2526, 'the mail server that takes replies to our e-mails'),
  ...databaseSettings,
  NODE_ENV: processSettings.NODE_ENV.describe('npm start refuses production').register(
    production,
    neverInProduction('npm start is for development and demos: start each app by itself'),
  ),
  LONGEST_DELAY: z.coerce
    .number()
    .int()
    .min(0)
    .default(defaultLimits.eventLoopDelayMs)
    .describe(
      'event loop delay by its own CPU time, in milliseconds, above which requests are refused with 503; 0: never',
    ),
  SEED_DEMO: z
    .enum(['true', 'false'])
    .optional()
    .describe('seed an empty database with demo customers [true for the embedded database, else false]'),
  DEMO_PASSWORD: z
    .string()
    .min(10)
    .optional()
    .describe('password of demo customers and staff, used at the first start [generated]'),
  IDENTITY_ISSUER: z.url().optional().describe('external identity provider to use instead of ours'),
  API_ORIGIN: z.url().optional().describe('external API to use instead of ours'),
  CONTENT_ORIGIN: z.url().optional().describe('external content service to use instead of ours'),
  CHAT_URL: z.url().optional().describe('external chat service to use instead of ours'),
  CARD_SERVICE_URL: z.url().optional().describe('card service to use instead of the sandbox'),
  BANK_SERVICE_URL: z.url().optional().describe('bank service to use instead of the sandbox'),
  EID_URL: z.url().optional().describe('electronic ID service to use instead of the sandbox'),
  CRM_URL: z.url().optional().describe('CRM system to use instead of the sandbox'),
  REGISTER_URL: z.url().optional().describe('national register to use instead of the sandbox'),
  SMTP_URL: z.url().optional().describe('mail server to use instead of the sandbox mailbox'),
});
export type SystemSettings = z.output<typeof systemSettings>;
