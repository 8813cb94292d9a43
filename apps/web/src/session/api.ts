import type { Calls, subjectHeader, viewHeader } from '@hofn/contracts';
import type { Language } from '@hofn/texts';
import type { z } from 'zod';
import { ApiError, readProblem, unreachable } from './api-error.ts';
import { toQuery } from './query-string.ts';

type Method = 'GET' | 'POST' | 'DELETE';

/** Paths of the contract, by method. */
export type PathOf<M extends Method> = Extract<Calls[keyof Calls], { service: 'api'; method: M }>['path'];
type RowOf<M extends Method, P> = Extract<Calls[keyof Calls], { service: 'api'; method: M; path: P }>;

type Part<R, K extends 'params' | 'query' | 'body'> = R extends { [Name in K]: infer S extends z.ZodType }
  ? Record<never, never> extends z.input<S>
    ? { [Name in K]?: z.input<S> }
    : { [Name in K]: z.input<S> }
  : { [Name in K]?: never };

// A distributive conditional type: the product of three unions of forty rows is too large for the compiler.
type InputOfRow<R> = R extends unknown ? Part<R, 'params'> & Part<R, 'query'> & Part<R, 'body'> : never;

/** Input of a call. */
export type InputOf<M extends Method, P> = InputOfRow<RowOf<M, P>>;

/** Response of a call. */
export type OutputOf<M extends Method, P> =
  RowOf<M, P> extends {
    response: infer S extends z.ZodType;
  }
    ? z.output<S>
    : never;

/** The input of a call as an argument, optional if the call needs none. */
export type InputArgument<M extends Method, P, More = Record<never, never>> =
  Record<never, never> extends InputOf<M, P> ? [input?: InputOf<M, P> & More] : [input: InputOf<M, P> & More];

export type CallSettings = {
  signal?: AbortSignal;
  /** Pass the same key when a write is retried, so that it happens once. Default: a new key. */
  idempotencyKey?: string;
  /** Whether the request may outlive the page, for a save while the tab is being closed. */
  keepalive?: boolean;
  /** Id of the subject of the call. Default: the subject of the page when the call starts. */
  actingFor?: string;
};

/** Language of the file. Default: the page's. */
export type FileSettings = { language?: Language };

type CallByMethod<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...input: InputArgument<M, P, CallSettings>
) => Promise<OutputOf<M, P>>;

/** Paths that accept the bytes of a file. */
export type BytesPath = Extract<Calls[keyof Calls], { service: 'api'; bytes: number }>['path'];

/** Paths of lists that can be exported as a file. */
export type FilePath = Extract<Calls[keyof Calls], { service: 'api'; files: true }>['path'];
/** Filters and order of an exported list. */
export type FileQuery<P> =
  RowOf<'GET', P> extends { query: infer S extends z.ZodType } ? z.input<S> : Record<never, never>;
/** Paths that respond with a file instead of JSON. */
export type DownloadPath = Extract<
  Calls[keyof Calls],
  { service: 'api'; method: 'GET'; download: string }
>['path'];
export type FileType = 'text/csv' | 'application/pdf';
export type ReceivedFile = { name: string; content: Blob };

/** Client of the API, typed by the contract. Every method throws `ApiError`. */
export type Api = {
  get: CallByMethod<'GET'>;
  post: CallByMethod<'POST'>;
  delete: CallByMethod<'DELETE'>;
  /** Uploads a chunk of a file. */
  bytes<P extends BytesPath>(
    path: P,
    content: Blob,
    input: InputOf<'POST', P> & CallSettings,
  ): Promise<OutputOf<'POST', P>>;
  /** Exports a list as a file. */
  file<P extends FilePath>(
    path: P,
    type: FileType,
    query?: FileQuery<P>,
    settings?: Pick<CallSettings, 'actingFor'>,
  ): Promise<ReceivedFile>;
  /** Downloads a file. */
  download<P extends DownloadPath>(
    path: P,
    ...input: InputArgument<'GET', P, FileSettings & Pick<CallSettings, 'actingFor'>>
  ): Promise<ReceivedFile>;
};

/** What the API client needs from the session. */
export type CallSession = {
  /** A token obtained silently (rule CALL-6); undefined if nobody is signed in. */
  token(): Promise<string | undefined>;
  /** Renews the rejected token after a 401; resolves to whether to retry the request (rule AUTH-12b). */
  handleUnauthorized(token: string): Promise<boolean>;
  /**
   * Asks the user to sign in again, for a call that requires a recent sign-in (rule HOLD-12); resolves to whether to
   * repeat the request. The screen keeps what was typed.
   */
  confirmIdentity?(): Promise<boolean>;
};

type Dependencies = {
  base: () => Promise<string>;
  language: () => string;
  session: CallSession;
  fetch: typeof fetch;
  newKey?: () => string;
  /** Id of the page's subject; a promise if the call to `path` has to wait for it. */
  subject?: (path: string) => string | undefined | Promise<string | undefined>;
  /** Reads wait for a pending switch of subject. */
  switchSettled?: () => Promise<void>;
  /** Called when the service refuses a call because the user no longer acts, or may no longer act, for the subject. */
  onSubjectLost?: () => void;
  /** Kennitala of the customer that a staff member views. */
  viewedSsn?: () => string | undefined;
  /** Called when the service refuses a call because the view has ended. */
  onViewLost?: () => void;
};

