import { originOf } from '@hofn/auth-client/protocol.ts';
import { type ApiError, readProblem, unreachable } from '../../session/api-error.ts';
import { loadSettings } from '../../session/settings.ts';

/**
 * Sets a new password at the identity service, by the right that the present one gave (rule AUTH-15).
 * @returns nothing when it is set, else what it was refused for
 */
export const setPassword = async (
  right: { token: string; newPassword: string },
  language: string,
): Promise<ApiError | undefined> => {
  try {
    const { identityDomain } = await loadSettings();
    const answer = await fetch(`${originOf(identityDomain)}/idm/v1/password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': language },
      body: JSON.stringify(right),
    });
    return answer.ok ? undefined : readProblem(answer.status, await answer.text());
  } catch (caught) {
    return unreachable(caught);
  }
};
