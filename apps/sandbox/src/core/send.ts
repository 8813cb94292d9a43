import { setTimeout as delay } from 'node:timers/promises';
import type { CoreImport, FactAnswer } from '@hofn/contracts';
import type { Clock } from '@hofn/domain/clock.ts';
import type { AnyRecord, Book, BookType } from './book.ts';
import { type Hofn, HofnRefused } from './hofn.ts';

type Parts = { book: Book; hofn: Hofn; clock: Clock };

const pollMs = 200;

const faultOf = ({ problem }: HofnRefused): string =>
  Object.entries(problem.errors ?? {})
    .map(([path, messages]) => `${path}: ${messages.join(' ')}`)
    .join(' ') ||
  (problem.errorCode ?? '');

/** Types of facts that customers get e-mails about. */
const sendsMail = new Set<BookType>(['policies', 'claims', 'documents-to-sign']);

const sendOne = async ({ book, hofn, clock }: Parts, record: AnyRecord): Promise<void> => {
  const { type, key, version, facts, acknowledges } = record;
  // Customers know what the opening book says.
  const isQuiet = book.state.isOpening === true && sendsMail.has(type);
  const sent = { at: clock.now().toISOString(), type, key, version };
  try {
    const body = { version, facts, ...(isQuiet && { quiet: true }), ...(acknowledges && { acknowledges }) };
    const answer = await hofn.call<FactAnswer>('PUT', `${type}/${key}`, { body });
    record.id = answer.id;
    book.noteSent({ ...sent, answer: answer.outcome });
  } catch (error) {
    if (!(error instanceof HofnRefused)) throw error;
    book.noteSent({ ...sent, answer: 'refused', fault: faultOf(error) });
  }
  record.answeredVersion = version;
};

/** A fault of an import's line, as Höfn lists it. */
type ImportFault = { type: BookType | null; key: string | null; path: string; message: string };

/** Notes which facts of an import were refused, and why. @returns how many */
const noteRefused = async (
  { book, hofn, clock }: Parts,
  importId: string,
  records: readonly AnyRecord[],
): Promise<number> => {
  const text = await hofn.download(`imports/${importId}/errors`);
  const faults = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ImportFault);
  const byFact = Map.groupBy(faults, ({ type, key }) => `${type}\n${key}`);
  const refused = records.filter(({ type, key }) => byFact.has(`${type}\n${key}`));
  for (const { type, key, version } of refused) {
    const fault = (byFact.get(`${type}\n${key}`) ?? [])
      .map(({ path, message }) => `${path}: ${message}`)
      .join(' ');
    book.noteSent({ at: clock.now().toISOString(), type, key, version, answer: 'refused', fault });
  }
  return refused.length;
};

/**
 * Loads the opening book by one import, which sends customers nothing. What is refused is noted and not sent again; what an
 * import did not read to its end is sent one by one.
 */
const importOpening = async (parts: Parts, records: readonly AnyRecord[]): Promise<void> => {
  const { book, hofn, clock } = parts;
  const { id } = await hofn.call<CoreImport>('POST', 'imports');
  const bytes = records
    .map(({ type, key, version, facts }) => `${JSON.stringify({ type, key, version, facts })}\n`)
    .join('');
  await hofn.call('PUT', `imports/${id}/parts/1`, { bytes });
  let row = await hofn.call<CoreImport>('POST', `imports/${id}/start`, { body: { parts: 1 } });
  while (row.state !== 'done' && row.state !== 'failed') {
    await delay(pollMs);
    row = await hofn.call<CoreImport>('GET', `imports/${id}`);
  }
  const refused = row.refused > 0 ? await noteRefused(parts, id, records) : 0;
  book.state.opened = { at: clock.now().toISOString(), loaded: records.length - refused, refused };
  if (row.state === 'done') for (const record of records) record.answeredVersion = record.version;
};

/**
 * Sends the facts that Höfn has not answered, and saves after each, so that a stopped core continues. The facts of the
 * opening book are imported.
 */
export const sendFacts = async (parts: Parts): Promise<void> => {
  const { book } = parts;
  const records = book.unanswered();
  if (records.length === 0 && !book.state.isOpening) return;
  try {
    if (book.state.isOpening && records.length > 0) await importOpening(parts, records);
    for (const record of book.unanswered()) await sendOne(parts, record);
    book.state.isOpening = false;
  } finally {
    book.save();
  }
};
