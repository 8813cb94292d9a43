import { createHash } from 'node:crypto';
import type { ServerParts } from '@hofn/service';
import { bootstrapScript } from '../build/bootstrap-script.ts';
import { headScript } from '../build/head-script.ts';
import { base } from '../src/engine/paths.ts';

/** Address for reports of policy violations. */
export const reportAddress = `${base}/policy-reports`;
const reportGroup = 'policy';
/** Endpoint of the `report-to` directive; browsers that lack it use `report-uri`. */
export const reportingEndpoints = `${reportGroup}="${reportAddress}"`;

/** Content security policy source of an inline script: its hash. */
const hashSource = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/**
 * Security headers of documents: scripts only from our origin plus the two inline ones by hash, connections only to our
 * origin and the identity provider, no framing.
 * @param identityOrigin origin of the identity provider, for token requests and the frame that renews the session
 * @param others other origins to connect to: the chat service, and the content service for the current footer
 * @param frames other origins in frames: the card service
 */
export const headersFor = (
  identityOrigin: string,
  others: readonly string[],
  frames: readonly string[],
): NonNullable<ServerParts['headers']> => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", hashSource(headScript), hashSource(bootstrapScript)],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", identityOrigin, ...others],
      // A customer's PDF, fetched with their token, is shown in the browser's viewer as a blob.
      frameSrc: [identityOrigin, ...frames, 'blob:'],
      workerSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'", identityOrigin],
      frameAncestors: ["'none'"],
      reportUri: [reportAddress],
      reportTo: [reportGroup],
    },
  },
  // The identity provider's sign-in popup posts to its opener.
  crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
});

/** Device features that no page or frame uses. */
export const permissionsPolicy = 'camera=(), microphone=(), payment=(), usb=(), geolocation=()';
