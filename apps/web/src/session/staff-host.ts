import type { WebSettings } from './settings.ts';

/** Whether a host is the staff portal's (rule STAFF-1). */
export const isStaffHost = (host: string): boolean => /^staff(-staging|-test)?\./.test(host.toLowerCase());

/** The connection that a host signs in through: employees on staff hosts, customers on all others. */
export const connectionOf = (host: string, connection: WebSettings['connection']): string =>
  isStaffHost(host) ? connection.employee : connection.customer;
