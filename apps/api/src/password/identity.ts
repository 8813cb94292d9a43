import type { ErrorCode } from '@hofn/contracts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Fault } from '../platform/fault.ts';
import type { Settings } from '../settings.ts';

/** Result of a request for the right to set a new password. */
export type RightOutcome =
  | { state: 'given'; token: string; expiresAt: string }
  | { state: 'wrong' }
  | { state: 'wait'; retryAfterSeconds: number };

/** The identity service did not respond, or its response is unreadable. */
export class IdentityUnavailable extends Error {
  override name = 'IdentityUnavailable';
}

/** Who calls through us: their token, and for the audit their address and the request's id (rule HOLD-14). */
export type CallerHeaders = { authorization: string; 'x-forwarded-for': string; 'x-request-id': string };

export const callerHeaders = ({ headers, ip, id }: FastifyRequest): CallerHeaders => ({
  authorization: headers.authorization ?? '',
  'x-forwarded-for': ip,
  'x-request-id': id,
});

/** The identity service's management API. Only the identity service stores passwords. */
export type IdentityManagement = {
  /**
   * Exchanges the current password of the token's owner for the right to set a new one.
   * @param caller headers from `callerHeaders`
   * @throws IdentityUnavailable
   */
  passwordRight(caller: CallerHeaders, currentPassword: string): Promise<RightOutcome>;
  /**
   * Reads or changes the caller's sign-in sessions and passkeys, or as an administrator the employees.
   * @param request `path` is under `idm/v1/`
   * @throws IdentityUnavailable
   */
  call<Answer>(
    caller: CallerHeaders,
    request: { method: 'GET' | 'POST' | 'DELETE'; path: string; body?: object; language?: string },
    schema: z.ZodType<Answer>,
  ): Promise<{ ok: true; answer: Answer } | { ok: false; errorCode: string }>;
};

const right = z.object({ token: z.string().min(1), expiresAt: z.iso.datetime() });
const refusal = z.object({ errorCode: z.string() });

/** Identity management over HTTP: `POST idm/v1/passwordtoken` under `url`. */
export const httpIdentity = ({ url, timeoutMs }: { url: string; timeoutMs: number }): IdentityManagement => ({
  passwordRight: async (caller, currentPassword) => {
    try {
      const response = await fetch(new URL('idm/v1/passwordtoken', url), {
        method: 'POST',
        headers: { ...caller, 'content-type': 'application/json' },
        body: JSON.stringify({ currentPassword }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      });
      const body: unknown = await response.json();
      if (response.ok) return { state: 'given', ...right.parse(body) };
      const { errorCode } = refusal.parse(body);
      if (errorCode === 'passwordWrong') return { state: 'wrong' };
      const wait = Number(response.headers.get('retry-after'));
      if (errorCode === 'passwordWait') return { state: 'wait', retryAfterSeconds: wait || 30 };
      throw new Error(`refused: ${errorCode}`);
    } catch (error) {
      throw new IdentityUnavailable('no response from the identity service', { cause: error });
    }
  },

  call: async (caller, { method, path, body, language }, schema) => {
    try {
      const response = await fetch(new URL(`idm/v1/${path}`, url), {
        method,
        headers: {
          ...caller,
          ...(language && { 'accept-language': language }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      });
      const text = await response.text();
      if (response.ok) return { ok: true, answer: schema.parse(text === '' ? null : JSON.parse(text)) };
      const { errorCode } = refusal.parse(JSON.parse(text));
      if (response.status >= 500) throw new Error(`refused: ${errorCode}`);
      return { ok: false, errorCode };
    } catch (error) {
      throw new IdentityUnavailable('no response from the identity service', { cause: error });
    }
  },
});

/** For a provider that is not ours, which has no management API: a password must not be sent to it, nor to our own service. */
const noIdentityManagement: IdentityManagement = {
  passwordRight: async () => {
    throw new IdentityUnavailable('the identity provider has no management API');
  },
  call: async () => {
    throw new IdentityUnavailable('the identity provider has no management API');
  },
};

/** The identity management that the settings name. */
export const identityManagementOf = ({
  IDENTITY_DISCOVERY: isDiscovered,
  IDENTITY_ISSUER: issuer,
  IDENTITY_MANAGEMENT_URL: url = issuer,
  IDENTITY_TIMEOUT_MS: timeoutMs,
}: Pick<
  Settings,
  'IDENTITY_DISCOVERY' | 'IDENTITY_ISSUER' | 'IDENTITY_MANAGEMENT_URL' | 'IDENTITY_TIMEOUT_MS'
>): IdentityManagement => (isDiscovered ? noIdentityManagement : httpIdentity({ url, timeoutMs }));

/**
 * Passes a call on to the identity service with the caller's own token.
 * @param reported refusals that the user can act on; any other is an error of ours
 * @throws Fault with one of the reported codes, or `unavailable`
 */
export const passOn = async <Answer>(
  identity: IdentityManagement,
  caller: FastifyRequest,
  {
    request,
    schema,
    reported,
  }: {
    request: Parameters<IdentityManagement['call']>[1];
    schema: z.ZodType<Answer>;
    reported: readonly ErrorCode[];
  },
): Promise<Answer> => {
  const outcome = await identity.call(callerHeaders(caller), request, schema).catch((error: unknown) => {
    if (error instanceof IdentityUnavailable)
      throw new Fault('unavailable', { retryAfterSeconds: 5, cause: error });
    throw error;
  });
  if (outcome.ok) return outcome.answer;
  const code = reported.find((refusal) => refusal === outcome.errorCode);
  throw code ? new Fault(code) : new Error(`The identity service refused: ${outcome.errorCode}`);
};
