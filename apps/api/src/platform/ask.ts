/** A service outside that we have a key to. */
export type Service = { url: string; key: string; timeoutMs: number };

/**
 * Asks a service outside, JSON both ways, with our key as bearer.
 * @throws when it does not answer in time, or not with success
 */
export const askService = async (
  { url, key, timeoutMs }: Service,
  path: string,
  body: object,
): Promise<unknown> => {
  const answer = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return answer.json();
};
