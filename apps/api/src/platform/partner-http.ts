/** A partner's service and our key to it. */
export type PartnerService = { url: string; key: string; timeoutMs: number };

/**
 * Posts JSON to a partner's service, with our key as the bearer token.
 * @throws when it does not respond in time, or not with success
 */
export const postToPartner = async (
  { url, key, timeoutMs }: PartnerService,
  path: string,
  body: object,
): Promise<unknown> => {
  const response = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.json();
};
