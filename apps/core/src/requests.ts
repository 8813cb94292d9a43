import type { CoreRequest, Facts } from '@hofn/contracts';
import { addDays } from '@hofn/domain';
import { endsWithVehicle } from '@hofn/domain/policy-requests.ts';
import { monthlyDues } from '@hofn/insurance/billing/plan.ts';
import type { AnyRecord, Book, BookRecord, BookType } from './book.ts';
import { noonOf } from './bookkeeping/accounts.ts';
import { changePolicy } from './bookkeeping/changes.ts';
import { issueOffer, issueProduct } from './bookkeeping/issuing.ts';
import type { Cause } from './bookkeeping/life.ts';
import { agreePlan } from './bookkeeping/payment-plan.ts';
import { addCharge, chargedOf, planPremium, settlePremium } from './bookkeeping/premium.ts';
import { resumePolicy, suspendPolicy } from './bookkeeping/suspension.ts';
import { type Group, openingGroup } from './ledger/ledger.ts';
import type { Lives } from './lives.ts';
import { UnknownPolicy } from './unknown-policy.ts';

export { UnknownPolicy } from './unknown-policy.ts';

const policyOf = (book: Book, { policy }: CoreRequest): BookRecord<'policies'> => {
  const record = policy ? book.policy(policy.number) : undefined;
  if (!record) throw new UnknownPolicy(`The book has no policy ${policy?.number ?? ''}`);
  return record;
};

/** Ends a policy: what it was charged for the days after its last one is returned. */
const endPolicy = (
  book: Book,
  { key, facts }: BookRecord<'policies'>,
  { from, day, cause, request }: { from: string; day: string; cause: Cause; request: string },
): void => {
  // A policy that does not renew has ended by then.
  const [end = from] = facts.renews ? [from] : [from, addDays(facts.validTo, 1)].toSorted();
  changePolicy(book, key, { kind: 'end' }, { from: end, day, cause, request });
  const { plan, chargedTo } = chargedOf(book, key);
  const occasion = { policy: key, from: end, day, cause };
  if (plan === 'shared' || end <= chargedTo) {
    settlePremium(book, occasion);
    return;
  }
  // Cancelled to a day in the next period, which no renewal charges any more.
  const [, first = chargedTo] = [addDays(day, 1), chargedTo].toSorted();
  const dues = monthlyDues(first, { count: facts.instalmentsPerYear, before: end, earliest: first });
  planPremium(book, occasion, { to: end, dues });
};

/** The policy that a request issues: the one that it has issued, when the outcome did not arrive, or the key for it. */
const issuedBy = (book: Book, base: string): { key: string; number: string | undefined } => {
  for (let round = 1; ; round += 1) {
    const key = round === 1 ? base : `${base}-${round}`;
    const number = book.get('policies', key)?.facts.number;
    // What was put back never began, and may be asked for again.
    if (number === undefined || book.lives.versions(key).at(-1)?.cause !== 'undone') return { key, number };
  }
};

/** Issues the policy of an accepted offer with its instalments, and ends the policy that it replaces the day before. */
const acceptOffer = (book: Book, request: CoreRequest, day: string): string => {
  const { id, offer, effectiveOn } = request;
  const { key, number } = issuedBy(book, `offer-${offer?.number}`);
  if (number !== undefined) return number;
  const replaced = request.policy && policyOf(book, request);
  if (replaced) endPolicy(book, replaced, { from: effectiveOn, day, cause: 'replaced', request: id });
  return issueOffer(book, request, { key, replaced, day });
};

const acceptProduct = (book: Book, request: CoreRequest, product: string, day: string): string => {
  const { key, number } = issuedBy(book, `product-${request.id}`);
  if (number !== undefined) return number;
  return issueProduct(book, request, { key, product, beside: policyOf(book, request).facts, day });
};

const platesOf = ({ items }: Facts<'policies'>) => new Set(items.flatMap(({ facts }) => facts.plate ?? []));

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

/** Whether what a request does to the premium stays the same amount on another premium: a cover has a price of its own. */
const movesBy = ({ kind, change }: CoreRequest): 'amount' | 'share' =>
  kind === 'cover' && (change?.act === 'add' || change?.act === 'remove') ? 'amount' : 'share';

/** Changes terms and premium from the day that the request takes effect, and charges or returns the difference. */
const acceptChange = (book: Book, request: CoreRequest, day: string): void => {
  const { key } = policyOf(book, request);
  const { id, effectiveOn: from, premium, change, figures } = request;
  const cause = request.kind === 'figures' ? 'figures' : 'cover';
  changePolicy(
    book,
    key,
    {
      ...{ kind: 'edit', edit: { change, figures } },
      premium: { becomes: premium, by: movesBy(request) },
    },
    { from, day, cause, request: id },
  );
  settlePremium(book, { policy: key, from, day, cause });
};

/** Ends the policy the day before the request takes effect. */
const acceptEnd = (book: Book, request: CoreRequest, day: string): void => {
  const record = policyOf(book, request);
  const { id, kind, effectiveOn: from } = request;
  const about = { from, day, request: id };
  const others = endingWith(book, record, day);
  endPolicy(book, record, { ...about, cause: kind === 'withdraw' ? kind : 'cancel' });
  for (const other of others) endPolicy(book, other, { ...about, cause: 'vehicle' });
};

