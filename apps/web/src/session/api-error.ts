import type { Problem } from '@hofn/contracts';

type Fields = Partial<Problem> & { status: number; errorCode: string; body?: unknown };

/**
 * The one error of a call. `errorCode` is the key of the reader's text in the category `errorCode` (rule LANG-5);
 * `errors` names fields; `body` is the answer as it came, kept for display (rule AUTH-12d). A service that could not
 * be reached has status 0.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly errorCode: string;
  readonly errors: Record<string, string[]>;
  readonly requestId: string | undefined;
  readonly body: unknown;

  constructor(fields: Fields, options?: ErrorOptions) {
    super(fields.message ?? fields.errorCode, options);
    this.status = fields.status;
    this.errorCode = fields.errorCode;
    this.errors = fields.errors ?? {};
    this.requestId = fields.requestId;
    this.body = fields.body;
  }
}

/** A request that got no answer: the browser has no network, or the service is down. */
export const unreachable = (cause: unknown): ApiError => {
  const errorCode =
    typeof navigator !== 'undefined' && navigator.onLine === false ? 'offline' : 'unavailable';
  return new ApiError({ status: 0, errorCode, message: 'The service did not answer' }, { cause });
};

/** An answer that is not ok, whether the API gave it or something that stands before it. */
export const readProblem = (status: number, text: string): ApiError => {
  const answer = parse(text);
  const problem: Partial<Problem> = typeof answer === 'object' && answer !== null ? answer : {};
  // AUTH-12c: a refusal by origin has its own words, whatever code it carries.
  const errorCode = status === 403 && problem.type === 'cors' ? 'cors' : problem.errorCode;
  return new ApiError({ ...problem, status, errorCode: errorCode ?? codeOf(status), body: answer });
};

const codeOf = (status: number): string => {
  if (status === 401) return 'unauthenticated';
  if (status === 404) return 'notFound';
  return status === 502 || status === 503 || status === 504 ? 'unavailable' : 'unknownError';
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
