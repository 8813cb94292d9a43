import { z } from 'zod';

/** Result of a request for the right to set a new password. */
export type RightOutcome =
  | { state: 'given'; token: string; expiresAt: string }
  | { state: 'wrong' }
  | { state: 'wait'; retryAfterSeconds: number };

/** The identity service did not answer, or with an answer that we cannot read. */
export class IdentityAway extends Error {
  override name = 'IdentityAway';
}

/** The identity service's management API. Only the identity service stores passwords. */
export type IdentityManagement = {
  /**
   * Exchanges the current password of the token's owner for the right to set a new one.
   * @param bearer the caller's `Authorization` header
   * @throws IdentityAway
   */
  passwordRight(bearer: string, currentPassword: string): Promise<RightOutcome>;
  /**
   * Reads or changes the caller's sign-ins and passkeys.
   * @param asked `path` is under `idm/v1/`
   * @throws IdentityAway
   */
  ask<Answer>(
    bearer: string,
    asked: { method: 'GET' | 'POST' | 'DELETE'; path: string; body?: object },
    answer: z.ZodType<Answer>,
  ): Promise<{ ok: true; answer: Answer } | { ok: false; errorCode: string }>;
};

const right = z.object({ token: z.string().min(1), expiresAt: z.iso.datetime() });
const refusal = z.object({ errorCode: z.string() });

/** Identity management over HTTP: `POST idm/v1/passwordtoken` under `url`. */
export const httpIdentity = ({ url, timeoutMs }: { url: string; timeoutMs: number }): IdentityManagement => ({
  passwordRight: async (bearer, currentPassword) => {
    try {
      const answer = await fetch(new URL('idm/v1/passwordtoken', url), {
        method: 'POST',
        headers: { authorization: bearer, 'content-type': 'application/json' },
        body: JSON.stringify({ currentPassword }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      });
      const body: unknown = await answer.json();
      if (answer.ok) return { state: 'given', ...right.parse(body) };
      const { errorCode } = refusal.parse(body);
      if (errorCode === 'passwordWrong') return { state: 'wrong' };
      const wait = Number(answer.headers.get('retry-after'));
      if (errorCode === 'passwordWait') return { state: 'wait', retryAfterSeconds: wait || 30 };
      throw new Error(`refused: ${errorCode}`);
    } catch (error) {
      throw new IdentityAway('no answer of the identity service', { cause: error });
    }
  },

  ask: async (bearer, { method, path, body }, answer) => {
    try {
      const answered = await fetch(new URL(`idm/v1/${path}`, url), {
        method,
        headers: { authorization: bearer, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      });
      const text = await answered.text();
      if (answered.ok) return { ok: true, answer: answer.parse(text === '' ? null : JSON.parse(text)) };
      const { errorCode } = refusal.parse(JSON.parse(text));
      if (answered.status >= 500) throw new Error(`refused: ${errorCode}`);
      return { ok: false, errorCode };
    } catch (error) {
      throw new IdentityAway('no answer of the identity service', { cause: error });
    }
  },
});
