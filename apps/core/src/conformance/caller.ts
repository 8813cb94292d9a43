import type { CoreAct } from '@hofn/contracts';
import { Webhook } from 'standardwebhooks';

/** A call of the port, as the front makes it unless a check changes something about it. */
export type PortCall = {
  kind: string;
  act: unknown;
  /** Where the call is, if not with the acts: `ledger/summary`. */
  path?: string;
  key: string;
  isPreview?: boolean;
  /** Signs the call in place of the secret; null: nobody. */
  secret?: string | null;
  signedAt?: Date;
  /** Sent in place of the body that was signed. */
  body?: string;
};

/** What a core has answered. */
export type PortAnswer = {
  status: number;
  /** The body as JSON; undefined when it is not JSON. */
  body: unknown;
  ms: number;
};

/** Longer than a core may take, so that a slow one is reported with its time. */
const patienceMs = 15_000;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Makes signed calls of a core. @param url of the core, with a slash at the end */
export const createCaller =
  ({ url, secret: own, now }: { url: string; secret: string; now: () => Date }) =>
  async ({ kind, act, key, isPreview = false, secret = own, ...call }: PortCall): Promise<PortAnswer> => {
    const signed = JSON.stringify(act);
    const at = call.signedAt ?? now();
    const begun = performance.now();
    const path = call.path ?? `acts/${kind}${isPreview ? '/preview' : ''}`;
    const response = await fetch(new URL(path, url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(secret !== null && {
          'webhook-id': key,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': new Webhook(secret).sign(key, at, signed),
        }),
      },
      body: call.body ?? signed,
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    });
    const text = await response.text();
    return { status: response.status, body: parsed(text), ms: Math.round(performance.now() - begun) };
  };
export type Caller = ReturnType<typeof createCaller>;

/** An act about another request, as if it had just been made. */
export const renewed = ({ request, ...act }: CoreAct, id: string, changes: object = {}): CoreAct => ({
  ...act,
  request: { ...request, id, ...changes },
});
