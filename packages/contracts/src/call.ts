import type { StaffRole } from '@hofn/domain/staff-roles.ts';
import type { z } from 'zod';
import type { EventName } from './core/events.ts';
import type { CoreScope } from './core/scopes.ts';

/**
 * Who may make a call (rule ACC-5). Every call needs a row, and a row without `who` does not compile.
 * - `public`: anyone.
 * - `customer`: a signed-in user who has at least `role` for the subject's data. `subject` limits the call to persons
 *   or to companies; `self` refuses users who act for someone else; `visitors` also admits visitors, to their own data.
 *   `about: 'actor'` marks a call about the signed-in user, whatever subject they have chosen and even when their
 *   access to it has ended. Staff who view a customer may not make such calls unless `staff` is set.
 * - `visitor`: not signed in, but holds the short-lived upload token that `startVisit` issues.
 * - `employee`: a staff member who has one of `roles` today (rule ROLE-1); the list cannot be empty.
 * - `service`: another system, whose access token has `scope`; `any` admits a token with at least one scope. No
 *   customer, visitor or employee may make such a call, and a service no other call that needs a token (rule CORE-1).
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
  | { kind: 'employee'; roles: readonly [StaffRole, ...StaffRole[]] }
  | { kind: 'service'; scope: CoreScope | 'any' };

/**
 * The header that names the customer whose data the page shows, by id. The chosen subject is shared by all windows of a
 * browser, so a call from a window that still shows another customer is refused with `subjectChanged`.
 */
export const subjectHeader = 'acting-for';

/** The header that names, by kennitala, the customer a staff member views. A kennitala never goes into a URL. */
export const viewHeader = 'impersonate-ssn';

/** Rate limit class of a call; each service sets the figures. */
export type RateClass = 'read' | 'write' | 'costly' | 'upload' | 'form' | 'sign-in' | 'core';

/** Limits per IP address over ten minutes, on top of the rate class (rule FORM-10). */
export type TenMinuteLimit = 'forms' | 'offers';

/** One API call, as data. The server, the client, the documentation and the tests are derived from these rows. */
export type Call = {
  /** The service that implements the call. */
  service: 'api' | 'identity' | 'content' | 'chat';
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with a `{name}` placeholder for each parameter, without a trailing slash. */
  path: string;
  who: Who;
  rate: RateClass;
  /**
   * Requires that the user signed in within ten minutes, or with more than a password (rule HOLD-12); refused with
   * `freshSignInNeeded`. `newEmail`: only when the request changes the e-mail address.
   */
  needsFreshSignIn?: true | 'newEmail';
  /**
   * Of a public call: a customer's token names its sender, who finds what was sent among their own. A token that is not
   * accepted counts as none.
   */
  notesCustomer?: true;
  /** The ten-minute limit that an accepted call counts towards. */
  inTenMinutes?: TenMinuteLimit;
  /** Seconds that it may wait for something to happen before it answers. */
  waitSeconds?: number;
  /** One line for the OpenAPI document. */
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Accepts up to this many bytes of `application/octet-stream` instead of JSON. */
  bytes?: number;
  /** Accepts `multipart/form-data` instead of JSON: text fields only; a list repeats the field name. */
  multipart?: true;
  /** Response body at `status`. */
  response: z.ZodType;
  /** Whether `Accept: text/csv` or `application/pdf` returns all pages as one file. */
  files?: true;
  /** Media type of the file returned instead of JSON; supports `Range` requests. */
  download?:
    | 'application/pdf'
    | 'application/octet-stream'
    | 'application/zip'
    | 'application/x-ndjson'
    | 'image/jpeg';
  /** Default 200. */
  status?: 200 | 201 | 202 | 204;
  /**
   * The action that the call records in the audit (rule HOLD-14), itself or by the identity service; or why it records
   * none. Required for every call that is not a GET; a test makes each such call and looks for its event.
   */
  audit?: string | { identity: string } | { none: string };
  /**
   * The events that the call records for other systems (rule CORE-7), each by some requests; or why it records none.
   * Required for every call that is not a GET; a test makes each such call and looks for its events.
   */
  events?: readonly EventName[] | { none: string };
};

/** Keeps the literal types of each row, so that the client is typed by method and path. */
export const defineCalls = <const Rows extends Record<string, Call>>(rows: Rows): Rows => rows;