/** Suspends the policy from the day that the request takes effect, or ends its suspension the day before. */
const acceptSuspension = (book: Book, request: CoreRequest, day: string): void => {
  const { id, kind, effectiveOn: from } = request;
  const write = kind === 'suspend' ? suspendPolicy : resumePolicy;
  write(book, policyOf(book, request), { from, day, request: id });
};

/**
 * Writes what an accepted request asks for to the book: versions of policies, and what they charge or return. A request that
 * was accepted before changes nothing.
 * @returns the number of the policy that was changed or issued; null of a payment plan
 * @throws UnknownPolicy
 */
export const acceptRequest = (book: Book, request: CoreRequest, day: string): string | null => {
  const { kind, change } = request;
  if (kind === 'plan') {
    if (!change?.plan) throw new UnknownPolicy('The request has no plan');
    agreePlan(book, { request: request.id, customer: request.customer.ssn, plan: change.plan });
    return null;
  }
  if (kind === 'offer') return acceptOffer(book, request, day);
  if (kind === 'cover' && change?.product) return acceptProduct(book, request, change.product, day);
  const { number } = policyOf(book, request).facts;
  // Accepted before, when the outcome did not arrive.
  if (book.lives.hasAccepted(request.id)) return number;
  if (kind === 'cover' || kind === 'figures') acceptChange(book, request, day);
  else if (kind === 'suspend' || kind === 'resume') acceptSuspension(book, request, day);
  else acceptEnd(book, request, day);
  return number;
};

/** What puts an accepted request back: what instalments said before, what is new, and versions and charges of policies. */
export type Undo = {
  records: Array<Pick<AnyRecord, 'type' | 'key' | 'facts'>>;
  added: Array<{ type: BookType; key: string }>;
  /** Undefined in outcomes of a core from before policies had versions. */
  lives?: Lives;
  /** What was posted; undefined in outcomes of a core from before postings. */
  groups?: readonly Group[];
};

/** Accepts a request as `acceptRequest` does. @returns also what puts it back */
export const acceptWithUndo = (
  book: Book,
  request: CoreRequest,
): { policyNumber: string | null; undo: Undo } => {
  const [changesSince, livesSince] = [book.remember(), book.lives.remember()];
  const groupsSince = book.ledger.remember();
  const policyNumber = acceptRequest(book, request, book.state.today);
  const changes = changesSince();
  const undo = {
    records: changes.flatMap(({ record: { type, key }, before }) =>
      before ? [{ type, key, facts: before } as Undo['records'][number]] : [],
    ),
    added: changes.flatMap(({ record: { type, key }, before }) => (before ? [] : [{ type, key }])),
    ...{ lives: livesSince(), groups: groupsSince() },
  };
  return { policyNumber, undo };
};

/** Ends the instalments that an acceptance has added. */
const endAdded = (book: Book, { type, key }: Undo['added'][number], day: string): void => {
  if (type !== 'instalments') return;
  const facts = book.get(type, key)?.facts;
  if (facts) book.put(type, key, { ...facts, cancelledAt: noonOf(day) });
};

/** What an acceptance has posted. */
const postedBy = (book: Book, { added, groups }: Undo): readonly Group[] =>
  groups ??
  added.flatMap(({ type, key }) => {
    const entry = type === 'ledger-entries' && book.get(type, key);
    return entry ? [openingGroup(entry)] : [];
  });

/** Takes versions back: those of a policy that was issued by its end on its first day. */
const revoke = (book: Book, { versions, charges }: Lives, day: string): void => {
  for (const { policy, number, from, change, request } of versions) {
    const about = { from, day, cause: 'undone', request } as const;
    changePolicy(
      book,
      policy,
      change.kind === 'issue' ? { kind: 'end' } : { kind: 'revoke', revoked: number },
      about,
    );
  }
  for (const { policy, number, amount, instalments } of charges.toReversed()) {
    const before = book.lives.charges(policy).find((each) => each.number === number - 1);
    const { plan, chargedTo } = before ?? chargedOf(book, policy);
    const negative = Object.fromEntries(Object.entries(instalments).map(([key, part]) => [key, -part]));
    addCharge(
      book,
      { policy, day, cause: 'undone' },
      { plan, chargedTo, amount: -amount, instalments: negative },
    );
  }
};

/** Puts an acceptance back, which Höfn has refused because the customer or staff were faster. */
export const putBack = (book: Book, undo: Undo): void => {
  const { records, added, lives } = undo;
  const { today } = book.state;
  // What policies say follows from their versions.
  const others = lives ? records.filter(({ type }) => type !== 'policies') : records;
  // Entries of accounts are never changed.
  for (const { type, key, facts } of others)
    if (type !== 'ledger-entries') book.put(type, key, facts as never);
  for (const each of added) endAdded(book, each, today);
  for (const group of postedBy(book, undo)) book.reverse(group, today);
  if (lives) revoke(book, lives, today);
};
