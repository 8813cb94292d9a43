import type { Db, payments } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { PurchaseEvent } from '@hofn/domain/purchase.ts';
import type { Logger } from '@hofn/service';
import { openPaymentCase } from '../payments/follow-up.ts';
import { auditSystem } from '../platform/audit.ts';
import type { Customer } from '../platform/authorization.ts';
import type { Mails } from '../platform/mail/mails.ts';
import { contextOf } from './ask-core.ts';
import { advance, createPurchaseStore, type PurchaseRow } from './store.ts';

const hourMs = 3_600_000;
/** Age at which money without an answer gets a case, and a purchase without a decision holds no money any more. */
export const dayMs = 24 * hourMs;

/** A purchase that something is unanswered about. */
export type Due = {
  purchase: PurchaseRow;
  subject: Customer;
  payment: typeof payments.$inferSelect | null;
  /** Whether the customer waits for the answer, and so needs no e-mail. */
  isWatched: boolean;
};

/** Records in the audit log what an event that nobody caused has made of a purchase. */
export const auditEvent = (
  tx: Db,
  { customerId, id, state, hold }: PurchaseRow,
  event: PurchaseEvent,
): Promise<void> =>
  auditSystem(tx, 'purchase.goOn', {
    ...{ subject: customerId, object: { purchase: id } },
    ...{ event, state, hold },
  });

/** What all steps of a purchase do: store an answer once, tell the customer, and give what hangs an owner. */
export const createStepping = ({
  db,
  clock,
  logger,
  mails,
}: {
  db: Db;
  clock: Clock;
  logger: Logger;
  mails: Mails;
}) => {
  const store = createPurchaseStore(db);

  const ageOf = ({ boughtAt }: PurchaseRow): number =>
    clock.now().getTime() - Date.parse(boughtAt ?? clock.now().toISOString());

  /** Does something with the locked purchase, unless another process has already done it. */
  const inStep = (
    { purchase, subject }: Due,
    event: PurchaseEvent,
    work: (tx: Db, advanced: PurchaseRow) => Promise<Partial<PurchaseRow> | undefined>,
  ): Promise<void> =>
    db.transaction(async (tx) => {
      const row = await store.lock(tx, subject, purchase.id);
      const now = clock.now();
      // An answer about an earlier try says nothing of this one.
      if (!row || row.paymentId !== purchase.paymentId) return;
      const advanced = await advance(tx, row, event, { now });
      if (!advanced) return;
      const also = await work(tx, advanced);
      if (also) await createPurchaseStore(tx).change(tx, advanced, also);
      await auditEvent(tx, advanced, event);
      logger.info({ purchase: purchase.id, event, state: advanced.state, hold: advanced.hold }, 'purchase');
    });

  /** Tells a customer who no longer waits that nothing was bought. */
  const tellStopped = async (tx: Db, { purchase, subject, isWatched }: Due): Promise<void> => {
    if (isWatched) return;
    const recipient = await mails.onFile(tx, subject);
    if (recipient === null) return;
    await mails.write(tx, contextOf(subject), {
      ...{ kind: 'purchaseStopped', about: { purchaseId: purchase.id } },
      ...{ recipient, language: purchase.language },
    });
  };

  /** Opens a case of the payment, whose result the card service has not said for a day. */
  const openCase = async ({ payment }: Due): Promise<void> => {
    if (payment) await db.transaction((tx) => openPaymentCase(tx, payment, clock.now()));
  };

  return { ageOf, inStep, tellStopped, openCase };
};
export type Stepping = ReturnType<typeof createStepping>;
