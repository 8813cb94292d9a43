import type { TravelCard, TravelCheck, Traveller } from '@hofn/contracts';
import { addDays, birthDateOf, daysBetween, policyStatus } from '@hofn/domain';
import { initialsOf } from '@hofn/domain/names.ts';
import { formatDate, formatList, formatMoney, type Language } from '@hofn/texts';
import { Fault } from '../platform/fault.ts';
import { textsIn } from '../platform/texts.ts';
import type { PolicyDetails } from '../policies/store.ts';

/** The core system's name for the only area that certainly includes all of Schengen. */
const everywhere = 'Worldwide';

/** The cover that pays for doctors, hospital and transport home. */
const medicalCover = 'medical-costs-abroad';

/** Days of cover, first and last. */
export type Days = { validFrom: string; validTo: string };

/**
 * Whether a policy covers trips on a day or later: not when it has ended, lapsed or is suspended; when cancelled, until its
 * last day.
 */
export const coversJourneys = (row: PolicyDetails, today: string): boolean => {
  const status = policyStatus(row, today);
  if (status === 'lapsed' || status === 'expired' || status === 'suspended') return false;
  return row.validTo >= today && (row.lapsedOn === null || row.lapsedOn > row.validTo);
};

const textFact = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const bornOn = (ssn: string | null): string | null => (ssn === null ? null : (birthDateOf(ssn) ?? null));

/** Everyone the policy insures, the policyholder first. */
const travellersOf = (row: PolicyDetails): Traveller[] => {
  const { fullName: name, ssn } = row.holder;
  const others = row.items.flatMap(({ kind, name: itemName, facts }): Traveller[] => {
    if (kind !== 'person') return [];
    const own = textFact(facts.ssn);
    if (own === ssn) return [];
    return [{ name: itemName, ssn: own, birthDate: textFact(facts.born) ?? bornOn(own) }];
  });
  return [{ name, ssn, birthDate: bornOn(ssn) }, ...others];
};

const tripOf = (row: PolicyDetails, language: Language): { area: string; longestTripDays: number | null } => {
  const facts = row.items.find(({ kind }) => kind === 'trip')?.facts ?? {};
  const { territory, longestTrip } = facts;
  const area = typeof territory === 'object' ? territory[language] : textFact(territory);
  return {
    area: area ?? textsIn(language)('travel|areaByTerms'),
    longestTripDays: typeof longestTrip === 'number' ? longestTrip : null,
  };
};

/** Whether the policy is valid in every country. */
export const isWorldwide = ({ items }: PolicyDetails): boolean =>
  items.some(({ kind, facts: { territory } }) => {
    return kind === 'trip' && typeof territory === 'object' && territory.en === everywhere;
  });

/** What every reader of a card sees of its policy. */
type CardFacts = Omit<TravelCard, 'policyId' | 'isOwn' | 'checkCode' | 'checkUrl'>;

/**
 * What a card states of its policy; nothing of premium or payment.
 * @param insuredSsn kennitala of the reader, if they are not the policyholder: they see birth dates of the others, not kennitalas
 */
export const cardOf = (
  row: PolicyDetails,
  language: Language,
  emergencyPhone: string,
  insuredSsn?: string,
): CardFacts => {
  const covers = row.covers
    .filter(({ included }) => included)
    .map(({ id, name, sumInsured, deductible }) => ({ id, name, sumInsured, deductible }));
  return {
    number: row.number,
    name: row.name,
    holder: row.holder.fullName,
    travellers: travellersOf(row).map((traveller) =>
      insuredSsn === undefined || traveller.ssn === insuredSsn ? traveller : { ...traveller, ssn: null },
    ),
    validFrom: row.validFrom,
    validTo: row.validTo,
    ...tripOf(row, language),
    medicalSum: covers.find(({ id }) => id === medicalCover)?.sumInsured ?? null,
    covers,
    emergencyPhone,
  };
};

