import type { Db } from '@hofn/database';
import { insuranceRuleEditions } from '@hofn/database/schema/insurance.ts';
import { dayOf } from '@hofn/domain';
import { initialRuleEditions } from '@hofn/domain/settlement-rules.ts';
import { and, desc, eq, isNotNull, isNull, lte } from 'drizzle-orm';
import {
  type Edition,
  EditionRefused,
  isSamePerson,
  readEdition,
  readName,
  releasePeople,
} from '../editions/edition.ts';
import { findCalendar } from './calendar.ts';

const { id, firstDay, approvedAt } = insuranceRuleEditions;
/** Of two editions for one day, the one that was approved last applies. */
const newestFirst = [desc(firstDay), desc(approvedAt), desc(id)];

const editionOf = (row: typeof insuranceRuleEditions.$inferSelect): Edition => {
  const { firstDay: from, rules, claims, author, writtenAt, approver, approvedAt: at } = row;
  const said = { id: row.id, from, rules, ...(claims && { claims }) };
  return { ...readEdition(said), author, writtenAt, approver, approvedAt: at };
};

/** All editions, the one with the last first day first. */
export const allEditions = async (db: Db): Promise<Edition[]> =>
  (
    await db
      .select()
      .from(insuranceRuleEditions)
      .orderBy(...newestFirst)
  ).map(editionOf);

/**
 * The approved edition that applies on a day; undefined before the first, and where this release cannot read it, so that a row of
 * a later release beside this one refers what it would decide.
 */
export const findEditionOn = async (tx: Db, day: string): Promise<Edition | undefined> => {
  const [row] = await tx
    .select()
    .from(insuranceRuleEditions)
    .where(and(isNotNull(approvedAt), lte(firstDay, day)))
    .orderBy(...newestFirst)
    .limit(1);
  try {
    return row && editionOf(row);
  } catch (error) {
    if (error instanceof EditionRefused) return undefined;
    throw error;
  }
};

export const findEdition = async (db: Db, of: string): Promise<Edition | undefined> => {
  const [row] = await db.select().from(insuranceRuleEditions).where(eq(id, of));
  return row && editionOf(row);
};

/** @throws EditionRefused when there is none with this id */
export const getEdition = async (db: Db, of: string): Promise<Edition> => {
  const edition = await findEdition(db, of);
  if (!edition) throw new EditionRefused('unknownEdition', `There is no edition ${of} of the rules.`);
  return edition;
};

/**
 * Adds the editions of law and terms to a core that has none. Later releases add nothing: what is decided changes by editions
 * that somebody has approved. Replicas may do it at the same time.
 */
export const addInitialEditions = async (db: Db, at: string): Promise<void> => {
  if ((await db.$count(insuranceRuleEditions)) > 0) return;
  const { author, approver } = releasePeople;
  await db
    .insert(insuranceRuleEditions)
    .values(
      initialRuleEditions.map(({ id: key, from, rules, claims }) => ({
        ...{
          id: key,
          firstDay: from,
          rules: rules.map((rule) => ({ ...rule })),
          claims: claims && { ...claims },
        },
        ...{ author, writtenAt: at, approver, approvedAt: at },
      })),
    )
    .onConflictDoNothing();
};

const refusePast = ({ id: of, from }: { id: string; from: string }, today: string): void => {
  if (from < today)
    throw new EditionRefused('firstDayPassed', `The first day of ${of}, ${from}, is before today, ${today}.`);
};

/** When something is done, and the core's day. */
export type Moment = { at: string; today: string };

/** Now, and the core's day: the clock's, or the demo's calendar that is ahead of it. */
export const momentOf = async (db: Db, now: Date): Promise<Moment> => {
  const [calendar, clockDay] = [(await findCalendar(db))?.today, dayOf(now)];
  return {
    at: now.toISOString(),
    today: calendar !== undefined && calendar > clockDay ? calendar : clockDay,
  };
};

/**
 * Adds an edition, which applies once another person has approved it.
 * @param value the edition as its file has it
 * @throws EditionRefused
 */
export const addEdition = async (
  db: Db,
  value: unknown,
  { author, at, today }: Moment & { author: string | undefined },
): Promise<Edition> => {
  const edition = readEdition(value);
  const name = readName(author);
  refusePast(edition, today);
  await addInitialEditions(db, at);
  const rules = edition.rules.map((rule) => ({ ...rule }));
  const claims = edition.claims && { ...edition.claims };
  const [added] = await db
    .insert(insuranceRuleEditions)
    .values({ id: edition.id, firstDay: edition.from, rules, claims, author: name, writtenAt: at })
    .onConflictDoNothing()
    .returning();
  if (!added) throw new EditionRefused('idTaken', `id: There is an edition ${edition.id} already.`);
  return editionOf(added);
};

/**
 * Approves an edition, once, under the name of another person than its author.
 * @throws EditionRefused
 */
export const approveEdition = async (
  db: Db,
  of: string,
  { approver, at, today }: Moment & { approver: string | undefined },
): Promise<Edition> => {
  const edition = await getEdition(db, of);
  const name = readName(approver);
  const refuseAgain = (by: string | null) =>
    new EditionRefused('alreadyApproved', `${by ?? 'Somebody'} has approved ${of} already.`);
  if (edition.approver !== null) throw refuseAgain(edition.approver);
  if (isSamePerson(name, edition.author))
    throw new EditionRefused(
      'ownEdition',
      `${edition.author} has written ${of}: another person approves it.`,
    );
  refusePast(edition, today);
  const [approved] = await db
    .update(insuranceRuleEditions)
    .set({ approver: name, approvedAt: at })
    .where(and(eq(id, of), isNull(approvedAt)))
    .returning();
  if (!approved) throw refuseAgain((await getEdition(db, of)).approver);
  return editionOf(approved);
};