// Only types are imported, to keep the contract's schemas out of the browser bundle.
const subjectHeaderName: typeof subjectHeader = 'acting-for';
const viewHeaderName: typeof viewHeader = 'impersonate-ssn';
/** Error codes for a subject that the user does not, or may not, act for. */
const subjectLostCodes = new Set(['accessEnded', 'subjectChanged']);

type Input = CallSettings &
  FileSettings & {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
    body?: unknown;
  };

/** Creates the client of the API (rules CALL-1, CALL-6, CALL-7). */
export const createApi = (parts: Dependencies): Api => {
  const newKey = parts.newKey ?? (() => crypto.randomUUID());

  const reportAndRethrow = (error: unknown): never => {
    if (error instanceof ApiError && subjectLostCodes.has(error.errorCode)) parts.onSubjectLost?.();
    if (error instanceof ApiError && error.errorCode === 'viewEnded') parts.onViewLost?.();
    throw error;
  };

  const send = async (
    method: Method,
    path: string,
    options: Input,
    key: string,
    type?: FileType,
  ): Promise<Response> => {
    // Read before the first `await`, so that a switch in the meantime doesn't change the subject of the call.
    const subject = options.actingFor ?? parts.subject?.(path);
    if (method === 'GET') await parts.switchSettled?.();
    const actingFor = await subject;
    const input: Input = { ...options, ...(actingFor !== undefined && { actingFor }) };
    // The caller may have aborted while the call waited.
    input.signal?.throwIfAborted();
    const token = await parts.session.token();
    const response = await request(method, path, input, key, token, type);
    if (!(await mayRepeat(response, token))) return response;
    return request(method, path, input, key, await parts.session.token(), type);
  };

  /** Whether a refused request will be accepted now: with a renewed token, or after the user has signed in again. */
  const mayRepeat = async (response: Response, token: string | undefined): Promise<boolean> => {
    if (token === undefined) return false;
    if (response.status === 401) return parts.session.handleUnauthorized(token);
    if (response.status !== 403) return false;
    const { errorCode } = readProblem(response.status, await response.clone().text());
    return errorCode === 'freshSignInNeeded' && ((await parts.session.confirmIdentity?.()) ?? false);
  };

  const request = async (
    method: Method,
    path: string,
    input: Input,
    key: string,
    token: string | undefined,
    type: FileType | undefined,
  ): Promise<Response> => {
    const address = `${await parts.base()}${fillPath(path, input.params ?? {})}${toQuery(input.query ?? {})}`;
    const bytes = input.body instanceof Blob ? input.body : undefined;
    const headers: Record<string, string> = {
      'Content-Type': bytes ? 'application/octet-stream' : 'application/json; charset=utf-8',
      'Accept-Language': input.language ?? parts.language(),
    };
    if (type) headers.Accept = type;
    if (token !== undefined) headers.Authorization = `Bearer ${token}`;
    if (input.actingFor !== undefined) headers[subjectHeaderName] = input.actingFor;
    const viewed = parts.viewedSsn?.();
    if (viewed !== undefined) headers[viewHeaderName] = viewed;
    if (method !== 'GET') headers['Idempotency-Key'] = key;
    const init: RequestInit = { method, headers, credentials: 'same-origin' };
    if (method !== 'GET') init.body = bytes ?? JSON.stringify(input.body ?? {});
    if (input.keepalive) init.keepalive = true;
    if (input.signal) init.signal = input.signal;
    try {
      return await parts.fetch(address, init);
    } catch (cause) {
      if (input.signal?.aborted) throw cause;
      throw unreachable(cause);
    }
  };

  // Not validated again here: the compiler checks input and response, and the server validates both.
  const createMethod = <M extends Method>(method: M): CallByMethod<M> => {
    // Untyped inside: a generic method would be checked against every combination of the rows' inputs.
    const call = (path: string, ...[input]: (object | undefined)[]): Promise<never> => {
      const { idempotencyKey, ...rest }: Input = input ?? {};
      const key = idempotencyKey ?? (method === 'GET' ? '' : newKey());
      return send(method, path, rest, key).then(readBody).catch(reportAndRethrow) as Promise<never>;
    };
    return call as unknown as CallByMethod<M>;
  };

  return {
    get: createMethod('GET'),
    post: createMethod('POST'),
    delete: createMethod('DELETE'),
    bytes: (path, content, input) => {
      const { idempotencyKey, ...rest } = input as Input;
      const key = idempotencyKey ?? newKey();
      return send('POST', path, { ...rest, body: content }, key)
        .then(readBody)
        .catch(reportAndRethrow) as Promise<never>;
    },
    file: (path, type, query, settings) =>
      send('GET', path, { ...(query && { query }), ...settings }, '', type)
        .then(readFile)
        .catch(reportAndRethrow),
    download: ((path: string, input?: object) =>
      send('GET', path, input ?? {}, '')
        .then(readFile)
        .catch(reportAndRethrow)) as unknown as Api['download'],
  };
};

const readFile = async (response: Response): Promise<ReceivedFile> => {
  if (!response.ok) throw readProblem(response.status, await response.text());
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  return { name: decodeURIComponent(name ?? ''), content: await response.blob() };
};

const fillPath = (path: string, params: Record<string, unknown>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));

/** The JSON of a response; an empty body is an empty object (rule CALL-1). */
const readBody = async (response: Response): Promise<unknown> => {
  const text = await response.text();
  if (!response.ok) throw readProblem(response.status, text);
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError({ status: response.status, errorCode: 'unknownError', body: text }, { cause });
  }
};
