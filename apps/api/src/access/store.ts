import { accessGrants, companyInvolvement, customers, type Db } from '@hofn/database';
import type { Language } from '@hofn/texts';
import { and, desc, eq, gte, isNull, or, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { isGrantedOn, isRegisteredOn, roleOn } from '../platform/actor-store.ts';
import type { Customer, Role } from '../platform/authorization.ts';
import { onFirstUse, parameter } from '../platform/sql.ts';

type Subject = Pick<Customer, 'id'>;

/** A customer who is notified about a grant by e-mail, if they have an address. */
export type GrantParty = Customer & { language: Language; email: string | null };

const partyColumns = {
  id: customers.id,
  kind: customers.kind,
  ssn: customers.ssn,
  fullName: customers.fullName,
  language: customers.language,
  email: customers.email,
};

const grantColumns = {
  id: accessGrants.id,
  ssn: customers.ssn,
  name: customers.fullName,
  role: accessGrants.role,
  validFrom: accessGrants.validFrom,
  validTo: accessGrants.validTo,
  ended: accessGrants.ended,
  endedAt: accessGrants.endedAt,
};

/** Cap of each list: nobody gives this many grants by hand within two years. */
const maxGrants = 200;

/** Grants open on a day or later. */
const openSince = (day: string): SQL | undefined =>
  and(
    gte(accessGrants.validTo, day),
    or(isNull(accessGrants.endedAt), gte(accessGrants.endedAt, `${day}T00:00:00Z`)),
  );

const open = isNull(accessGrants.endedAt);
// Valid grants come before ended ones, so that no number of old grants hides them.
const newestFirst = [
  sql`${accessGrants.endedAt} is not null`,
  desc(accessGrants.validTo),
  desc(accessGrants.givenAt),
  desc(accessGrants.id),
];

/** Companies a person is registered with on a day or has a grant from, with the person's role. */
const companiesQuery = (db: Db) => {
  const [holder, today] = [parameter('holder', 'text'), parameter('today', 'date')];
  const columnsWith = (involvement: SQL<Involvement['involvement']>) => ({
    ssn: customers.ssn,
    name: customers.fullName,
    involvement,
    role: roleOn(holder, customers.id, today),
  });
  const registered = db
    .select(columnsWith(sql`${companyInvolvement.involvement}::text`))
    .from(companyInvolvement)
    .innerJoin(customers, eq(customers.id, companyInvolvement.companyId))
    .where(and(eq(companyInvolvement.customerId, holder), isRegisteredOn(today)));
  const granted = db
    .select(columnsWith(sql`'granted'`))
    .from(accessGrants)
    .innerJoin(customers, eq(customers.id, accessGrants.customerId))
    .where(and(eq(accessGrants.holderId, holder), eq(customers.kind, 'company'), isGrantedOn(today)));
  return unionAll(registered, granted).prepare('companies');
};

/** Grants in the database. Every query names their owner: the subject, or the person they were given to. */
export const createAccessStore = (db: Db) => {
  const companies = onFirstUse(() => companiesQuery(db));
  const ofSubject = (subject: Subject) => eq(accessGrants.customerId, subject.id);
  const party = async (where: SQL): Promise<GrantParty | undefined> =>
    (await db.select(partyColumns).from(customers).where(where))[0];
  const end = async (
    where: SQL | undefined,
    { at, by, how }: { at: string | SQL; by: string; how: 'revoked' | 'returned' | 'replaced' },
  ): Promise<{ id: string; customerId: string; holderId: string; validTo: string } | undefined> => {
    const [row] = await db
      .update(accessGrants)
      .set({ endedAt: at, endedBy: by, ended: how })
      .where(and(where, open))
      .returning({
        id: accessGrants.id,
        customerId: accessGrants.customerId,
        holderId: accessGrants.holderId,
        validTo: accessGrants.validTo,
      });
    return row;
  };
  return {
    /** Grants given by the subject and open on a day or later. */
    given: (subject: Subject, since: string) =>
      db
        .select(grantColumns)
        .from(accessGrants)
        .innerJoin(customers, eq(customers.id, accessGrants.holderId))
        .where(and(ofSubject(subject), openSince(since)))
        .orderBy(...newestFirst)
        .limit(maxGrants),

    /** Grants a person has received that were open on a day or later. */
    received: (holderId: string, since: string) =>
      db
        .select({ ...grantColumns, kind: customers.kind })
        .from(accessGrants)
        .innerJoin(customers, eq(customers.id, accessGrants.customerId))
        .where(and(eq(accessGrants.holderId, holderId), openSince(since)))
        .orderBy(...newestFirst)
        .limit(maxGrants),

    /** Companies a person is registered with today or has a grant from, with the person's role. */
    companies: (holderId: string, today: string): Promise<Involvement[]> =>
      companies().execute({ holder: holderId, today }),

    /** Persons registered with a company on a day, one row for each kind of involvement, by name. */
    people: (companyId: string, today: string) =>
      db
        .select({
          id: customers.id,
          name: customers.fullName,
          involvement: companyInvolvement.involvement,
        })
        .from(companyInvolvement)
        .innerJoin(customers, eq(customers.id, companyInvolvement.customerId))
        .where(and(eq(companyInvolvement.companyId, companyId), isRegisteredOn(today)))
        .orderBy(companyInvolvement.involvement, customers.fullName)
        .limit(maxGrants),

    /** Whether somebody with this kennitala is registered with us. */
    isKnown: async (ssn: string): Promise<boolean> => (await party(eq(customers.ssn, ssn))) !== undefined,
    bySsn: (ssn: string) => party(eq(customers.ssn, ssn)),
    byId: (id: string) => party(eq(customers.id, id)),

    add: async (grant: typeof accessGrants.$inferInsert): Promise<boolean> =>
      (await db.insert(accessGrants).values(grant).onConflictDoNothing().returning({ id: accessGrants.id }))
        .length > 0,

    find: async (subject: Subject, id: string) =>
      (
        await db
          .select(grantColumns)
          .from(accessGrants)
          .innerJoin(customers, eq(customers.id, accessGrants.holderId))
          .where(and(ofSubject(subject), eq(accessGrants.id, id)))
      )[0],

    /** The subject's grant to a person that is open and valid on a day. */
    active: async (subject: Subject, holderId: string, today: string) =>
      (
        await db
          .select(grantColumns)
          .from(accessGrants)
          .innerJoin(customers, eq(customers.id, accessGrants.holderId))
          .where(
            and(
              ofSubject(subject),
              eq(accessGrants.holderId, holderId),
              open,
              gte(accessGrants.validTo, today),
            ),
          )
      )[0],

    /**
     * Ends the subject's grants to a person, to be replaced by another. A grant that had already run out is closed as of the
     * end of its last day, so that its history stays correct.
     */
    replace: (subject: Subject, holderId: string, by: string, at: string) =>
      end(and(ofSubject(subject), eq(accessGrants.holderId, holderId)), {
        at: sql`least(${at}::timestamptz, (${accessGrants.validTo} + 1)::timestamp at time zone 'UTC')`,
        by,
        how: 'replaced',
      }),
    /** Ends a grant of the subject's that is valid on a day; undefined when there is none. */
    revoke: (subject: Subject, id: string, by: string, at: string, today: string) =>
      end(and(ofSubject(subject), eq(accessGrants.id, id), gte(accessGrants.validTo, today)), {
        at,
        by,
        how: 'revoked',
      }),
    /** Ends a grant that a person has received and is valid on a day; undefined when there is none with this id. */
    returnGrant: (holderId: string, id: string, at: string, today: string) =>
      end(
        and(eq(accessGrants.holderId, holderId), eq(accessGrants.id, id), gte(accessGrants.validTo, today)),
        { at, by: holderId, how: 'returned' },
      ),
  };
};
export type AccessStore = ReturnType<typeof createAccessStore>;
export type GrantRow = Awaited<ReturnType<AccessStore['given']>>[number];
export type ReceivedGrantRow = Awaited<ReturnType<AccessStore['received']>>[number];
export type Involvement = {
  ssn: string;
  name: string;
  involvement: 'procuration' | 'board' | 'owner' | 'granted';
  role: Role | null;
};
