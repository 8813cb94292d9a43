import { setTimeout as delay } from 'node:timers/promises';
import type { CoreImport, FactAnswer } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { BookType } from './book.ts';
import { type Hofn, HofnRefused } from './hofn.ts';
import { readConnection, saveConnection } from './store/connection.ts';
import {
  type Answer,
  allFacts,
  type FactToSend,
  factsOfCustomer,
  nextCustomer,
  noteAnswer,
  noteImported,
} from './store/outbox.ts';

type Parts = { db: Db; hofn: Hofn; clock: Clock; stopping?: AbortSignal };

const pollMs = 200;

const faultOf = ({ problem }: HofnRefused): string =>
  Object.entries(problem.errors ?? {})
    .map(([path, messages]) => `${path}: ${messages.join(' ')}`)
    .join(' ') ||
  (problem.errorCode ?? '');

/** Types of facts that customers get e-mails about. */
const sendsMail = new Set<BookType>(['policies', 'claims', 'documents-to-sign']);

const sendOne = async (
  { db, hofn, clock, stopping }: Parts,
  fact: FactToSend,
  isOpening: boolean,
): Promise<void> => {
  const { type, key, version, facts, acknowledges } = fact;
  // Customers know what the core was opened with.
  const isQuiet = isOpening && sendsMail.has(type);
  const at = clock.now().toISOString();
  try {
    const body = { version, facts, ...(isQuiet && { quiet: true }), ...(acknowledges && { acknowledges }) };
    const answer = await hofn.call<FactAnswer>('PUT', `${type}/${key}`, {
      ...{ body, ...(stopping && { stopping }) },
    });
    await noteAnswer(db, fact, { at, answer: answer.outcome, frontId: answer.id });
  } catch (error) {
    if (!(error instanceof HofnRefused)) throw error;
    await noteAnswer(db, fact, { at, answer: 'refused', fault: faultOf(error) });
  }
};

/** A fault of an import's line, as Höfn lists it. */
type ImportFault = { type: BookType | null; key: string | null; path: string; message: string };

/** Which facts of an import were refused, and why. */
const refusedBy = async (
  { hofn, clock }: Parts,
  importId: string,
  facts: readonly FactToSend[],
): Promise<Array<Answer & { fact: FactToSend }>> => {
  const text = await hofn.download(`imports/${importId}/errors`);
  const faults = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ImportFault);
  const byFact = Map.groupBy(faults, ({ type, key }) => `${type}\n${key}`);
  const at = clock.now().toISOString();
  return facts.flatMap((fact) => {
    const found = byFact.get(`${fact.type}\n${fact.key}`);
    if (!found) return [];
    const fault = found.map(({ path, message }) => `${path}: ${message}`).join(' ');
    return [{ fact, at, answer: 'refused' as const, fault }];
  });
};

/**
 * Loads the facts that the core was opened with by one import, which sends customers nothing. What is refused is noted and
 * not sent again; what an import did not read to its end is sent one by one.
 */
const importOpening = async (parts: Parts, facts: readonly FactToSend[]): Promise<void> => {
  const { db, hofn, clock } = parts;
  const { id } = await hofn.call<CoreImport>('POST', 'imports');
  const bytes = facts
    .map(({ type, key, version, facts: said }) => `${JSON.stringify({ type, key, version, facts: said })}\n`)
    .join('');
  await hofn.call('PUT', `imports/${id}/parts/1`, { bytes });
  let row = await hofn.call<CoreImport>('POST', `imports/${id}/start`, { body: { parts: 1 } });
  while (row.state !== 'done' && row.state !== 'failed') {
    await delay(pollMs);
    row = await hofn.call<CoreImport>('GET', `imports/${id}`);
  }
  const refused = row.refused > 0 ? await refusedBy(parts, id, facts) : [];
  if (row.state === 'done') await noteImported(db, facts, refused);
  const counts = { loaded: facts.length - refused.length, refused: refused.length };
  await saveConnection(db, { opened: { at: clock.now().toISOString(), ...counts } });
};

/** Sends the facts of a customer that Höfn has not answered; each answer is noted by itself, so that a stopped core continues. */
export const sendFactsOf = async (parts: Parts, customer: string, isOpening = false): Promise<void> => {
  for (const fact of await factsOfCustomer(parts.db, customer)) await sendOne(parts, fact, isOpening);
};

/** How many customers' facts are sent beside each other. One customer's are sent in order. */
const senders = 8;

/** Sends the facts of all customers. The first fault ends it, once what the other senders are sending is answered. */
const sendFactsOfAll = async (parts: Parts, isOpening: boolean): Promise<void> => {
  let next = Promise.resolve<string | undefined>('');
  let isFailed = false;
  const takeCustomer = () => {
    next = next.then((last) => (last === undefined ? undefined : nextCustomer(parts.db, last)));
    return next;
  };
  const send = async () => {
    for (
      let customer = await takeCustomer();
      customer !== undefined && !isFailed && !parts.stopping?.aborted;
      customer = await takeCustomer()
    )
      await sendFactsOf(parts, customer, isOpening).catch((error: unknown) => {
        isFailed = true;
        throw error;
      });
  };
  const sent = await Promise.allSettled(Array.from({ length: senders }, send));
  for (const result of sent) if (result.status === 'rejected') throw result.reason;
};

/** Sends all facts that Höfn has not answered, customer by customer. Those that the core was opened with are imported. */
export const sendFacts = async (parts: Parts, stopping?: AbortSignal): Promise<void> => {
  const { db } = parts;
  const { isOpening } = await readConnection(db);
  if (isOpening) {
    const facts = await allFacts(db);
    if (facts.length > 0) await importOpening(parts, facts);
  }
  await sendFactsOfAll({ ...parts, ...(stopping && { stopping }) }, isOpening);
  if (isOpening) await saveConnection(db, { isOpening: false });
};