/**
 * Validates the days of a trip against the policy's cover.
 * @throws Fault `validation` naming `to` or `from`: reversed, outside the period, in the past, or longer than one trip may be
 */
export const tripDays = (
  { from, to }: { from: string; to: string },
  card: Pick<TravelCard, 'validFrom' | 'validTo' | 'longestTripDays'>,
  language: Language,
  today: string,
): Days => {
  const fault = (path: 'from' | 'to', reason: string, params?: Record<string, string | number>): Fault =>
    new Fault('validation', { fields: [{ path, reason, ...(params && { params }) }] });
  const day = (date: string) => formatDate(language, date);
  const { validFrom, validTo, longestTripDays } = card;
  if (to < from) throw fault('to', 'toBeforeFrom');
  if (to < today) throw fault('to', 'tripOver');
  if (from < validFrom) throw fault('from', 'tripBeforePeriod', { date: day(validFrom) });
  if (to > validTo) throw fault('to', 'tripAfterPeriod', { date: day(validTo) });
  // Both days are days abroad.
  if (longestTripDays !== null && daysBetween(from, to) + 1 > longestTripDays)
    throw fault('to', 'tripTooLong', {
      days: longestTripDays,
      date: day(addDays(from, longestTripDays - 1)),
    });
  return { validFrom: from, validTo: to };
};

/**
 * The sentences of a visa confirmation. The Visa Code (Regulation (EC) 810/2009, article 15) requires cover of at least
 * EUR 30,000, in all of the Schengen area, for the whole stay, of repatriation for medical reasons, urgent medical
 * attention, emergency hospital treatment and death. The sum is compared in krónur, and euros are not mentioned unless it
 * is certainly as much.
 * @param options.worldwide whether the policy is valid everywhere, including the Schengen area
 * @param options.schengenMinimum an amount in ISK of at least EUR 30,000
 */
export const statementsOf = (
  card: CardFacts,
  days: Days,
  language: Language,
  { worldwide, schengenMinimum }: { worldwide: boolean; schengenMinimum: number },
): string[] => {
  const t = textsIn(language);
  const { medicalSum, travellers, area } = card;
  const day = (date: string) => formatDate(language, date);
  const names = formatList(
    language,
    travellers.map(({ name }) => name),
  );
  return [
    t('travel|statementInsured', { names, from: day(days.validFrom), to: day(days.validTo) }),
    t('travel|statementArea', { area }),
    ...(worldwide ? [t('travel|statementSchengenArea')] : []),
    ...(medicalSum === null
      ? []
      : [
          t('travel|statementMedical', { amount: formatMoney(language, medicalSum) }),
          ...(worldwide && medicalSum >= schengenMinimum ? [t('travel|statementSchengen')] : []),
        ]),
  ];
};

/** What anyone with the code learns about a confirmation: nothing about an invalid one, not even why. */
export const checkOf = (
  row: PolicyDetails | undefined,
  days: Days,
  language: Language,
  { today, emergencyPhone }: { today: string; emergencyPhone: string },
): TravelCheck => {
  if (!row || !coversJourneys(row, today)) return { valid: false, confirmation: null };
  const { number, travellers, area, longestTripDays, medicalSum } = cardOf(row, language, emergencyPhone);
  // A policy that was shortened since confirms no day after its end.
  const [validTo = days.validTo] = [days.validTo, row.validTo].toSorted();
  if (validTo < today || validTo < days.validFrom) return { valid: false, confirmation: null };
  return {
    valid: true,
    confirmation: {
      number,
      travellers: travellers.map(({ name, birthDate }) => ({
        initials: initialsOf(name),
        birthYear: birthDate === null ? null : Number(birthDate.slice(0, 4)),
      })),
      validFrom: days.validFrom,
      validTo,
      area,
      longestTripDays,
      medicalSum,
      emergencyPhone,
    },
  };
};
