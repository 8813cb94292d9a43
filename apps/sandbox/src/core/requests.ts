import type { CoreRequest, Facts } from '@hofn/contracts';
import { addDays, addMonths } from '@hofn/domain';
import { endsWithVehicle } from '@hofn/domain/policy-requests.ts';
import type { Book, BookRecord } from './book.ts';
import { planInstalments, repriceInstalments, scaledParts } from './rules/accounts.ts';
import { creditPremium } from './rules/cancellation.ts';

/** A request that this book cannot answer, since it does not have the policy. */
export class UnknownPolicy extends Error {
  override name = 'UnknownPolicy';
}

const policyOf = (book: Book, { policy }: CoreRequest): BookRecord<'policies'> => {
  const record = policy ? book.policy(policy.number) : undefined;
  if (!record) throw new UnknownPolicy(`The book has no policy ${policy?.number ?? ''}`);
  return record;
};

type PolicyFacts = Facts<'policies'>;

/** What is insured, with the new figures where it states them, such as payroll or man-years. */
const itemsWith = (items: PolicyFacts['items'], figures: PolicyFacts['figures']): PolicyFacts['items'] => {
  const figuresByName = new Map<string, unknown>(Object.entries(figures ?? {}));
  const current = ([name, value]: [string, PolicyFacts['items'][number]['facts'][string]]) => {
    const figure = figuresByName.get(name);
    return [name, typeof value === 'number' && typeof figure === 'number' ? figure : value] as const;
  };
  return items.map((item) => ({
    ...item,
    facts: Object.fromEntries(Object.entries(item.facts).map(current)),
  }));
};

/** Writes the new figures and premium to the policy; the parts of the premium change in proportion. */
const writeFigures = (book: Book, request: CoreRequest): void => {
  const record = policyOf(book, request);
  const { facts } = record;
  const { premium } = request;
  // The portal checked them against the contract when they were requested.
  const figures = (request.figures?.after ?? facts.figures) as PolicyFacts['figures'];
  book.put('policies', record.key, {
    ...facts,
    premiumPerYear: premium,
    premiumParts: scaledParts(facts.premiumParts, premium),
    items: itemsWith(facts.items, figures),
    figures,
  });
};

/** Issues the policy of an accepted offer with its instalments, and ends the policy that it replaces the day before. */
const acceptOffer = (book: Book, request: CoreRequest, day: string): string => {
  const { offer, effectiveOn, premium } = request;
  const customer = request.customer.ssn;
  if (!offer) throw new Error('The request has no offer');
  const key = `offer-${offer.number}`;
  // Issued before, when the outcome did not arrive.
  const issued = book.get('policies', key);
  if (issued) return issued.facts.number;
  const replaced = request.policy && policyOf(book, request);
  if (replaced) {
    repriceInstalments(book, [replaced], { becomes: 0, from: effectiveOn, day });
    const [lastDay = ''] = [addDays(effectiveOn, -1), replaced.facts.validTo].toSorted();
    book.put('policies', replaced.key, {
      ...replaced.facts,
      ...{ cancelledOn: day, renews: false },
      validTo: lastDay,
    });
  }
  const number = String(book.state.nextPolicyNumber);
  book.state.nextPolicyNumber += 1;
  const { is, en } = offer.insured;
  const instalmentsPerYear = offer.instalmentsPerYear as Facts<'policies'>['instalmentsPerYear'];
  book.put('policies', key, {
    ...{ customer, number, product: offer.product, insured: is && en ? { is, en } : null },
    ...{ premiumPerYear: premium, deductible: offer.deductible, sumInsured: offer.sumInsured },
    ...{ validFrom: effectiveOn, validTo: addDays(addMonths(effectiveOn, 12), -1), renews: true },
    ...{ cancelledOn: null, lapsedOn: null, suspendedOn: null },
    ...{ instalmentsPerYear, instalmentFeePercent: 0, terms: offer.terms },
    items: replaced?.facts.items ?? [],
    ...{ covers: offer.covers, premiumParts: offer.parts, figures: null },
  });
  // Cover that began before the decision is not due in the past.
  const first = (index: number) => {
    const due = addMonths(effectiveOn, index);
    return due < day ? day : due;
  };
  if (premium >= instalmentsPerYear)
    planInstalments(
      book,
      { customer, policy: key, keys: key },
      { total: premium, count: instalmentsPerYear, first },
    );
  return number;
};

