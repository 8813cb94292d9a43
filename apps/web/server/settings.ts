import { loadSettings, processSettings, production } from '@hofn/service';
import { internalUrl, optionalPublicUrl, publicUrl, trustedProxies } from '@hofn/service/production-rules.ts';
import { discoverySettings } from '@hofn/service/tokens.ts';
import { z } from 'zod';

/** Settings of the web server, by environment. */
export const settingsSchema = z.object({
  WEB_PORT: z.coerce.number().int().min(0).max(65_535).default(8080).describe('port to listen on; 0 for any'),
  WEB_HOST: z.string().default('localhost').describe('address to listen on; 0.0.0.0 in a container'),
  ...loadSettings,
  ...processSettings,
  SITE_DIR: z.string().optional().describe('folder of the built site; by default where the build writes it'),
  API_ORIGIN: z
    .url()
    .default('http://localhost:8088')
    .describe('where calls under /api are proxied to')
    .register(production, internalUrl),
  API_BASE: z
    .union([z.literal(''), z.string().regex(/^(?:\/[\w-]+)+$/), z.url({ protocol: /^https?$/ })])
    .default('')
    .transform((value) => value.replace(/\/$/, ''))
    .describe(
      'what browsers put before the path of every call: a path of ours, which is sent on too, or an origin that answers them',
    )
    .register(production, optionalPublicUrl),
  IDENTITY_ISSUER: z
    .url()
    .default('http://localhost:8081/')
    .describe('address of the identity provider, as browsers see it')
    .register(production, publicUrl),
  ...discoverySettings,
  WEB_RESOURCE: z
    .url()
    .optional()
    .describe('resource indicator (RFC 8707), for a provider that issues access tokens by it'),
  CONTENT_ORIGIN: z
    .url()
    .optional()
    .describe('address of the content service, as browsers see it; without one the footer stays as built')
    .register(production, optionalPublicUrl),
  CHAT_URL: z
    .url({ protocol: /^https?$/ })
    .default('http://localhost:8087')
    .describe('address of the chat service, as browsers see it')
    .register(production, publicUrl),
  CARD_SERVICE_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .default('http://localhost:8083')
    .describe('address of the card service, as browsers see it: its page may stand in a frame of ours')
    .register(production, publicUrl),
  WEB_CLIENT_ID: z.string().min(1).default('hofn-web').describe('client id at the identity provider'),
  API_AUDIENCE: z.string().default('https://api.hofn.example').describe('audience of access tokens'),
  WEB_SCOPE: z.string().default('openid profile email').describe('scope asked for at sign-in'),
  CUSTOMER_CONNECTION: z.string().default('customer').describe('connection that customers sign in through'),
  EMPLOYEE_CONNECTION: z.string().default('employee').describe('connection of the staff portal'),
  TRUSTED_PROXIES: z
    .string()
    .optional()
    .transform((value) => value?.split(',').map((part) => part.trim()))
    .describe('addresses of proxies, by commas, whose X-Forwarded headers are believed')
    .register(production, trustedProxies),
});

export type Settings = z.output<typeof settingsSchema>;

/** The settings of an empty environment. */
export const defaultSettings = (): Settings => settingsSchema.parse({});
