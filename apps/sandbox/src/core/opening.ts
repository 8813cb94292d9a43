import { demoFacts } from '@hofn/demo';
import { type AnyRecord, type Book, newBook } from './book.ts';

/**
 * The book with which the demo begins: the stories' facts as of a day.
 * @param isSent whether Höfn has them already; otherwise the core sends them when it starts
 */
export const openingBook = (today: string, isSent = false): Book['state'] => {
  const answeredVersion = isSent ? 1 : 0;
  const records = demoFacts(today).map(
    (fact) => ({ ...fact, version: 1, id: null, answeredVersion }) as AnyRecord,
  );
  return { ...newBook(today, records), isOpening: !isSent };
};