/** Covers and deductible of a policy with what a request asks for. */
const coversWith = (
  facts: PolicyFacts,
  { change }: CoreRequest,
): Pick<PolicyFacts, 'covers' | 'deductible'> => {
  const { covers, deductible } = facts;
  const { act, cover } = change ?? {};
  const others = covers.filter(({ id }) => id !== cover);
  if (act === 'add' && cover)
    return { covers: [...others, { id: cover, sumInsured: null, deductible: null }], deductible };
  if (act === 'remove') return { covers: others, deductible };
  return { covers, deductible: change?.deductible ?? deductible };
};

const platesOf = ({ items }: PolicyFacts) => new Set(items.flatMap(({ facts }) => facts.plate ?? []));

/** Policies in force that end with a vehicle's cancelled one. */
const endingWith = (book: Book, { facts }: BookRecord<'policies'>, day: string): BookRecord<'policies'>[] => {
  const plates = platesOf(facts);
  return book
    .of('policies', facts.customer)
    .filter(
      (other) =>
        endsWithVehicle(facts.product, other.facts.product) &&
        other.facts.validTo >= day &&
        other.facts.cancelledOn === null &&
        [...platesOf(other.facts)].some((plate) => plates.has(plate)),
    );
};

/** Ends a policy, and credits what was charged for the days after its last one. */
const endPolicy = (
  book: Book,
  record: BookRecord<'policies'>,
  { from, day }: { from: string; day: string },
): void => {
  const { key, facts } = record;
  repriceInstalments(book, [record], { becomes: 0, from, day });
  // What is withdrawn from before it began has its first day as its last.
  const lastDay = [addDays(from, -1), facts.validFrom].toSorted().at(-1) ?? facts.validFrom;
  creditPremium(book, record, addDays(from, -1), day);
  book.put('policies', key, { ...facts, cancelledOn: day, validTo: lastDay, renews: false });
};

/** Writes other covers, another deductible and the new premium to the policy. */
const writeCover = (book: Book, request: CoreRequest): void => {
  const { key, facts } = policyOf(book, request);
  const { premium } = request;
  book.put('policies', key, {
    ...facts,
    ...coversWith(facts, request),
    premiumPerYear: premium,
    premiumParts: scaledParts(facts.premiumParts, premium),
  });
};

const writeChange = (book: Book, request: CoreRequest): void =>
  request.kind === 'figures' ? writeFigures(book, request) : writeCover(book, request);

/** The policy with changes that were accepted for a later day, which the next change builds on. */
const policyAsAgreed = (book: Book, request: CoreRequest): BookRecord<'policies'> => {
  const number = request.policy?.number;
  for (const earlier of book.takeAccepted(({ policy }) => policy?.number === number))
    writeChange(book, earlier);
  return policyOf(book, request);
};

/** Charges the new premium from the day that the change takes effect, and changes the policy on that day. */
const acceptChange = (book: Book, request: CoreRequest, day: string): string => {
  // Accepted before, when the outcome did not arrive.
  if (book.hasAccepted(request)) return policyOf(book, request).facts.number;
  const record = policyAsAgreed(book, request);
  const { effectiveOn, premium } = request;
  repriceInstalments(book, [record], { becomes: premium, from: effectiveOn, day });
  if (effectiveOn <= day) writeChange(book, request);
  else book.noteAccepted(request);
  return record.facts.number;
};

/** Writes accepted changes on the day that they take effect; a policy that has ended by then stays as it is. */
export const writeAccepted = (book: Book, day: string): void => {
  for (const request of book.takeAccepted(({ effectiveOn }) => effectiveOn <= day))
    if (policyOf(book, request).facts.validTo >= day) writeChange(book, request);
};

/** Suspends the policy, or ends it the day before the request takes effect. */
const acceptEnd = (book: Book, request: CoreRequest, day: string): string => {
  const record = policyOf(book, request);
  const { key, facts } = record;
  const { kind, effectiveOn } = request;
  if (kind === 'suspend') {
    book.put('policies', key, { ...facts, suspendedOn: effectiveOn });
    return facts.number;
  }
  for (const ending of [record, ...endingWith(book, record, day)])
    endPolicy(book, ending, { from: effectiveOn, day });
  return facts.number;
};

/**
 * Writes what an accepted request asks for to the book; other figures and covers on the day that they take effect.
 * @returns the number of the policy that was changed or issued
 * @throws UnknownPolicy
 */
export const acceptRequest = (book: Book, request: CoreRequest, day: string): string => {
  switch (request.kind) {
    case 'offer':
      return acceptOffer(book, request, day);
    case 'figures':
    case 'cover':
      return acceptChange(book, request, day);
    case 'suspend':
    case 'cancel':
    case 'withdraw':
      return acceptEnd(book, request, day);
  }
};
