import type { Logger } from '@hofn/service';
import { z } from 'zod';

/** The national register, as far as forms ask it. */
export type NationalRegister = {
  /** Whether it has a kennitala (ten digits); `unknown` when it does not answer. */
  find(ssn: string): Promise<'found' | 'notFound' | 'unknown'>;
};

const answer = z.object({ found: z.boolean() });

/** A register over HTTP: `POST lookups` with `{ssn}` gives `{found}`. The kennitala is in no address, so in no log. */
export const httpRegister = (parts: {
  url: string;
  key: string;
  timeoutMs: number;
  logger: Logger;
}): NationalRegister => ({
  find: async (ssn) => {
    const { url, key, timeoutMs, logger } = parts;
    try {
      const response = await fetch(new URL('lookups', url), {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ssn }),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      });
      if (!response.ok) throw new Error(`status ${response.status}`);
      return answer.parse(await response.json()).found ? 'found' : 'notFound';
    } catch (error) {
      logger.warn({ err: error }, 'the national register did not answer');
      return 'unknown';
    }
  },
});
