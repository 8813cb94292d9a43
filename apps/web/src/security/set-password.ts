import { originOf } from '@hofn/auth-client/protocol.ts';
import { type ApiError, readProblem, unreachable } from '../session/api-error.ts';
import { loadSettings } from '../session/settings.ts';

/**
 * Sets a new password at the identity provider, with the token issued for the current one (rule AUTH-15).
 * @returns the error if it was refused
 */
export const setPassword = async (
  request: { token: string; newPassword: string },
  language: string,
): Promise<ApiError | undefined> => {
  try {
    const { identityDomain } = await loadSettings();
    const answer = await fetch(`${originOf(identityDomain)}/idm/v1/password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': language },
      body: JSON.stringify(request),
    });
    return answer.ok ? undefined : readProblem(answer.status, await answer.text());
  } catch (caught) {
    return unreachable(caught);
  }
};
