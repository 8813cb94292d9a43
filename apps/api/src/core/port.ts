import { randomUUID } from 'node:crypto';
import {
  actKindOf,
  type CoreAct,
  type CoreActAnswer,
  type CoreActPreview,
  coreActAnswer,
  coreActPreview,
} from '@hofn/contracts';
import { systemClock } from '@hofn/domain/clock.ts';
import { SettingsError } from '@hofn/service';
import { ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';
import { Histogram, type Registry } from 'prom-client';
import { Webhook } from 'standardwebhooks';
import type { ZodType } from 'zod';

/** How long the core may take to answer, in milliseconds (rule ACT-1). */
const timeoutMs = 3000;
/** Consecutive failures that open the circuit breaker. */
const failuresInARow = 5;
/** How long the breaker stays open before one trial call, in milliseconds. */
const pauseMs = 10_000;

/** The core did not respond in time, or its response does not match the contract. */
export class CoreUnanswered extends Error {
  override name = 'CoreUnanswered';
}

/** Synchronous calls to the insurance core (rules ACT-1 and ACT-7; docs/core/acts.md). */
export type CorePort = {
  /** The name under which the core's facts are stored. */
  source: string;
  /** Previews an act; the core stores nothing. @throws CoreUnanswered */
  preview(act: CoreAct): Promise<CoreActPreview>;
  /** Performs an act, idempotent by its key. @throws CoreUnanswered */
  act(key: string, act: CoreAct): Promise<CoreActAnswer>;
  /** Registers the durations of its calls with a server's metrics. */
  expose(metrics: Registry): void;
};

export type PortParts = {
  /** Address of the core, with a slash at the end. */
  url: string;
  /** The secret that signs calls, `whsec_…`. */
  secret: string;
  source: string;
};

/** The core at CORE_URL; undefined if that is not set. @throws SettingsError if CORE_SECRET is missing */
export const corePortOf = ({
  CORE_URL: url,
  CORE_SECRET: [secret],
  CORE_SOURCE: source,
}: {
  CORE_URL?: string | undefined;
  CORE_SECRET: readonly string[];
  CORE_SOURCE: string;
}): CorePort | undefined => {
  if (url === undefined) return undefined;
  if (secret === undefined) throw new SettingsError('CORE_SECRET: is missing, which signs calls to CORE_URL');
  return httpCorePort({ url, secret, source });
};

/**
 * Calls the insurance core over HTTP, signed like webhooks. After repeated failures calls fail immediately for a while, so that
 * customers do not wait for a core that is down.
 */
export const httpCorePort = ({ url, secret, source }: PortParts): CorePort => {
  const webhook = new Webhook(secret);
  const seconds = new Histogram({
    name: 'core_call_seconds',
    help: 'Time of calls to the insurance core, by call and whether it answered.',
    labelNames: ['call', 'answered'],
    buckets: [0.01, 0.03, 0.1, 0.3, 1, 3],
    registers: [],
  });
  const breaker = circuitBreaker(handleAll, {
    halfOpenAfter: pauseMs,
    breaker: new ConsecutiveBreaker(failuresInARow),
  });

  const post = async (path: string, key: string, act: CoreAct): Promise<unknown> => {
    const body = JSON.stringify(act);
    // The receiver checks the timestamp against the real time, even when the demo's calendar is ahead.
    const at = systemClock.now();
    const response = await fetch(new URL(path, url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': key,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': webhook.sign(key, at, body),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return response.json();
  };

  const call = async <Answer>(
    name: 'act' | 'preview',
    schema: ZodType<Answer>,
    key: string,
    act: CoreAct,
  ): Promise<Answer> => {
    const kind = actKindOf(act.request);
    const end = seconds.startTimer({ call: name });
    try {
      const path = name === 'act' ? `acts/${kind}` : `acts/${kind}/preview`;
      const answer = schema.parse(await breaker.execute(() => post(path, key, act)));
      end({ answered: 'yes' });
      return answer;
    } catch (error) {
      end({ answered: 'no' });
      throw new CoreUnanswered(`The core has not answered ${name} ${kind}`, { cause: error });
    }
  };

  return {
    source,
    preview: (act) => call('preview', coreActPreview, randomUUID(), act),
    act: (key, act) => call('act', coreActAnswer, key, act),
    expose: (metrics) => metrics.registerMetric(seconds),
  };
};
