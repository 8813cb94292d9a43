import type { z } from 'zod';

/**
 * Who may make a call (rule ACC-5). A call without a row does not exist, and a row without `who` does not compile.
 * - `public`: anyone.
 * - `customer`: someone signed in, on the subject's data, with at least `role`. `persons` and `companies` bound what
 *   the subject may be; `self` refuses whoever acts for another; `visitors` lets in visitors too, each to their own.
 *   `about: 'actor'` is of who asks, whoever they act for and whether or not they still may: whom they can act for;
 *   such calls are closed to a staff member who views a customer, unless `staff`.
 * - `visitor`: someone who has not signed in, with the short right to send files that `startVisit` gives.
 * - `employee`: a staff member.
 */
export type Who =
  | { kind: 'public' }
  | {
      kind: 'customer';
      role: 'Readonly' | 'Full' | 'Admin';
      self?: true;
      subject?: 'persons' | 'companies';
      visitors?: true;
      about?: 'actor';
      staff?: true;
    }
  | { kind: 'visitor' }
  | { kind: 'employee' };

/**
 * The header that names whose data the page shows, by customer id. A browser has one choice of whom it acts for and many
 * windows: a call from one that shows another customer than the choice is refused (`subjectChanged`) and changes nothing.
 */
export const subjectHeader = 'acting-for';

/** The header in which a staff member names the customer whom they view, by kennitala: an id is never in an address. */
export const viewHeader = 'impersonate-ssn';

/** How often one caller may make the call; the figures are the service's. */
export type RateClass = 'read' | 'write' | 'costly' | 'upload' | 'form' | 'sign-in';

/** What one address may do a few times in ten minutes, besides the limit of its class (rule FORM-10). */
export type CountedInTen = 'forms' | 'offers';

/** One call of the product, as data. Server, client, documentation and tests are made from rows like this. */
export type Call = {
  /** The service that answers it. */
  service: 'api' | 'identity' | 'content' | 'chat';
  method: 'GET' | 'POST' | 'DELETE';
  /** Path with `{name}` for each parameter, without a trailing slash. */
  path: string;
  who: Who;
  rate: RateClass;
  /** The count of ten minutes that the call goes into when it is taken. */
  inTenMinutes?: CountedInTen;
  /** One line for the documentation. */
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Takes bytes instead of JSON (`application/octet-stream`), this many at the most. */
  bytes?: number;
  /** Takes its body as `multipart/form-data` instead of JSON: texts alone, a name more than once for a list. */
  multipart?: true;
  /** Body of the answer at `status`. */
  response: z.ZodType;
  /** Whether the same rows are given as a file too: by `Accept: text/csv` or `application/pdf`, all pages in one. */
  files?: true;
  /** The type of the file that it gives instead of JSON, in parts when asked (`Range`). */
  download?: 'application/pdf' | 'application/octet-stream' | 'application/zip' | 'image/jpeg';
  /** 200 unless told. */
  status?: 200 | 201 | 202 | 204;
  /** Name of the audit event that the call leaves, for those that leave one. */
  audit?: string;
};

/** Keeps each row's literal types, so that a client is typed by method and path. */
export const defineCalls = <const Rows extends Record<string, Call>>(rows: Rows): Rows => rows;
