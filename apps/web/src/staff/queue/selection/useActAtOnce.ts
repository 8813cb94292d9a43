import type { ActAtOnce, CaseLine } from '@hofn/contracts';
import { useRef, useState } from 'react';
import { type ApiError, asApiError, useApi, useRefetch } from '../../../session/index.ts';

/** Cases of one call: what a slow database does well within the time of a request. */
const casesOfCall = 10;

/** What came of an act on the chosen cases. */
export type Outcome = {
  done: number;
  refused: { line: CaseLine; reason: string }[];
  /** Those that were not come to, and why. */
  left: CaseLine[];
  error: ApiError | undefined;
};

const path = '/api/staff/v1/queue/acts';

/** Acts on the chosen cases, a few in each call. A call without an answer is repeated under its key, so that nothing is done twice. */
export const useActAtOnce = () => {
  const api = useApi();
  const refresh = useRefetch();
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const [outcome, setOutcome] = useState<Outcome>();
  const keys = useRef(new Map<string, string>());

  const send = async (lines: readonly CaseLine[], act: ActAtOnce) => {
    const body = { act, cases: lines.map(({ id, version }) => ({ id, version })) };
    const input = JSON.stringify(body);
    const key = keys.current.get(input) ?? crypto.randomUUID();
    keys.current.set(input, key);
    const { results } = await api.post(path, { body, idempotencyKey: key });
    keys.current.delete(input);
    return results;
  };
  const act = async (lines: readonly CaseLine[], done: ActAtOnce): Promise<Outcome> => {
    const result: Outcome = { done: 0, refused: [], left: [], error: undefined };
    setOutcome(undefined);
    for (let from = 0; from < lines.length; from += casesOfCall) {
      const part = lines.slice(from, from + casesOfCall);
      setProgress({ done: from, total: lines.length });
      try {
        const results = await send(part, done);
        for (const [index, line] of part.entries()) {
          const reason = results[index]?.reason ?? null;
          if (reason === null) result.done += 1;
          else result.refused.push({ line, reason });
        }
      } catch (cause) {
        result.error = asApiError(cause);
        result.left = lines.slice(from);
        break;
      }
    }
    setProgress(undefined);
    setOutcome(result);
    refresh('/api/staff/v1/queue');
    return result;
  };
  return { act, progress, outcome, clearOutcome: () => setOutcome(undefined) };
};
