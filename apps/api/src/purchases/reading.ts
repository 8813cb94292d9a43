import { hash } from 'node:crypto';
import type { Price, Proposal, Purchase, PurchaseSummary } from '@hofn/contracts';
import { customers, type Db, policies, products, type proposals } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { parsePlate } from '@hofn/domain/plate.ts';
import { motorInsurance } from '@hofn/domain/policy-requests.ts';
import { isPriced, type PricedProduct } from '@hofn/domain/price-form.ts';
import { firstDaysOfCover, insuredThing, lastDayOpen } from '@hofn/domain/purchase.ts';
import { dayOfInstant, foldForSearch, type Language } from '@hofn/texts';
import { and, eq } from 'drizzle-orm';
import type { ContentReader } from '../content/service.ts';
import { proposalOf } from '../offers/offers.ts';
import { createOfferStore } from '../offers/store.ts';
import { createPaymentStore } from '../payments/store.ts';
import type { Customer } from '../platform/authorization.ts';
import { Fault } from '../platform/fault.ts';
import { isoInstant } from '../platform/instant.ts';
import { textsIn } from '../platform/texts.ts';
import { certificateOf } from '../policies/options.ts';
import { createPriceToday } from '../prices/price-today.ts';
import { priceOf } from '../prices/prices.ts';
import { createPriceStore } from '../prices/store.ts';
import { statusOf } from '../requests/requests.ts';
import { createRequestStore, type RequestRow } from '../requests/store.ts';
import { withdrawableUntil } from '../requests/withdrawable.ts';
import { proposalOfPurchase } from './proposal-of.ts';
import { createPurchaseStore, type PurchaseRow } from './store.ts';
import { needsAnswers, priceAnswers } from './words.ts';

type Existing = Purchase['existing'];
type OwnPolicy = Awaited<ReturnType<ReturnType<typeof createPurchaseStore>['ownPolicies']>>[number];

/** What is bought, as it was shown: the proposal, who is insured, and that no advice was given. */
export type Shown = { proposal: typeof proposals.$inferSelect; shown: Proposal; hash: string };

/** @throws Fault `notSoldOnline` */
export const thingOf = (product: string) => {
  const thing = isPriced(product) ? insuredThing(product) : undefined;
  if (!thing) throw new Fault('notSoldOnline');
  return thing;
};

const isOfVehicle = ({ facts }: Pick<OwnPolicy, 'facts'>, plate: string): boolean =>
  typeof facts?.plate === 'string' && parsePlate(facts.plate) === plate;

/** Whether a policy insures what a purchase is about. */
const isOfSame = (policy: OwnPolicy, { productId, insured }: PurchaseRow): boolean => {
  const thing = thingOf(productId);
  if (thing === 'vehicle')
    return (
      insured?.plate !== undefined && isOfVehicle(policy, insured.plate) && isSameKind(policy, productId)
    );
  if (policy.product !== productId) return false;
  if (thing === 'self') return true;
  const { address } = policy.facts ?? {};
  return (
    typeof address === 'string' && foldForSearch(address).startsWith(foldForSearch(insured?.address ?? '-'))
  );
};

/** Compulsory motor insurance comes as two products, of which a vehicle has one. */
const isSameKind = ({ product }: OwnPolicy, bought: string): boolean =>
  product === bought || (motorInsurance.has(product) && motorInsurance.has(bought));

const unique = (rows: readonly OwnPolicy[]): Existing => [
  ...new Map(
    rows.map(({ id, number, name, validTo }) => [id, { id, number, name, validTo }] as const),
  ).values(),
];

