import { createHash } from 'node:crypto';
import type { ServerParts } from '@hofn/service';
import { bootstrapScript } from '../build/bootstrap-script.ts';
import { earlyScript } from '../build/early-script.ts';
import { base } from '../src/engine/paths.ts';

/** Where browsers report what the policy has refused. */
export const reportAddress = `${base}/policy-reports`;
const reportGroup = 'policy';
/** Names the address for the reports of `report-to`; browsers without it use `report-uri`. */
export const reportingEndpoints = `${reportGroup}="${reportAddress}"`;

/** The content policy's name for an inline script. */
const hashSource = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/**
 * What a browser may do with our documents: run our own scripts and the two inline scripts by their hashes, speak to
 * ourselves and to the identity provider, and be framed by nobody.
 * @param identityOrigin origin of the identity provider: token requests go there, and its frame renews the session
 * @param others origins that pages speak to besides: of the chat service, and of the content service, where the footer's
 *   present state is asked for
 * @param frames origins whose pages stand in frames of ours besides: the card service's
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
      scriptSrc: ["'self'", hashSource(earlyScript), hashSource(bootstrapScript)],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", identityOrigin, ...others],
      // A PDF of the customer's, fetched with their token, is shown by the browser's own viewer from memory.
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
  // The sign-in popup of the identity provider answers to the window that opened it.
  crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
});

/** What no page of ours asks of the device, nor anything in it. */
export const permissionsPolicy = 'camera=(), microphone=(), payment=(), usb=(), geolocation=()';
