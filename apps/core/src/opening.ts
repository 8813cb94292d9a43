import type { CoreRequest } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import {
  insuranceActs,
  insuranceCalendar,
  insuranceClaimActs,
  insuranceConnection,
  insuranceCustomers,
  insuranceEvents,
  insuranceOutbox,
  insuranceOutcomes,
  insuranceReferralSwitches,
  insuranceRequests,
  insuranceRuleEditions,
} from '@hofn/database/schema/insurance.ts';
import { demoFacts } from '@hofn/demo';
import { type AnyRecord, type BookContents, openBook } from './book.ts';
import { type LoadedBook, storeBooks } from './store/books.ts';
import { moveCalendar, setDemoHandler } from './store/calendar.ts';
import { saveConnection } from './store/connection.ts';
import { customerOf } from './store/records.ts';

/** The books with which the demo begins: the stories' facts as of a day. */
export const openingBook = (today: string): BookContents => ({
  today,
  openedOn: today,
  hasDemoHandler: true,
  records: demoFacts(today).map((fact) => ({ ...fact, version: 1 }) as AnyRecord),
});

/** The book of a customer in which everything is new. */
const newBook = (customer: string, contents: BookContents): LoadedBook => {
  const { records, accepted = [], ...days } = contents;
  const changes = () => records.map((record) => ({ record, before: undefined, acknowledges: [] }));
  const book = openBook({ ...days, records, accepted });
  return { customer, book: { ...book, changes }, accepted: [] };
};

/**
 * Fills an empty schema with books.
 * @param isSent whether Höfn has their facts already; otherwise the core imports them when it starts
 */
export const fillInsurance = async (
  tx: Db,
  contents: BookContents,
  { isSent = false }: { isSent?: boolean } = {},
): Promise<void> => {
  const { openedOn, today, hasDemoHandler = false, records, accepted = [] } = contents;
  await moveCalendar(tx, openedOn);
  await moveCalendar(tx, today);
  await setDemoHandler(tx, hasDemoHandler);
  await saveConnection(tx, { isOpening: !isSent });
  const books = [...Map.groupBy(records, customerOf)].map(([customer, own]) =>
    newBook(customer, {
      ...contents,
      records: own,
      accepted: accepted.filter((request: CoreRequest) => request.customer.ssn === customer),
    }),
  );
  await storeBooks(tx, books);
  if (isSent) await tx.delete(insuranceOutbox);
};

/** Deletes everything that the core has. */
export const emptyInsurance = async (tx: Db): Promise<void> => {
  // What customers have is deleted with them.
  for (const table of [
    ...[insuranceCustomers, insuranceEvents, insuranceOutcomes, insuranceRequests],
    ...[insuranceActs, insuranceCalendar, insuranceClaimActs, insuranceConnection],
    ...[insuranceReferralSwitches, insuranceRuleEditions],
  ])
    await tx.delete(table);
};
