import { hash } from 'node:crypto';
import type { Proposal } from '@hofn/contracts';
import { customers, type Db, products, type proposals } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import type { PricedProduct } from '@hofn/domain/price-form.ts';
import { firstDaysOfCover } from '@hofn/domain/purchase.ts';
import { dayOfInstant, type Language } from '@hofn/texts';
import { eq } from 'drizzle-orm';
import type { ContentReader } from '../content/service.ts';
import { ipidDocument, ipidName } from '../offers/ipid.ts';
import { proposalOf } from '../offers/offers.ts';
import { createOfferStore } from '../offers/store.ts';
import type { Customer } from '../platform/authorization.ts';
import { writePdf } from '../platform/pdf/pdf.ts';
import { textsIn } from '../platform/texts.ts';
import { createPriceToday } from '../prices/price-today.ts';
import { priceOf } from '../prices/prices.ts';
import { createExisting, thingOf } from './existing.ts';
import { proposalOfPurchase } from './proposal-of.ts';
import type { PurchaseRow } from './store.ts';
import { needsAnswers, priceAnswers } from './words.ts';

/** What is bought, as it was shown: the proposal with needs and answers, and the hash of it all. */
export type Shown = { proposal: typeof proposals.$inferSelect; shown: Proposal; hash: string };

/** The hash of what is shown together with what is said about its money: whether it is certain, and so held and charged. */
export const hashWithMoney = ({ hash: shown }: Shown, isSure: boolean): string =>
  hash('sha256', JSON.stringify([shown, isSure ? 'atOnce' : 'referred']));

/** What a purchase shows before anything is paid: today's price, what exists already, and the very thing that is bought (rule BUY-2). */
export const createShowing = ({ clock, content }: { clock: Clock; content: ContentReader }) => {
  const today = () => dayOfInstant(clock.now());
  const existingOf = createExisting({ clock });

  /** Today's price of the same answers, when the kept one has expired or the tariff has changed since; null otherwise. */
  const newPriceOf = async (db: Db, purchase: PurchaseRow, language: Language) => {
    if (purchase.state !== 'open') return null;
    const { productId, answers, tariff, validTo } = purchase;
    const product = productId as PricedProduct;
    const { sold, priced } = await createPriceToday({ db, clock })(product, answers, language);
    const isValid = validTo >= today() && priced.tariff === tariff;
    return isValid ? null : { priced, price: priceOf(sold, priced, language) };
  };

  const isComplete = (purchase: PurchaseRow): purchase is PurchaseRow & { firstDay: string } => {
    const { insured, needs, documentsReadAt, firstDay } = purchase;
    const { from, to } = firstDaysOfCover(today());
    const hasDay = firstDay !== null && from <= firstDay && firstDay <= to;
    return insured !== null && needs !== null && documentsReadAt !== null && hasDay;
  };

  /** The card that is charged, as the customer reads it. */
  const cardOf = async (db: Db, { id }: Customer) => {
    const [card] = await db
      .select({
        brand: customers.cardBrand,
        masked: customers.cardNumberMasked,
        expires: customers.cardExpires,
      })
      .from(customers)
      .where(eq(customers.id, id));
    return card;
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
    const card = await cardOf(db, subject);
    const also = { needs, answers, insured, tariff, card, existing: existing.map(({ number }) => number) };
    return { proposal, shown, hash: hash('sha256', JSON.stringify([shown.shown, also])) };
  };

  /** The product information document, as delivered in a language. */
  const ipid = async (db: Db, subject: Customer, purchase: PurchaseRow, language: Language) => {
    const { shown } = await proposed(db, subject, purchase, language);
    const content = await writePdf(ipidDocument(shown, language), new Date(`${shown.offeredOn}T00:00:00Z`));
    return { name: ipidName(shown, language), content };
  };

  return { newPriceOf, existingOf, shownOf, ipid };
};
export type Showing = ReturnType<typeof createShowing>;
