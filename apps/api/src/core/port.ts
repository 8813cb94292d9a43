import { randomUUID } from 'node:crypto';
import {
  actKindOf,
  type CoreAct,
  type CoreActAnswer,
  type CoreActPreview,
  type CoreClaimAct,
  type CoreClaimAnswer,
  type CoreClaimPreview,
  type CoreLedgerPage,
  type CoreLedgerPageOf,
  type CoreLedgerPeriod,
  type CoreLedgerSummary,
  coreActAnswer,
  coreActPreview,
  coreClaimAnswer,
  coreClaimPreview,
  coreLedgerPage,
  coreLedgerSummary,
} from '@hofn/contracts';
import { systemClock } from '@hofn/domain/clock.ts';
import { SettingsError } from '@hofn/service';
import { ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';
import { Histogram, type Registry } from 'prom-client';
import { Webhook } from 'standardwebhooks';
import { type ZodType, z } from 'zod';

/** How long the core may take to answer, in milliseconds (rule ACT-1). */
const timeoutMs = 3000;
/** How long it may take to read its ledger, in milliseconds: nobody but an employee waits. */
const ledgerTimeoutMs = 20_000;
/** Consecutive failures that open the circuit breaker. */
const failuresInARow = 5;
/** How long the breaker stays open before one trial call, in milliseconds. */
const pauseMs = 10_000;

/** The core did not respond in time, or its response does not match the contract. */
export class CoreUnanswered extends Error {
  override name = 'CoreUnanswered';
}

/** The core says which fields of a preview are wrong. */
export class CoreWrongFields extends Error {
  override name = 'CoreWrongFields';
  /** Paths of the fields. */
  readonly fields: string[];
  constructor(fields: string[]) {
    super(fields.join(', '));
    this.fields = fields;
  }
}

const problemOfCore = z.object({ errors: z.record(z.string(), z.array(z.string())) });

/** Synchronous calls to the insurance core (rules ACT-1 and ACT-7; docs/core/acts.md). */
export type CorePort = {
  /** The name under which the core's facts are stored. */
  source: string;
  /** Previews an act; the core stores nothing. @throws CoreUnanswered */
  preview(act: CoreAct): Promise<CoreActPreview>;
  /** Performs an act, idempotent by its key. @throws CoreUnanswered */
  act(key: string, act: CoreAct): Promise<CoreActAnswer>;
  /** Previews what an employee would do with a claim; the core stores nothing. @throws CoreUnanswered CoreWrongFields */
  previewClaim(act: CoreClaimAct): Promise<CoreClaimPreview>;
  /** Does something with a claim, once per key. @throws CoreUnanswered, and CoreWrongFields for what it will never do under the key */
  actOnClaim(key: string, act: CoreClaimAct): Promise<CoreClaimAnswer>;
  /** Debits and credits of a period by account. @throws CoreUnanswered */
  ledgerSummary(period: CoreLedgerPeriod): Promise<CoreLedgerSummary>;
  /** A page of the postings of a period. @throws CoreUnanswered */
  ledgerPage(of: CoreLedgerPageOf): Promise<CoreLedgerPage>;
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

type Post = (path: string, key: string, of: { body: object; ms: number }) => Promise<unknown>;

/** Reads of the ledger, without the breaker: a month of postings that takes long is no reason to fail customers' acts. */
const ledgerCalls = (
  post: Post,
  seconds: Histogram<'call' | 'answered'>,
): Pick<CorePort, 'ledgerSummary' | 'ledgerPage'> => {
  const read = async <Answer>(path: string, body: object, schema: ZodType<Answer>): Promise<Answer> => {
    const end = seconds.startTimer({ call: 'ledger' });
    try {
      const answer = schema.parse(await post(path, randomUUID(), { body, ms: ledgerTimeoutMs }));
      end({ answered: 'yes' });
      return answer;
    } catch (error) {
      end({ answered: 'no' });
      throw new CoreUnanswered(`The core has not answered ${path}`, { cause: error });
    }
  };
  return {
    ledgerSummary: (period) => read('ledger/summary', period, coreLedgerSummary),
    ledgerPage: (of) => read('ledger/postings', of, coreLedgerPage),
  };
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

  const post: Post = async (path, key, { body: input, ms }) => {
    const body = JSON.stringify(input);
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
      signal: AbortSignal.timeout(ms),
    });
    if (response.ok) return response.json();
    const refused = response.status === 400 ? problemOfCore.safeParse(await response.json()) : undefined;
    // An answer, so the breaker does not count it as a failure.
    if (refused?.success) return new CoreWrongFields(Object.keys(refused.data.errors));
    throw new Error(`status ${response.status}`);
  };

  const call = async <Answer>(
    name: 'act' | 'preview',
    schema: ZodType<Answer>,
    { kind, key, act }: { kind: string; key: string; act: CoreAct | CoreClaimAct },
  ): Promise<Answer> => {
    const end = seconds.startTimer({ call: name });
    try {
      const path = name === 'act' ? `acts/${kind}` : `acts/${kind}/preview`;
      const said = await breaker.execute(() => post(path, key, { body: act, ms: timeoutMs }));
      if (said instanceof CoreWrongFields) throw said;
      const answer = schema.parse(said);
      end({ answered: 'yes' });
      return answer;
    } catch (error) {
      end({ answered: error instanceof CoreWrongFields ? 'yes' : 'no' });
      // Whoever previews can put the fields right, and an employee’s act ends; a customer’s was previewed before, so nobody is left to.
      if (error instanceof CoreWrongFields && (name === 'preview' || 'claim' in act)) throw error;
      throw new CoreUnanswered(`The core has not answered ${name} ${kind}`, { cause: error });
    }
  };

  const ofRequest = (key: string, act: CoreAct) => ({ kind: actKindOf(act.request), key, act });
  const ofClaim = (key: string, act: CoreClaimAct) => ({ kind: act.act.kind, key, act });

  return {
    source,
    preview: (act) => call('preview', coreActPreview, ofRequest(randomUUID(), act)),
    act: (key, act) => call('act', coreActAnswer, ofRequest(key, act)),
    previewClaim: (act) => call('preview', coreClaimPreview, ofClaim(randomUUID(), act)),
    actOnClaim: (key, act) => call('act', coreClaimAnswer, ofClaim(key, act)),
    ...ledgerCalls(post, seconds),
    expose: (metrics) => metrics.registerMetric(seconds),
  };
};
