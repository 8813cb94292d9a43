import type { Price, Purchase, PurchaseSummary } from '@hofn/contracts';
import { customers, type Db, policies } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { PricedProduct } from '@hofn/domain/price-form.ts';
import { firstDaysOfCover, lastDayOpen } from '@hofn/domain/purchase.ts';
import { dayOfInstant, type Language } from '@hofn/texts';
import { and, eq } from 'drizzle-orm';
import type { ContentReader } from '../content/service.ts';
import { createPaymentStore } from '../payments/store.ts';
import type { Customer } from '../platform/authorization.ts';
import { isoInstant } from '../platform/instant.ts';
import { certificateOf } from '../policies/options.ts';
import { priceOf } from '../prices/prices.ts';
import { createPriceStore } from '../prices/store.ts';
import { statusOf } from '../requests/requests.ts';
import { createRequestStore, type RequestRow } from '../requests/store.ts';
import { withdrawableUntil } from '../requests/withdrawable.ts';
import { isPastLastDay } from './checks.ts';
import { thingOf } from './existing.ts';
import type { Showing } from './showing.ts';
import type { PurchaseRow } from './store.ts';
import { priceAnswers } from './words.ts';

/** Reads purchases as their customers see them. */
export const createPurchaseReading = ({
  clock,
  content,
  showing,
}: {
  clock: Clock;
  content: ContentReader;
  showing: Showing;
}) => {
  const today = () => dayOfInstant(clock.now());

  const priceOfPurchase = async (db: Db, purchase: PurchaseRow, language: Language): Promise<Price> => {
    const { productId, answers, tariff, validTo, figures } = purchase;
    const product = productId as PricedProduct;
    const sold = await createPriceStore(db).product(product, language);
    return priceOf(sold, { product, answers, tariff, validTo, figures }, language);
  };

  const stateOf = (purchase: PurchaseRow, request: RequestRow | undefined): Purchase['state'] => {
    const { state } = purchase;
    if (state === 'holding' || state === 'deciding') return 'processing';
    if (state === 'bound') return 'inForce';
    if (state === 'open' && isPastLastDay(purchase, today())) return 'ended';
    if (state !== 'referred') return state;
    if (request?.state === 'confirmed') return 'inForce';
    return request?.state === 'refused' ? 'refused' : 'referred';
  };

  const summaryOf = async (
    db: Db,
    subject: Customer,
    purchase: PurchaseRow,
    language: Language,
  ): Promise<PurchaseSummary> => {
    const { id, number, productId, startedAt, requestId, figures } = purchase;
    const sold = await createPriceStore(db).product(productId, language);
    const request = requestId === null ? undefined : await createRequestStore(db).one(subject, requestId);
    return {
      ...{ id, number, name: sold.name, state: stateOf(purchase, request), startedAt: isoInstant(startedAt) },
      ...{ openUntil: lastDayOpen(dayOfInstant(new Date(startedAt))), perYear: figures.perYear },
    };
  };

  const paymentOf = async (db: Db, subject: Customer, { paymentId, hold }: PurchaseRow) => {
    const payment = paymentId === null ? undefined : await createPaymentStore(db).payment(subject, paymentId);
    if (!payment) return null;
    const { amount, card, state } = payment;
    const shown: Record<typeof state, NonNullable<Purchase['payment']>['state']> = {
      ...{ started: 'held', paid: 'charged', declined: 'notCharged', cancelled: 'notCharged' },
    };
    // Until the card service answers, nobody knows that nothing is held any more.
    return { amount, card, state: hold === 'releasing' ? ('releasing' as const) : shown[state] };
  };

  /** The policy that a purchase became, with its certificate and the right to withdraw. */
  const policyOf = async (db: Db, subject: Customer, request: RequestRow | undefined, product: string) => {
    const policy = request?.outcome?.policy;
    const none = { policy: null, certificateId: null, withdrawUntil: null };
    if (request?.state !== 'confirmed' || !policy) return none;
    const [row] = await db
      .select()
      .from(policies)
      .where(and(eq(policies.customerId, subject.id), eq(policies.number, policy.number)));
    if (!row) return none;
    return {
      policy: { id: row.id, number: row.number },
      certificateId: await certificateOf(db, row, today()),
      withdrawUntil: withdrawableUntil({ offerProduct: product, settledAt: request.settledAt }, subject),
    };
  };

  const read = async (
    db: Db,
    subject: Customer,
    purchase: PurchaseRow,
    language: Language,
  ): Promise<Omit<Purchase, 'decision' | 'shown'>> => {
    const { productId, insured, needs, documentsReadAt, firstDay, requestId } = purchase;
    const product = productId as PricedProduct;
    const isForgotten = purchase.state === 'ended' || purchase.state === 'givenUp';
    const [customer] = await db
      .select({ address: customers.address, postalCode: customers.postalCode, town: customers.town })
      .from(customers)
      .where(eq(customers.id, subject.id));
    const [card] = await db
      .select({
        brand: customers.cardBrand,
        masked: customers.cardNumberMasked,
        expires: customers.cardExpires,
      })
      .from(customers)
      .where(eq(customers.id, subject.id));
    const request = requestId === null ? undefined : await createRequestStore(db).one(subject, requestId);
    const newPrice = await showing.newPriceOf(db, purchase, language);
    return {
      ...(await summaryOf(db, subject, purchase, language)),
      state: stateOf(purchase, request),
      thing: thingOf(productId),
      price: await priceOfPurchase(db, purchase, language),
      answers: isForgotten
        ? []
        : await priceAnswers(content, { product, answers: purchase.answers }, language),
      newPrice: newPrice?.price ?? null,
      customer: { ...{ fullName: subject.fullName, ssn: subject.ssn }, address: customer?.address ?? '' },
      insured,
      ...(purchase.state === 'open'
        ? await showing.existingOf(db, subject, purchase, language)
        : { existing: [], doubles: false }),
      needs,
      documentsRead: documentsReadAt !== null,
      ...{ firstDay, firstDays: firstDaysOfCover(today()) },
      card:
        card?.masked && card.expires
          ? { brand: card.brand ?? '', cardNumberMasked: card.masked, expires: card.expires }
          : null,
      payment: await paymentOf(db, subject, purchase),
      request: request ? statusOf(request, language, new Set()) : null,
      offerId: request?.proposalId ?? null,
      ...(await policyOf(db, subject, request, productId)),
    };
  };

  return { read, summaryOf };
};
export type PurchaseReading = ReturnType<typeof createPurchaseReading>;
