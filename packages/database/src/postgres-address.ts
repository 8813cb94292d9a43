import { DatabaseFault, DatabaseUnreachable } from './database-fault.ts';

/** Host and database of a URL, for messages: without user and password. */
const placeOf = (url: string): string => {
  const invalidUrl = new DatabaseFault(
    'DATABASE_URL is not the address of a PostgreSQL database: write postgres://user:password@host:5432/name.',
  );
  if (!URL.canParse(url)) throw invalidUrl;
  const { protocol, host, pathname } = new URL(url);
  if (protocol !== 'postgres:' && protocol !== 'postgresql:') throw invalidUrl;
  return `${decodeURIComponent(host)}${pathname}`;
};

const reasons: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ENOENT: 'connection refused',
  ENOTFOUND: 'no such host',
  ETIMEDOUT: 'connection timed out',
  '28P01': 'wrong user or password',
  '28000': 'the server does not accept this user',
  '3D000': 'no such database',
  '53300': 'the server has no free connections',
  '57P03': 'the server is starting up',
};

const reasonOf = (error: unknown): string => {
  const { code, message } = error as { code?: string; message: string };
  return (code && reasons[code]) || message || String(code);
};

/** @throws DatabaseFault if a URL is not that of a PostgreSQL database */
export const checkAddress = (url: string): void => {
  placeOf(url);
};

// Waiting does not help: the settings or the server's are wrong.
const lasting = new Set(['28P01', '28000', '3D000']);

/** One line that says which server cannot be reached, and why. */
export const unreachable = (url: string, error: unknown): DatabaseFault => {
  const Kind = lasting.has((error as { code?: string }).code ?? '') ? DatabaseFault : DatabaseUnreachable;
  return new Kind(`PostgreSQL at ${placeOf(url)} cannot be reached: ${reasonOf(error)}.`, { cause: error });
};
