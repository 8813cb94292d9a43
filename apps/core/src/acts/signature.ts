import type { IncomingHttpHeaders } from 'node:http';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';

/**
 * Whether one of the secrets has signed a body as Standard Webhooks describes, within five minutes of the machine's time:
 * the caller signs by the real clock, also where the demo's has been set forward.
 * @param secrets each `whsec_` and base64
 */
export const isSigned = (secrets: readonly string[], body: Buffer, headers: IncomingHttpHeaders): boolean =>
  secrets.some((secret) => {
    try {
      new Webhook(secret).verify(body, headers as Record<string, string>, { jsonParse: false });
      return true;
    } catch (error) {
      if (error instanceof WebhookVerificationError) return false;
      throw error;
    }
  });
