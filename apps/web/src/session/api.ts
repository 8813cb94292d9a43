import type { Calls, subjectHeader, viewHeader } from '@hofn/contracts';
import type { Language } from '@hofn/texts';
import type { z } from 'zod';
import { ApiError, readProblem, unreachable } from './api-error.ts';
import { toQuery } from './query-string.ts';

type Method = 'GET' | 'POST' | 'DELETE';

/** Paths that the contract has for a method. */
export type PathOf<M extends Method> = Extract<Calls[keyof Calls], { service: 'api'; method: M }>['path'];
type RowOf<M extends Method, P> = Extract<Calls[keyof Calls], { service: 'api'; method: M; path: P }>;

type Part<R, K extends 'params' | 'query' | 'body'> = R extends { [Name in K]: infer S extends z.ZodType }
  ? Record<never, never> extends z.input<S>
    ? { [Name in K]?: z.input<S> }
    : { [Name in K]: z.input<S> }
  : { [Name in K]?: never };

// One row at a time: three parts of forty rows each, mixed, are more than the compiler spells out.
type InputOfRow<R> = R extends unknown ? Part<R, 'params'> & Part<R, 'query'> & Part<R, 'body'> : never;

/** What a call takes, typed by its row. */
export type InputOf<M extends Method, P> = InputOfRow<RowOf<M, P>>;

/** What a call gives, typed by its row. */
export type OutputOf<M extends Method, P> =
  RowOf<M, P> extends {
    response: infer S extends z.ZodType;
  }
    ? z.output<S>
    : never;

/** The input of a call as an argument, which may be left out where the call needs none. */
export type InputArgument<M extends Method, P, More = Record<never, never>> =
  Record<never, never> extends InputOf<M, P> ? [input?: InputOf<M, P> & More] : [input: InputOf<M, P> & More];

export type CallSettings = {
  signal?: AbortSignal;
  /** The same key for a write that is sent again, so that it happens once; a fresh one unless told. */
  idempotencyKey?: string;
  /** Id of the subject that the call is about; the one the page shows when the call starts, unless given. */
  actingFor?: string;
};

/** Which language a file is worded in; the page's unless told. */
export type FileSettings = { language?: Language };

type Typed<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...input: InputArgument<M, P, CallSettings>
) => Promise<OutputOf<M, P>>;

/** Paths that take the bytes of a file. */
export type BytesPath = Extract<Calls[keyof Calls], { service: 'api'; bytes: number }>['path'];

/** Paths of lists that are given as a file too. */
export type FilePath = Extract<Calls[keyof Calls], { service: 'api'; files: true }>['path'];
/** What narrows and orders the rows of a list. */
export type FileQuery<P> =
  RowOf<'GET', P> extends { query: infer S extends z.ZodType } ? z.input<S> : Record<never, never>;
/** Paths that give one file instead of JSON. */
export type DownloadPath = Extract<
  Calls[keyof Calls],
  { service: 'api'; method: 'GET'; download: string }
>['path'];
export type FileType = 'text/csv' | 'application/pdf';
export type ReceivedFile = { name: string; content: Blob };

/** The calls of the core API, typed by the contract. Every method throws `ApiError`. */
export type Api = {
  get: Typed<'GET'>;
  post: Typed<'POST'>;
  delete: Typed<'DELETE'>;
  /** A part of a file. */
  bytes<P extends BytesPath>(
    path: P,
    content: Blob,
    input: InputOf<'POST', P> & CallSettings,
  ): Promise<OutputOf<'POST', P>>;
  /** The rows of a list as a file, narrowed as the list is. */
  file<P extends FilePath>(
    path: P,
    type: FileType,
    query?: FileQuery<P>,
    settings?: Pick<CallSettings, 'actingFor'>,
  ): Promise<ReceivedFile>;
  /** One file, with the name that it is saved under. */
  download<P extends DownloadPath>(
    path: P,
    ...input: InputArgument<'GET', P, FileSettings & Pick<CallSettings, 'actingFor'>>
  ): Promise<ReceivedFile>;
};

/** The part of the session that a call needs. */
export type CallSession = {
  /** A token obtained silently (rule CALL-6), or nothing when no one is signed in. */
  token(): Promise<string | undefined>;
  /** Told of a 401; answers whether a renewed token is worth another try (rule AUTH-12b). */
  refused(token: string): Promise<boolean>;
};

type Parts = {
  base: () => Promise<string>;
  language: () => string;
  session: CallSession;
  fetch: typeof fetch;
  newKey?: () => string;
  /** Id of the customer whose data the page shows; a promise where a call to `path` has to wait for it. */
  subject?: (path: string) => string | undefined | Promise<string | undefined>;
  /** Waited for before anything is read: a switch to another customer. */
  switched?: () => Promise<void>;
  /** Told when the service refuses a call because that customer is not, or may not be, acted for any more. */
  subjectLost?: () => void;
  /** Kennitala of the customer whom a staff member views. */
  viewed?: () => string | undefined;
  /** Told when the service refuses a call because that view is over. */
  viewLost?: () => void;
};

