import { addDays, addMonths, compareDays, isCurrent, splitIsk } from '@hofn/domain';
import type { Discount, InstalmentsPerYear } from '@hofn/insurance/rating.ts';
import type { customers } from '../../schema/customers.ts';
import { noonOf } from '../ids-and-instants.ts';
import { paidAtBy } from '../paid.ts';
import { addPolicy, type Both, type PolicyDraft, type Rows } from '../policy.ts';
import { referenceProducts } from '../reference.ts';
import { firstOfMonth, type Method, yearFrom } from '../story.ts';
import data from './data.json' with { type: 'json' };
import { bulkCustomerId, bulkRecordId, customersPerSeed, temporarySsn } from './identifiers.ts';
import { companyPolicies, type Household, type PolicyIdea, personPolicies } from './policies.ts';
import { createRandom, type Random } from './random.ts';

type CustomerRow = typeof customers.$inferInsert;

// Customers come in blocks of ten: two couples, five singles, and a company that two of them run.
const block = 10;
const companyPlace = 9;
const holderPlace = 4;
const boardPlace = 5;

const nameOf = (random: Random, woman: boolean): string => {
  const first = random.pick(woman ? data.women : data.men);
  const others = (woman ? data.women : data.men).filter((name) => name !== first);
  const second = random.chance(0.4) ? ` ${random.pick(others)}` : '';
  return `${first}${second} ${random.pick(data.fathers)}${woman ? 'dóttir' : 'son'}`;
};

/** The household of a customer, from its own random stream, so that all its members get the same one. */
const householdOf = (seed: number, n: number): Household & { first: number; second: number | null } => {
  const place = n % block;
  const first = place < holderPlace ? n - (place % 2) : n;
  const random = createRandom(seed, householdStreams + first);
  const { code, town, area } = random.weighted(data.places);
  const street = `${random.pick(data.streets)} ${random.between(1, 120)}`;
  return {
    first,
    second: place < holderPlace ? first + 1 : null,
    street,
    postalCode: code,
    town,
    area,
    built: random.between(1925, 2025),
    size: random.between(45, 260),
    owns: random.chance(0.62),
  };
};

// Offset of household streams, to keep them apart from those of customers.
const householdStreams = 1_000_000_000;

const personName = (seed: number, n: number): string =>
  nameOf(createRandom(seed, 2 * householdStreams + n), n % 2 === 0);

const tierOf = (policies: number): CustomerRow['loyaltyTier'] => {
  if (policies >= 9) return 'diamond';
  if (policies >= 6) return 'gold';
  if (policies >= 3) return 'silver';
  return policies > 0 ? 'bronze' : null;
};

const discountsOf = (random: Random, tier: CustomerRow['loyaltyTier']): Discount[] => [
  ...(random.chance(0.7) ? (['no-claims'] as const) : []),
  ...(tier && tier !== 'bronze' ? ([`loyalty-${tier}`] as const) : []),
];

const methods: readonly { method: Method; weight: number }[] = [
  { method: 'ccard', weight: 5 },
  { method: 'bank', weight: 3 },
  { method: 'claim', weight: 2 },
];

const plans: readonly { instalments: InstalmentsPerYear; weight: number }[] = [
  { instalments: 12, weight: 7 },
  { instalments: 1, weight: 2 },
  { instalments: 6, weight: 1 },
  { instalments: 3, weight: 1 },
];

/** The days of a policy: most are in force, a few cancelled, expired, lapsed or upcoming. */
const daysOf = (
  random: Random,
  today: string,
  mandatory: boolean,
): Partial<PolicyDraft> & { validFrom: string; validTo: string } => {
  const year = yearFrom(today, random.between(0, 364));
  const roll = random.next();
  if (roll < 0.02) {
    const cancelledOn = addDays(today, -random.between(0, 25));
    return {
      ...year,
      cancelledOn: compareDays(cancelledOn, year.validFrom) < 0 ? year.validFrom : cancelledOn,
      renews: false,
    };
  }
  if (roll < 0.035) return { ...yearFrom(today, random.between(370, 700)), renews: false };
  if (roll < 0.04 && !mandatory) return { ...year, lapsedOn: year.validFrom, renews: false };
  if (roll < 0.055) return yearFrom(today, -random.between(1, 40));
  return year;
};

