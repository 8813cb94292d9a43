import { createHash } from 'node:crypto';
import {
  type Db,
  type EmployeeLinkJob,
  employeeLinkQueue,
  employees,
  type Jobs,
  oidcRecords,
} from '@hofn/database';
import type { Clock } from '@hofn/domain';
import type { Language } from '@hofn/texts';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { signsInHere } from '../accounts.ts';
import type { Random } from '../passwords.ts';

/** Lifetime of the link by which an employee sets up how they sign in. */
const linkMs = 24 * 60 * 60_000;

const model = 'EmployeeLink';
const hashed = (value: string): string => createHash('sha256').update(value).digest('base64url');

/** One-time links by which employees set up how they sign in (rule HOLD-11). */
export const createEmployeeLinks = (parts: {
  db: Db;
  clock: Clock;
  random: Random;
  outbox: Pick<Jobs, 'send'>;
  issuer: string;
}) => {
  const { db, clock, random, outbox, issuer } = parts;

  const create = async (tx: Db, id: string, language: Language) => {
    const token = random(32).toString('base64url');
    const expiresAt = new Date(clock.now().getTime() + linkMs);
    // Deleted with everything else of the account when the employee is dismissed.
    await tx.insert(oidcRecords).values({ model, id: hashed(token), payload: { accountId: id }, expiresAt });
    const link = new URL('staff-setup', issuer);
    link.search = String(new URLSearchParams({ key: token, language }));
    return { link: link.href, expiresAt };
  };

  const isValid = (token: string) =>
    and(
      eq(oidcRecords.model, model),
      eq(oidcRecords.id, hashed(token)),
      isNull(oidcRecords.consumedAt),
      gt(oidcRecords.expiresAt, clock.now()),
    );

  return {
    create,

    /** Creates a link and e-mails it to the employee. */
    mail: async (tx: Db, id: string, language: Language): Promise<void> => {
      const { link, expiresAt } = await create(tx, id, language);
      const job: EmployeeLinkJob = { employeeId: id, link, language, expiresAt: expiresAt.toISOString() };
      await outbox.send(tx, employeeLinkQueue.name, job);
    },

    /** The employee that an unused link belongs to, if they may sign in here. */
    ownerOf: async (token: string) => {
      const [found] = await db
        .select({
          id: employees.id,
          fullName: employees.fullName,
          username: employees.username,
          ssn: employees.ssn,
        })
        .from(oidcRecords)
        .innerJoin(employees, eq(employees.id, sql`(${oidcRecords.payload} ->> 'accountId')`))
        .where(and(isValid(token), signsInHere));
      return found;
    },

    /** Marks a link as used. @returns true for exactly one of several concurrent callers */
    consume: async (tx: Db, token: string): Promise<boolean> =>
      (
        await tx
          .update(oidcRecords)
          .set({ consumedAt: clock.now() })
          .where(isValid(token))
          .returning({ id: oidcRecords.id })
      ).length > 0,
  };
};
