// A desk for tests: four employees with their roles, and a message that Anna has written.
import type { CaseLine } from '@hofn/contracts';
import { absences, cases, type Database, employeeRoles, employees, staffViews } from '@hofn/database';
import type { StaffRole } from '@hofn/domain/staff-roles.ts';
import type { FileStore } from '@hofn/files';
import { fillClaims } from '../claims/testing.ts';
import type { Feature } from '../feature.ts';
import { defaultSettings } from '../settings.ts';
import { createIssuer, fillDatabase, fillStaff, fixedClock, startApi } from '../testing.ts';
import { openWorkItem } from './open-work-item.ts';

/** A Friday: a reply to a message is promised on Tuesday 24 November. */
export const came = '2026-11-20T12:00:00Z';

/** Katrín opens messages and claims, Una messages, Bjarni claims alone; Stína supervises. */
const rolesOf = {
  katrin: ['service', 'claims'],
  una: ['service'],
  bjarni: ['claims'],
  stina: ['supervisor'],
} as const satisfies Record<string, readonly StaffRole[]>;
export type Name = keyof typeof rolesOf;
const names = Object.keys(rolesOf) as Name[];
const customers = ['anna', 'birgir'] as const;
type Customer = (typeof customers)[number];

export type Queue = {
  items: CaseLine[];
  total: number;
  mine: number;
  unassigned: number;
  mentioned: number;
  overdue?: number;
  nextCursor: string | null;
};

const fillDesk = async (database: Database): Promise<void> => {
  const { db } = database;
  await fillDatabase(database);
  await fillClaims(database);
  await fillStaff(database);
  const added = { bjarni: 'Bjarni Prófsson', stina: 'Stína Prófdóttir' };
  await db.insert(employees).values(
    Object.entries(added).map(([username, fullName]) => ({
      ...{ id: `employee|${username}`, username, fullName },
      ...{ email: `${username}@example.is`, passwordHash: 'none' },
    })),
  );
  await db.insert(employeeRoles).values(
    names.flatMap((name) =>
      rolesOf[name].map((role) => ({
        ...{ employeeId: `employee|${name}`, role, lines: null, validFrom: '2026-01-01', validTo: null },
        ...{ givenBy: null, givenAt: new Date(came) },
      })),
    ),
  );
};

/**
 * Starts an API whose employees are in the database, with a clock that tests set.
 * @param features by default those of the product
 * @param files where the files of customers are stored
 */
export const startDesk = async (database: Database, features?: readonly Feature[], files?: FileStore) => {
  const { db } = database;
  const clock = fixedClock();
  await fillDesk(database);
  const issuer = await createIssuer();
  const exp = Date.parse(came) / 1000 + 400 * 86_400;
  const tokens = new Map<string, string>();
  for (const customer of customers) tokens.set(customer, await issuer.token(customer, { exp }));
  for (const name of names)
    tokens.set(name, await issuer.token(`employee|${name}`, { actor_kind: 'employee', exp }));
  const often = { RATE_READ: 1_000_000, RATE_WRITE: 1_000_000 };
  const startOne = () =>
    startApi(database, issuer, {
      ...{ clock, settings: { ...defaultSettings(), ...often } },
      ...(features && { features }),
      ...(files && { files }),
    });
  const api = await startOne();

  const get = (as: Name | Customer, path: string): Promise<Response> =>
    api.ask(path, { token: tokens.get(as) ?? '' });
  const send = (
    as: Name | Customer,
    path: string,
    body: object,
    method = 'POST',
    headers: Record<string, string> = {},
  ): Promise<Response> =>
    api.ask(path, {
      ...{ method, token: tokens.get(as) ?? '', body: JSON.stringify(body) },
      headers: { 'content-type': 'application/json', ...headers },
    });
  return {
    api,
    clock,
    tokenOf: (as: Name | Customer): string => tokens.get(as) ?? '',
    get,
    send,
    queue: async (as: Name, query = ''): Promise<Queue> =>
      (await (await get(as, `/api/staff/v1/queue?${query}`)).json()) as Queue,
    /** Forgets everything and lets Anna write a message. @returns the work item, and a function by which she writes again */
    begin: async () => {
      clock.set(came);
      await db.delete(cases);
      await db.delete(absences);
      await db.delete(staffViews);
      await send('anna', '/api/document/v1/memo', { subject: 'Flutningar', text: 'Ég er flutt.' });
      const [memo] = await db.select().from(cases);
      if (!memo) throw new Error('Anna’s message has no work item');
      const { id, matterId } = memo;
      return {
        id,
        writeAgain: () =>
          openWorkItem(db, {
            ...{ kind: 'memo', matterId, customerId: 'anna', language: 'is', openedAt: clock.now() },
          }),
      };
    },
    /** Another replica, with the same database and clock. */
    startAnother: startOne,
    stop: () => api.stop(),
  };
};
export type Desk = Awaited<ReturnType<typeof startDesk>>;