const instalmentRows = (
  random: Random,
  customerId: string,
  today: string,
  plan: { premium: number; perYear: InstalmentsPerYear; method: Method },
): Rows['instalments'] => {
  const { premium, perYear, method } = plan;
  const next = addMonths(firstOfMonth(today), random.between(1, Math.max(1, 12 / perYear)));
  const overdue = random.chance(0.04) ? 1 : 0;
  const amounts = splitIsk(premium, Array<number>(perYear).fill(1));
  return amounts.map((amount, index) => {
    const back = amounts.length - 1 - index;
    const dueDate = addMonths(next, -Math.floor((back * 12) / perYear));
    const finalDueDate = addDays(dueDate, 14);
    const owed = dueDate > today || (back === overdue && finalDueDate < today);
    return {
      customerId,
      id: String(index + 1),
      sequence: index + 1,
      sequenceOf: perYear,
      dueDate,
      finalDueDate,
      amount,
      penaltyInterest: 0,
      fees: owed && dueDate <= today ? 130 : 0,
      method,
      paidAt: owed ? null : paidAtBy({ method, dueDate, finalDueDate }, today),
      lapsesOn: owed && dueDate <= today ? addDays(finalDueDate < today ? today : finalDueDate, 14) : null,
    };
  });
};

const claimStatuses = [
  'settled',
  'settled',
  'settled',
  'closed',
  'rejected',
  'received',
  'inProgress',
  'assessment',
] as const;

const addClaims = (
  rows: Rows,
  random: Random,
  today: string,
  holder: { seed: number; n: number; customerId: string; place: string },
  customerPolicies: { id: string; product: string }[],
): void => {
  if (customerPolicies.length === 0 || !random.chance(0.18)) return;
  const count = random.between(1, 2);
  for (let index = 0; index < count; index += 1) {
    const { id: policyId, product } = random.pick(customerPolicies);
    const group = referenceProducts.get(product)?.group ?? 'persons';
    const title: Both = random.pick<Both>(data.claims[group]);
    const ago = random.between(3, 900);
    const status = ago < 40 ? random.pick(claimStatuses) : random.pick(claimStatuses.slice(0, 5));
    const lossAmount = random.between(30, 900) * 1000;
    const dateOfLoss = addDays(today, -ago);
    rows.claims.push({
      customerId: holder.customerId,
      id: bulkRecordId(holder.seed, holder.n, 100 + index),
      number: `T-${dateOfLoss.slice(0, 4)}-${(holder.seed * customersPerSeed + holder.n) * 2 + index}`,
      policyId,
      titleIs: title.is,
      titleEn: title.en,
      status,
      dateOfLoss,
      place: holder.place,
      reportedAt: noonOf(addDays(today, 1 - ago)),
      changedAt: noonOf(addDays(today, -Math.floor(ago / 2))),
      lossAmount: status === 'received' ? null : lossAmount,
      compensation: status === 'settled' || status === 'closed' ? Math.round(lossAmount * 0.8) : null,
    });
  }
};

const digits = (random: Random, count: number): string =>
  String(random.between(0, 10 ** count - 1)).padStart(count, '0');

