import { setTimeout as delay } from 'node:timers/promises';
import type { CoreImport, FactAnswer } from '@hofn/contracts';
import type { Clock } from '@hofn/domain/clock.ts';
import type { AnyRecord, Book } from './book.ts';
import { type Hofn, HofnRefused } from './hofn.ts';

type Parts = { book: Book; hofn: Hofn; clock: Clock };

/** From how many facts on they are imported instead of sent one by one. */
const importFrom = 200;
const pollMs = 200;

const faultOf = ({ problem }: HofnRefused): string =>
  Object.entries(problem.errors ?? {})
    .map(([path, messages]) => `${path}: ${messages.join(' ')}`)
    .join(' ') ||
  (problem.code ?? '');

const sendOne = async ({ book, hofn, clock }: Parts, record: AnyRecord): Promise<void> => {
  const { type, key, version, facts, acknowledges } = record;
  const sent = { at: clock.now().toISOString(), type, key, version };
  try {
    const body = { version, facts, ...(acknowledges && { acknowledges }) };
    const answer = await hofn.call<FactAnswer>('PUT', `${type}/${key}`, { body });
    record.id = answer.id;
    book.noteSent({ ...sent, answer: answer.outcome });
  } catch (error) {
    if (!(error instanceof HofnRefused)) throw error;
    book.noteSent({ ...sent, answer: 'refused', fault: faultOf(error) });
  }
  record.answeredVersion = version;
};

/** Loads facts by one import, which sends customers nothing. @throws Error when it fails; loading again changes nothing */
const importAll = async ({ hofn }: Parts, records: readonly AnyRecord[]): Promise<void> => {
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
  if (row.state === 'failed' || row.refused > 0)
    throw new Error(`The import ended ${row.state} with ${row.refused} refused lines`);
  for (const record of records) record.answeredVersion = record.version;
};

/**
 * Sends the facts that Höfn has not answered, and saves after each, so that a stopped core continues. The facts of the
 * opening book are imported.
 */
export const sendFacts = async (parts: Parts): Promise<void> => {
  const { book } = parts;
  const records = book.unanswered();
  if (records.length === 0) return;
  const isOpening = records.every(({ version, id }) => version === 1 && id !== null);
  try {
    if (isOpening && records.length >= importFrom) await importAll(parts, records);
    else for (const record of records) await sendOne(parts, record);
  } finally {
    book.save();
  }
};
