import type { Upload, UploadOffer } from '@hofn/contracts';
import type { VisitContext } from '../access.ts';
import { Fault } from '../fault.ts';
import type { Once, Write } from '../once.ts';
import { holderOfVisit, type Visits } from '../visits.ts';
import type { Uploads } from './uploads.ts';

/** Announcements that may wait for their turn in this process. */
const mostWaiting = 200;

/** Does one thing after another. */
const createTurns = () => {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    if (waiting >= mostWaiting) throw new Fault('unavailable', { retryAfterSeconds: 1 });
    waiting += 1;
    const turn = last.then(work);
    last = turn
      .catch(() => undefined)
      .finally(() => {
        waiting -= 1;
      });
    return turn;
  };
};

/** Takes note of a file that a visitor is about to send. */
export type OfferOfVisitor = (asked: Write & { context: VisitContext; body: UploadOffer }) => Promise<Upload>;

/**
 * Creates the announcing of files by visitors. All visitors are counted together under one lock of the database. They
 * wait here for their turn, before they take a connection: of this process one at a time waits for the lock, and leaves
 * the other connections to everybody else.
 */
export const createVisitorOffers = (parts: {
  once: Once;
  uploads: Uploads;
  visits: Visits;
}): OfferOfVisitor => {
  const { once, uploads, visits } = parts;
  const inTurn = createTurns();
  return (asked) =>
    inTurn(() =>
      once(asked, async (tx) => {
        const { subject } = asked.context;
        const { filed } = await visits.hold(tx, subject.id);
        if (filed) throw new Fault('duplicateSubmission');
        return uploads.offer(tx, subject, holderOfVisit(subject.id), asked.body, '');
      }),
    );
};
