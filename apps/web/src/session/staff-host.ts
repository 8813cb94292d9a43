import type { WebSettings } from './settings.ts';

/** Whether the host serves the staff portal (rule STAFF-1). */
export const isStaffHost = (host: string): boolean => /^staff(-staging|-test)?\./.test(host.toLowerCase());

/** The identity connection of a host: employees on staff hosts, customers on all others. */
export const connectionOf = (host: string, connection: WebSettings['connection']): string =>
  isStaffHost(host) ? connection.employee : connection.customer;