const addCustomer = (rows: Rows, seed: number, n: number, today: string): void => {
  const random = createRandom(seed, n);
  const customerId = bulkCustomerId(seed, n);
  const isCompany = n % block === companyPlace;
  const home = householdOf(seed, n);
  const trade = random.pick(data.trades);
  const fullName = isCompany ? `${trade.name} ${random.pick(data.companyNames)} ehf.` : personName(seed, n);
  const other = !isCompany && home.second !== null ? (n === home.first ? home.second : home.first) : null;
  const { method } = random.weighted(methods);
  const { instalments } = random.weighted(plans);
  const ideas: PolicyIdea[] = isCompany
    ? companyPolicies(random, home, trade)
    : personPolicies(random, home, { name: fullName, first: n === home.first });
  const tier = tierOf(ideas.length);
  const discounts = discountsOf(random, tier);
  const lastFour = method === 'ccard' ? digits(random, 4) : null;

  rows.customers.push({
    id: customerId,
    ssn: temporarySsn(seed, n),
    kind: isCompany ? 'company' : 'person',
    fullName,
    email: random.chance(0.93) ? `v${seed}-${n}@postur.example` : null,
    mobilePhone: random.chance(0.95) ? `${random.pick(['6', '7'])}${digits(random, 6)}` : null,
    homePhone: random.chance(0.2) ? `5${digits(random, 6)}` : null,
    address: home.street,
    postalCode: home.postalCode,
    town: home.town,
    language: random.chance(0.12) ? 'en' : 'is',
    spouseSsn: other === null ? null : temporarySsn(seed, other),
    spouseName: other === null ? null : personName(seed, other),
    loyaltyTier: tier,
    paymentMethod: ideas.length > 0 ? method : null,
    cardNumberMasked: lastFour && `•••• ${lastFour}`,
    cardToken: lastFour && `demo-${lastFour}`,
    cardExpires:
      method === 'ccard'
        ? `${String(random.between(1, 12)).padStart(2, '0')}/${random.between(27, 31)}`
        : null,
    cardBrand: method === 'ccard' ? random.pick(['Visa', 'Mastercard']) : null,
    bank: random.pick(['0133', '0301', '0515', '0545']),
    bankLedger: '26',
    bankAccount: digits(random, 6),
    contactConfirmedOn: random.chance(0.8) ? addDays(today, -random.between(0, 700)) : null,
    createdAt: noonOf(addDays(today, -random.between(10, 6000))),
  });

  let premium = 0;
  const customerPolicies: { id: string; product: string }[] = [];
  ideas.forEach(({ product, risk, ...insured }, index) => {
    const reference = referenceProducts.get(product);
    const draft: PolicyDraft = {
      ...insured,
      ...daysOf(random, today, reference?.mandatory === true),
      id: bulkRecordId(seed, n, index),
      number: String(10_000_000 + (seed * customersPerSeed + n) * 64 + index),
      product,
      risk: { ...risk, discounts, instalments },
    };
    const amount = addPolicy(rows, customerId, draft);
    const days = { renews: true, cancelledOn: null, lapsedOn: null, suspendedOn: null, ...draft };
    if (isCurrent(days, today)) premium += amount;
    customerPolicies.push({ id: draft.id, product });
  });
  if (premium > 0) {
    rows.instalments.push(
      ...instalmentRows(random, customerId, today, { premium, perYear: instalments, method }),
    );
  }
  addClaims(rows, random, today, { seed, n, customerId, place: home.street }, customerPolicies);

  if (isCompany) {
    const registeredOn = addDays(today, -random.between(100, 7000));
    const companyId = customerId;
    const involve = (place: number, involvement: 'procuration' | 'board' | 'owner') =>
      rows.companyInvolvement.push({
        customerId: bulkCustomerId(seed, n - companyPlace + place),
        companyId,
        involvement,
        registeredOn,
        endedOn: null,
      });
    involve(holderPlace, 'procuration');
    involve(holderPlace, 'owner');
    involve(boardPlace, 'board');
  }
};

/**
 * Adds plausible customers with all their data; deterministic for the same seed, range and day.
 * @param range customers from `from` (inclusive) to `to` (exclusive)
 */
export const addBulkRows = (
  rows: Rows,
  seed: number,
  range: { from: number; to: number },
  today: string,
): void => {
  for (let n = range.from; n < range.to; n += 1) addCustomer(rows, seed, n, today);
};
