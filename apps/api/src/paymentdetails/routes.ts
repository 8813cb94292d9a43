import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ErrorCode, paymentDetailsCalls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant } from '@hofn/texts';
import { audit } from '../platform/audit.ts';
import { recordEvent } from '../platform/events.ts';
import { Fault } from '../platform/fault.ts';
import type { Idempotently } from '../platform/idempotency.ts';
import type { Mails } from '../platform/mail/mails.ts';
import { recordOwnChange } from '../platform/own-changes.ts';
import type { Handlers } from '../platform/registrar.ts';
import type { BankService } from './bank.ts';
import { createPaymentDetailsNotifications } from './mails.ts';
import {
  accountOf,
  assertOnFile,
  assertOwnAccount,
  bankOf,
  cardOf,
  methodWithCard,
  orNotFound,
  paymentMethodOf,
  stateOf,
  verificationFault,
} from './paymentdetails.ts';
import { removeCardHandler } from './remove-card.ts';
import { createPaymentDetailsStore } from './store.ts';
import { type Verifications, verificationMs } from './verifications.ts';

export const paymentDetailsHandlers = ({
  database,
  clock,
  idempotently,
  mails,
  origins,
  claimFee,
  bankService,
  verifications,
}: {
  database: Database;
  clock: Clock;
  idempotently: Idempotently;
  mails: Mails;
  /** Origins of our own pages, the only ones that learn the outcome of a verification. */
  origins: readonly string[];
  /** Added to each claim in the online bank, in ISK. */
  claimFee: number;
  bankService: BankService;
  verifications: Verifications;
}): Handlers<typeof paymentDetailsCalls> => {
  const store = createPaymentDetailsStore(database.db);
  const news = createPaymentDetailsNotifications(mails);
  return {
    bankInfo: async ({ context: { subject } }) => bankOf(orNotFound(await store.details(subject))),
    saveBankInfo: async (input) => {
      const { body, context, request } = input;
      const account = accountOf(body);
      // Outside any transaction: the bank may take seconds to respond.
      assertOwnAccount(await bankService.accountStatus(account, context.subject.ssn));
      return idempotently(input, async (tx) => {
        const store = createPaymentDetailsStore(tx);
        const before = bankOf(orNotFound(await store.lock(context.subject)));
        const after = orNotFound(bankOf(orNotFound(await store.saveBank(context.subject, account))));
        if (!isDeepStrictEqual(before, after)) await news.changed(tx, context, 'bankChanged');
        const changeId = await recordOwnChange(tx, context.subject, 'bankAccount', clock.now());
        await audit(tx, request, context, 'bank.change', { ...(before && { before }), after: account });
        if (!isDeepStrictEqual(before, after))
          await recordEvent(tx, 'bankAccount.changed', context.subject.id, { changeId });
        return after;
      });
    },

    cardInfo: async ({ context: { subject } }) => cardOf(orNotFound(await store.details(subject))),
    initCard: async ({ body: { language, origin }, context, request }) => {
      // The request guard has checked that the page is one of ours, when it sent its origin.
      if (!origins.includes(origin) && origin !== request.headers.origin)
        throw new Fault('validation', { fields: [{ path: 'origin', reason: 'form' }] });
      const verificationId = randomUUID();
      const now = clock.now().getTime();
      const expiresAt = new Date(now + verificationMs).toISOString();
      const paymentLink = await verifications.begin({ verificationId, origin, language, expiresAt });
      const createdAt = new Date(now).toISOString();
      await database.db.transaction(async (tx) => {
        const verification = { id: verificationId, createdAt, expiresAt };
        await createPaymentDetailsStore(tx).begin(context.subject, verification);
        await audit(tx, request, context, 'card.begin', { object: { verification: verificationId } });
      });
      return { paymentLink, verificationId, expiresAt };
    },
    verifyCard: async ({ query: { verificationId }, context: { subject } }) => ({
      state: stateOf(orNotFound(await store.verification(subject, verificationId)), clock.now()),
    }),
    registerCard: async (input) => {
      const { body, context, request } = input;
      const { verificationId: id, verificationData, verificationHash } = body;
      const { subject } = context;
      // A refusal is stored too, so the error is thrown only after the transaction has been committed.
      const outcome = await idempotently(input, async (tx): Promise<{ refused?: ErrorCode }> => {
        const store = createPaymentDetailsStore(tx);
        const row = await store.lockVerification(subject, id);
        const card = verifications.read(id, verificationData, verificationHash);
        const fault = verificationFault(row, card, clock.now());
        if (fault || !card) {
          if (row?.state === 'pending') await store.endVerification(subject, id, 'failed');
          const refused = fault ?? 'verificationMismatch';
          await audit(tx, request, context, 'card.register', { object: { verification: id }, refused });
          return { refused };
        }
        const previous = orNotFound(await store.lock(subject));
        const { paymentMethod } = previous;
        await store.endVerification(subject, id, 'verified');
        await store.saveCard(subject, card);
        await news.changed(tx, context, 'cardChanged');
        const method = methodWithCard(paymentMethod);
        if (method !== paymentMethod) {
          await store.saveMethod(subject, method, dayOfInstant(clock.now()));
          const changeId = await recordOwnChange(tx, subject, 'paymentMethod', clock.now());
          await recordEvent(tx, 'paymentMethod.changed', subject.id, { changeId });
        }
        const before = { card: previous.cardNumberMasked, method: paymentMethod };
        const after = { card: card.cardNumberMasked, method };
        const object = { verification: id };
        await audit(tx, request, context, 'card.register', { object, before, after });
        await recordEvent(tx, 'paymentCard.registered', subject.id, {});
        return {};
      });
      if (outcome.refused) throw new Fault(outcome.refused);
      return orNotFound(cardOf(orNotFound(await store.details(subject))));
    },

    removeCard: removeCardHandler({ clock, idempotently, news, claimFee }),

    paymentMethod: async ({ context: { subject, via } }) =>
      paymentMethodOf(orNotFound(await store.details(subject)), {
        via,
        unpaid: await store.unpaid(subject),
        today: dayOfInstant(clock.now()),
        claimFee,
      }),
    savePaymentMethod: (input) => {
      const { body, context, request } = input;
      return idempotently(input, async (tx) => {
        const store = createPaymentDetailsStore(tx);
        const today = dayOfInstant(clock.now());
        const previous = orNotFound(await store.lock(context.subject));
        assertOnFile(body.method, previous, today);
        const row = await store.saveMethod(context.subject, body.method, today);
        const changeId = await recordOwnChange(tx, context.subject, 'paymentMethod', clock.now());
        if (previous.paymentMethod !== body.method) await news.changed(tx, context, 'paymentMethodChanged');
        await audit(tx, request, context, 'paymentMethod.change', {
          method: body.method,
          before: { method: previous.paymentMethod },
          after: { method: body.method },
        });
        if (previous.paymentMethod !== body.method)
          await recordEvent(tx, 'paymentMethod.changed', context.subject.id, { changeId });
        const unpaid = await store.unpaid(context.subject);
        return paymentMethodOf(orNotFound(row), { via: context.via, unpaid, today, claimFee });
      });
    },
  };
};
