import { earlierRole, rolesNamed, type StaffRole, staffRoles } from '@hofn/domain/staff-roles.ts';
import { production } from '@hofn/service/production.ts';
import { optionalPublicUrl, optionalSecret } from '@hofn/service/production-rules.ts';
import { z } from 'zod';

const isRoleName = (name: string): boolean => rolesNamed([name]).length > 0;

/** Parses `value=role,value=role`; a value may be listed with several roles, and may contain `=`. */
const roleTable = z
  .string()
  .transform((text) =>
    text.split(',').map((part) => {
      const at = part.lastIndexOf('=');
      return { value: part.slice(0, at).trim(), role: part.slice(at + 1).trim() };
    }),
  )
  .refine((rows) => rows.every(({ value, role }) => value !== '' && isRoleName(role)), {
    error: `must be pairs such as hofn-service=service,hofn-admins=admin, with the roles ${staffRoles.join(', ')}; ${earlierRole} is what every employee had in earlier releases`,
  });

const claim = (fallback: string) => z.string().min(1).default(fallback);

/** Settings of staff sign-in through the insurer's own OpenID provider (rule HOLD-11). */
export const federationSettings = {
  FEDERATION_ISSUER: z
    .url({ protocol: /^https?$/, error: 'must be a URL, for example https://login.example.is/' })
    .optional()
    .describe('OpenID provider of the insurer, where staff then sign in; without it they sign in here')
    .register(production, optionalPublicUrl),
  FEDERATION_CLIENT_ID: z.string().min(1).optional().describe('Our client id there'),
  FEDERATION_CLIENT_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe('Our client secret there, sent in the body of the token request')
    .register(production, optionalSecret(16)),
  FEDERATION_CLIENT_KEY_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('File of our private key there (a JWK with alg), instead of a secret'),
  FEDERATION_SCOPES: z
    .string()
    .default('openid profile email')
    .refine((scopes) => scopes.split(' ').includes('openid'), { error: 'must contain openid' })
    .describe('Scopes to request, separated by spaces'),
  FEDERATION_SUBJECT_CLAIM: claim('sub').describe(
    'Claim of the ID token that names the employee and is never given to another; oid for Microsoft Entra',
  ),
  FEDERATION_ROLES_CLAIM: claim('roles').describe('Claim of the ID token that has the roles, one or a list'),
  FEDERATION_ROLES: roleTable
    .optional()
    .describe(
      'Our role for each value of that claim, for example hofn-service=service,hofn-admins=admin; a value may be listed with several',
    ),
  FEDERATION_LOCAL_SIGN_IN: z
    .stringbool()
    .default(false)
    .describe('Whether employees who are not linked to that provider may still sign in here'),
  SCIM_TOKEN: z
    .string()
    .optional()
    .transform((value) => value?.split(',').map((part) => part.trim()))
    .refine((tokens) => !tokens || tokens.every((token) => token !== ''), { error: 'must not be empty' })
    .describe('Bearer tokens of the user directory that adds and ends employees by SCIM, comma-separated')
    .register(production, optionalSecret(32)),
};

type FederationSettings = z.output<z.ZodObject<typeof federationSettings>>;

/** Reports what is missing once FEDERATION_ISSUER is set. */
export const checkFederation = (
  settings: FederationSettings,
  context: { addIssue(issue: { code: 'custom'; path: string[]; message: string }): void },
): void => {
  if (settings.FEDERATION_ISSUER === undefined) {
    if (settings.SCIM_TOKEN)
      context.addIssue({
        code: 'custom',
        path: ['SCIM_TOKEN'],
        message: 'needs FEDERATION_ISSUER, where these employees sign in',
      });
    return;
  }
  const report = (name: keyof FederationSettings, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  if (settings.FEDERATION_CLIENT_ID === undefined)
    report('FEDERATION_CLIENT_ID', 'is missing: FEDERATION_ISSUER needs it');
  if (settings.FEDERATION_ROLES === undefined)
    report('FEDERATION_ROLES', 'is missing: without it nobody would have a role');
  const { FEDERATION_CLIENT_SECRET: secret, FEDERATION_CLIENT_KEY_FILE: key } = settings;
  if ((secret === undefined) === (key === undefined))
    report('FEDERATION_CLIENT_SECRET', 'set either it or FEDERATION_CLIENT_KEY_FILE');
};

/** The issuer as stored with employees. */
export const federationIssuerOf = ({ FEDERATION_ISSUER: issuer }: FederationSettings): string | undefined =>
  issuer === undefined ? undefined : new URL(issuer).href;

/** Our roles for the values of the roles claim. */
export const rolesOf = (
  { FEDERATION_ROLES: table = [] }: Pick<FederationSettings, 'FEDERATION_ROLES'>,
  claimed: unknown,
): StaffRole[] => {
  const values: unknown[] = Array.isArray(claimed) ? claimed : [claimed];
  return rolesNamed(table.filter(({ value }) => values.includes(value)).map(({ role }) => role));
};
