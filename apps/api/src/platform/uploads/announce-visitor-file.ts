import type { Upload, UploadOffer } from '@hofn/contracts';
import type { VisitContext } from '../authorization.ts';
import { Fault } from '../fault.ts';
import type { Idempotently, Write } from '../idempotency.ts';
import { targetOfVisit, type Visits } from '../visits.ts';
import type { Uploads } from './uploads.ts';

/** Announcements that may wait for their turn in this process. */
const maxWaiting = 200;

/** Runs tasks one after another. */
const createTurns = () => {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    if (waiting >= maxWaiting) throw new Fault('unavailable', { retryAfterSeconds: 1 });
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

/** Announces a file that a visitor is about to send. */
export type AnnounceVisitorFile = (
  request: Write & { context: VisitContext; body: UploadOffer },
) => Promise<Upload>;

/**
 * Announces files of visitors. All visitors are counted together under one database lock. They take turns here, before
 * taking a connection: at most one of this process waits for the lock, which leaves the other connections to everybody
 * else.
 */
export const createAnnounceVisitorFile = (parts: {
  idempotently: Idempotently;
  uploads: Uploads;
  visits: Visits;
}): AnnounceVisitorFile => {
  const { idempotently, uploads, visits } = parts;
  const inTurn = createTurns();
  return (request) =>
    inTurn(() =>
      idempotently(request, async (tx) => {
        const { subject } = request.context;
        const { filed } = await visits.lock(tx, subject.id);
        if (filed) throw new Fault('duplicateSubmission');
        return uploads.announce(tx, subject, targetOfVisit(subject.id), request.body, '');
      }),
    );
};