/** Reads purchases as their customers see them, with the very thing that is bought and its hash. */
export const createPurchaseReading = ({ clock, content }: { clock: Clock; content: ContentReader }) => {
  const today = () => dayOfInstant(clock.now());

  const priceOfPurchase = async (db: Db, purchase: PurchaseRow, language: Language): Promise<Price> => {
    const { productId, answers, tariff, validTo, figures } = purchase;
    const product = productId as PricedProduct;
    const sold = await createPriceStore(db).product(product, language);
    return priceOf(sold, { product, answers, tariff, validTo, figures }, language);
  };

  /** Today's price of the same answers, when the kept one has expired or the tariff has changed since; null otherwise. */
  const newPriceOf = async (db: Db, purchase: PurchaseRow, language: Language) => {
    if (purchase.state !== 'open') return null;
    const { productId, answers, tariff, validTo } = purchase;
    const product = productId as PricedProduct;
    const { sold, priced } = await createPriceToday({ db, clock })(product, answers, language);
    const isValid = validTo >= today() && priced.tariff === tariff;
    return isValid ? null : { priced, price: priceOf(sold, priced, language) };
  };

  /** Policies of the same thing, and whether the law forbids a second one. */
  const existingOf = async (db: Db, subject: Customer, purchase: PurchaseRow, language: Language) => {
    const store = createPurchaseStore(db);
    const same = (await store.ownPolicies(subject, language, today())).filter(
      (policy) => policy.id !== null && isOfSame(policy, purchase),
    );
    const plate = purchase.insured?.plate;
    if (plate === undefined || !motorInsurance.has(purchase.productId))
      return { existing: unique(same), doubles: false };
    const from = purchase.firstDay ?? today();
    const overlaps = same.some(({ validTo, renews }) => renews || validTo >= from);
    const underWay = (await store.othersUnderWay(db, subject, purchase.id)).some(
      (other) => other.insured?.plate === plate && motorInsurance.has(other.productId),
    );
    return {
      existing: unique(same),
      doubles: overlaps || underWay || (await store.isInsuredByOthers(subject, plate, today())),
    };
  };

  const isComplete = (purchase: PurchaseRow): purchase is PurchaseRow & { firstDay: string } => {
    const { insured, needs, documentsReadAt, firstDay } = purchase;
    const { from, to } = firstDaysOfCover(today());
    const hasDay = firstDay !== null && from <= firstDay && firstDay <= to;
    return insured !== null && needs !== null && documentsReadAt !== null && hasDay;
  };

  /** What a purchase's proposal is, with the first day that it has so far. */
  const proposed = async (db: Db, subject: Customer, purchase: PurchaseRow, language: Language) => {
    const product = purchase.productId as PricedProduct;
    const thing = thingOf(product);
    const [row] = await db
      .select({ termsCodes: products.termsCodes })
      .from(products)
      .where(eq(products.id, product));
    const wordsIn = async (reader: Language) => [
      ...(await priceAnswers(content, { product, answers: purchase.answers }, reader)),
      ...(purchase.needs ? needsAnswers(thing, purchase.needs, reader) : []),
      { question: textsIn(reader)('purchase|advice'), answer: textsIn(reader)('purchase|adviceNone') },
    ];
    const asked = { is: await wordsIn('is'), en: await wordsIn('en') };
    const firstDay = purchase.firstDay ?? today();
    const proposal = proposalOfPurchase({ ...purchase, firstDay }, subject, {
      termsCodes: row?.termsCodes ?? [],
      asked,
    });
    const details = await createOfferStore(db).withDetails(subject, language, proposal);
    if (!details) throw new Error(`The database has no product ${product}`);
    return { proposal, shown: proposalOf(details, language, today()) };
  };

  /** What is bought by pressing "Buy and pay"; undefined while a step is missing, or today's price is not agreed to. */
  const shownOf = async (
    db: Db,
    subject: Customer,
    purchase: PurchaseRow,
    language: Language,
  ): Promise<Shown | undefined> => {
    if (purchase.state !== 'open' || !isComplete(purchase)) return undefined;
    const { existing, doubles } = await existingOf(db, subject, purchase, language);
    if (doubles || (await newPriceOf(db, purchase, language))) return undefined;
    const { proposal, shown } = await proposed(db, subject, purchase, language);
    const { needs, answers, insured, tariff } = purchase;
    const also = { needs, answers, insured, tariff, existing: existing.map(({ number }) => number) };
    return { proposal, shown, hash: hash('sha256', JSON.stringify([shown.shown, also])) };
  };

  const stateOf = (purchase: PurchaseRow, request: RequestRow | undefined): Purchase['state'] => {
    const { state } = purchase;
    if (state === 'holding' || state === 'deciding') return 'processing';
    if (state === 'bound') return 'inForce';
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
    // What is being released is charged no more.
    return { amount, card, state: hold === 'releasing' ? ('notCharged' as const) : shown[state] };
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
    const newPrice = await newPriceOf(db, purchase, language);
    return {
      ...(await summaryOf(db, subject, purchase, language)),
      state: stateOf(purchase, request),
      thing: thingOf(productId),
      price: await priceOfPurchase(db, purchase, language),
      answers: await priceAnswers(content, { product, answers: purchase.answers }, language),
      newPrice: newPrice?.price ?? null,
      customer: { ...{ fullName: subject.fullName, ssn: subject.ssn }, address: customer?.address ?? '' },
      insured,
      ...(purchase.state === 'open'
        ? await existingOf(db, subject, purchase, language)
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

  return { read, shownOf, summaryOf, newPriceOf, existingOf, proposed, isComplete };
};
export type PurchaseReading = ReturnType<typeof createPurchaseReading>;
