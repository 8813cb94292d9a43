import { randomUUID } from 'node:crypto';
import type { ErrorCode, paymentDetailsCalls } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant } from '@hofn/texts';
import { audit } from '../platform/audit.ts';
import { Fault } from '../platform/fault.ts';
import type { Once } from '../platform/once.ts';
import type { Handlers } from '../platform/registrar.ts';
import type { BankService } from './bank.ts';
import {
  accountOf,
  bankOf,
  cardOf,
  expectOnFile,
  expectOwn,
  methodWithCard,
  paymentMethodOf,
  stateOf,
  verificationFault,
} from './paymentdetails.ts';
import { createPaymentDetailsStore } from './store.ts';
import { type Verifications, verificationMs } from './verifications.ts';

/** A row that a customer has, who was there a moment ago. */
const known = <Row>(row: Row | undefined | null): Row => {
  if (row === undefined || row === null) throw new Fault('notFound');
  return row;
};

export const paymentDetailsHandlers = ({
  database,
  clock,
  once,
  origins,
  bankService,
  verifications,
}: {
  database: Database;
  clock: Clock;
  once: Once;
  /** Of our own pages, which alone are told what came of a verification. */
  origins: readonly string[];
  bankService: BankService;
  verifications: Verifications;
}): Handlers<typeof paymentDetailsCalls> => {
  const store = createPaymentDetailsStore(database.db);
  return {
    bankInfo: async ({ context: { subject } }) => bankOf(known(await store.details(subject))),
    saveBankInfo: async (asked) => {
      const { body, context, request } = asked;
      const account = accountOf(body);
      // The bank is asked outside any transaction: it may take seconds to answer.
      expectOwn(await bankService.standing(account, context.subject.ssn));
      return once(asked, async (tx) => {
        const row = await createPaymentDetailsStore(tx).saveBank(context.subject, account);
        audit(request, context, 'bank.change');
        return known(bankOf(known(row)));
      });
    },

    cardInfo: async ({ context: { subject } }) => cardOf(known(await store.details(subject))),
    initCard: async ({ body: { language, origin }, context, request }) => {
      // The request guard has checked that the page is one of ours, when it sent its origin.
      if (!origins.includes(origin) && origin !== request.headers.origin)
        throw new Fault('validation', { fields: [{ path: 'origin', reason: 'form' }] });
      const verificationId = randomUUID();
      const now = clock.now().getTime();
      const expiresAt = new Date(now + verificationMs).toISOString();
      const paymentLink = await verifications.begin({ verificationId, origin, language, expiresAt });
      const createdAt = new Date(now).toISOString();
      await store.begin(context.subject, { id: verificationId, createdAt, expiresAt });
      audit(request, context, 'card.begin', { verification: verificationId });
      return { paymentLink, verificationId, expiresAt };
    },
    verifyCard: async ({ query: { verificationId }, context: { subject } }) => ({
      state: stateOf(known(await store.verification(subject, verificationId)), clock.now()),
    }),
    registerCard: async (asked) => {
      const { body, context, request } = asked;
      const { verificationId: id, verificationData, verificationHash } = body;
      const { subject } = context;
      // A refusal is written down as well, so it is told only once the transaction has ended.
      const outcome = await once(asked, async (tx): Promise<{ refused: ErrorCode } | { masked: string }> => {
        const own = createPaymentDetailsStore(tx);
        const row = await own.holdVerification(subject, id);
        const card = verifications.read(id, verificationData, verificationHash);
        const fault = verificationFault(row, card, clock.now());
        if (fault || !card) {
          if (row?.state === 'pending') await own.endVerification(subject, id, 'failed');
          return { refused: fault ?? 'verificationMismatch' };
        }
        const { paymentMethod } = known(await own.hold(subject));
        await own.endVerification(subject, id, 'verified');
        await own.saveCard(subject, card);
        const method = methodWithCard(paymentMethod);
        if (method !== paymentMethod) await own.saveMethod(subject, method, dayOfInstant(clock.now()));
        return { masked: card.cardNumberMasked };
      });
      audit(request, context, 'card.register', {
        verification: id,
        ...('refused' in outcome && { refused: outcome.refused }),
      });
      if ('refused' in outcome) throw new Fault(outcome.refused);
      return known(cardOf(known(await store.details(subject))));
    },

    paymentMethod: async ({ context }) =>
      paymentMethodOf(known(await store.details(context.subject)), context.via),
    savePaymentMethod: (asked) => {
      const { body, context, request } = asked;
      return once(asked, async (tx) => {
        const own = createPaymentDetailsStore(tx);
        const today = dayOfInstant(clock.now());
        expectOnFile(body.method, known(await own.hold(context.subject)), today);
        const row = await own.saveMethod(context.subject, body.method, today);
        audit(request, context, 'paymentMethod.change', { method: body.method });
        return paymentMethodOf(known(row), context.via);
      });
    },
  };
};
