import type { Clock } from '@hofn/domain/clock.ts';
import { addressKey } from '@hofn/service/address.ts';
import type { FastifyInstance } from 'fastify';
import { base } from '../src/engine/paths.ts';

/** Maximum size of a report in bytes, and number of violations read from it. */
const bodyBytes = 16 * 1024;
const mostViolations = 10;
/** Maximum reports per minute, per IP address and in total, so that nobody can flood the log. */
const mostOfOne = 20;
const mostOfAll = 200;
const windowMs = 60_000;

type Violation = {
  directive: string;
  /** What was blocked: a keyword, or the origin of a URL. */
  blocked: string;
  /** Site path of the page, with placeholders for parameters. */
  page: string;
  /** Source of the violation: the path of our own script, or the origin of a third party's. */
  script: string;
  line: number;
  enforced: boolean;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const word = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 200) : '');

/** A keyword (`inline`), or the origin of a URL: path and query may contain personal data. */
const originOf = (value: unknown): string => {
  const text = word(value);
  if (/^[\w-]*$/.test(text)) return text;
  const { origin = 'null', protocol = '' } = URL.parse(text) ?? {};
  return origin === 'null' ? protocol : origin;
};

/** The path of a file on our origin; otherwise only the origin. */
const scriptOf = (value: unknown): string => {
  const { pathname = '' } = URL.parse(word(value)) ?? {};
  return new RegExp(`^${base}/(?:assets/[\\w.-]+|sw\\.js)$`).test(pathname) ? pathname : originOf(value);
};

/** The bodies of a report, in either format that browsers send. */
const bodiesOf = (report: unknown): Record<string, unknown>[] => {
  const reports = Array.isArray(report) ? report.slice(0, mostViolations) : [report];
  return reports
    .filter(isRecord)
    .filter(({ type = 'csp-violation' }) => type === 'csp-violation')
    .map((one) => one['csp-report'] ?? one.body)
    .filter(isRecord);
};

/** Codes of sign-ins that the browser refused, such as a token with an unknown key. */
const refusedSignInsOf = (report: unknown): string[] =>
  (Array.isArray(report) ? report.slice(0, mostViolations) : [])
    .filter(isRecord)
    .filter(({ type }) => type === 'sign-in-refused')
    .flatMap(({ body }) => (isRecord(body) && /^\w{1,40}$/.test(word(body.code)) ? [word(body.code)] : []));

type Parts = {
  address: string;
  clock: Clock;
  /** Site path of an address's page, with placeholders for parameters; undefined if there is no page. */
  pageAt: (address: string) => Promise<string | undefined>;
};

/**
 * Receives reports of content security policy violations and of refused sign-ins, and logs each as a warning. No personal data is logged: no
 * path parameters, no query, no script sample.
 */
export const registerReports = (server: FastifyInstance, { address, clock, pageAt }: Parts): void => {
  let window = 0;
  let counts = new Map<string, number>();
  const countOf = (key: string): number => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  };
  /** Counts a report. @returns whether it may be read */
  const isWithin = (ip: string): boolean => {
    const now = Math.floor(clock.now().getTime() / windowMs);
    if (now !== window) {
      window = now;
      counts = new Map();
    }
    // Reports over the total limit are not counted per address, which bounds the size of the map.
    return (counts.get('all') ?? 0) < mostOfAll && countOf(ip) <= mostOfOne && countOf('all') <= mostOfAll;
  };

  const violationOf = async (body: Record<string, unknown>): Promise<Violation> => {
    const { pathname = '' } = URL.parse(word(body['document-uri'] ?? body.documentURL)) ?? {};
    const line = body['line-number'] ?? body.lineNumber;
    return {
      directive: word(body['effective-directive'] ?? body['violated-directive'] ?? body.effectiveDirective)
        .split(' ', 1)
        .join(),
      blocked: originOf(body['blocked-uri'] ?? body.blockedURL),
      page: (await pageAt(pathname)) ?? 'none',
      script: scriptOf(body['source-file'] ?? body.sourceFile),
      line: typeof line === 'number' ? line : 0,
      enforced: body.disposition !== 'report',
    };
  };

  server.register(async (scope) => {
    // An encapsulated context, because only this route parses bodies of these types.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json', 'application/json'],
      { parseAs: 'string', bodyLimit: bodyBytes },
      (_request, body, done) => {
        try {
          done(null, JSON.parse(String(body)));
        } catch {
          done(Object.assign(new Error('not JSON'), { statusCode: 400 }));
        }
      },
    );
    scope.addHook('onRequest', async (request, reply) => {
      if (!isWithin(addressKey(request.ip))) return reply.code(429).header('retry-after', '60').send();
    });
    scope.post(address, { bodyLimit: bodyBytes }, async (request, reply) => {
      const violations = await Promise.all(bodiesOf(request.body).map(violationOf));
      if (violations.length > 0) request.log.warn({ violations }, 'content policy violated');
      const refusedSignIns = refusedSignInsOf(request.body);
      if (refusedSignIns.length > 0) request.log.warn({ refusedSignIns }, 'browser refused a sign-in');
      return reply.code(204).send();
    });
  });
};