// Its name alone: the contract's schemas stay out of the browser.
const subjectName: typeof subjectHeader = 'acting-for';
const viewing: typeof viewHeader = 'impersonate-ssn';
/** Codes by which the service says that the page shows a customer who is not acted for. */
const lostCodes = new Set(['accessEnded', 'subjectChanged']);

type Input = CallSettings &
  FileSettings & {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
    body?: unknown;
  };

/** Makes the client of the core API (rules CALL-1, CALL-6, CALL-7). */
export const createApi = (parts: Parts): Api => {
  const newKey = parts.newKey ?? (() => crypto.randomUUID());

  const told = (error: unknown): never => {
    if (error instanceof ApiError && lostCodes.has(error.errorCode)) parts.subjectLost?.();
    if (error instanceof ApiError && error.errorCode === 'viewEnded') parts.viewLost?.();
    throw error;
  };

  const send = async (
    method: Method,
    path: string,
    given: Input,
    key: string,
    type?: FileType,
  ): Promise<Response> => {
    // Read before the first wait, so that a switch meanwhile doesn't turn the call to another subject.
    const subject = given.actingFor ?? parts.subject?.(path);
    if (method === 'GET') await parts.switched?.();
    const actingFor = await subject;
    const input: Input = { ...given, ...(actingFor !== undefined && { actingFor }) };
    // What was asked for of the one is not wanted any more.
    input.signal?.throwIfAborted();
    const token = await parts.session.token();
    const answer = await request(method, path, input, key, token, type);
    if (answer.status !== 401 || token === undefined || !(await parts.session.refused(token))) {
      return answer;
    }
    return request(method, path, input, key, await parts.session.token(), type);
  };

  const request = async (
    method: Method,
    path: string,
    input: Input,
    key: string,
    token: string | undefined,
    type: FileType | undefined,
  ): Promise<Response> => {
    const address = `${await parts.base()}${fill(path, input.params ?? {})}${toQuery(input.query ?? {})}`;
    const bytes = input.body instanceof Blob ? input.body : undefined;
    const headers: Record<string, string> = {
      'Content-Type': bytes ? 'application/octet-stream' : 'application/json; charset=utf-8',
      'Accept-Language': input.language ?? parts.language(),
    };
    if (type) headers.Accept = type;
    if (token !== undefined) headers.Authorization = `Bearer ${token}`;
    if (input.actingFor !== undefined) headers[subjectName] = input.actingFor;
    const viewed = parts.viewed?.();
    if (viewed !== undefined) headers[viewing] = viewed;
    if (method !== 'GET') headers['Idempotency-Key'] = key;
    const options: RequestInit = { method, headers, credentials: 'same-origin' };
    if (method !== 'GET') options.body = bytes ?? JSON.stringify(input.body ?? {});
    if (input.signal) options.signal = input.signal;
    try {
      return await parts.fetch(address, options);
    } catch (cause) {
      if (input.signal?.aborted) throw cause;
      throw unreachable(cause);
    }
  };

  // The contract types what goes in and out, and the server holds both to it, so nothing is checked twice here.
  const typed = <M extends Method>(method: M): Typed<M> => {
    // Held against the rows before one is chosen, it would be held against every mixture of their inputs.
    const call = (path: string, ...[input]: (object | undefined)[]): Promise<never> => {
      const { idempotencyKey, ...rest }: Input = input ?? {};
      const key = idempotencyKey ?? (method === 'GET' ? '' : newKey());
      return send(method, path, rest, key).then(body).catch(told) as Promise<never>;
    };
    return call as unknown as Typed<M>;
  };

  return {
    get: typed('GET'),
    post: typed('POST'),
    delete: typed('DELETE'),
    bytes: (path, content, input) => {
      const { idempotencyKey, ...rest } = input as Input;
      const key = idempotencyKey ?? newKey();
      return send('POST', path, { ...rest, body: content }, key)
        .then(body)
        .catch(told) as Promise<never>;
    },
    file: (path, type, query, settings) =>
      send('GET', path, { ...(query && { query }), ...settings }, '', type)
        .then(fileOf)
        .catch(told),
    download: ((path: string, input?: object) =>
      send('GET', path, input ?? {}, '')
        .then(fileOf)
        .catch(told)) as unknown as Api['download'],
  };
};

const fileOf = async (answer: Response): Promise<ReceivedFile> => {
  if (!answer.ok) throw readProblem(answer.status, await answer.text());
  const name = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
  return { name: decodeURIComponent(name ?? ''), content: await answer.blob() };
};

const fill = (path: string, params: Record<string, unknown>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));

/** An answer's JSON; an empty one is an empty object (rule CALL-1). */
const body = async (answer: Response): Promise<unknown> => {
  const text = await answer.text();
  if (!answer.ok) throw readProblem(answer.status, text);
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError({ status: answer.status, errorCode: 'unknownError', body: text }, { cause });
  }
};
