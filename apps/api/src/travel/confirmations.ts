import type { ShownTravelCard, TravelCard, TravelConfirmation } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant, type Language } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { Customer, RequestContext } from '../platform/authorization.ts';
import type { Settings } from '../settings.ts';
import { type Codes, createCodes, hashOfCode } from './codes.ts';
import { createTravelStore, type TravelPolicy, type TravelStore } from './store.ts';
import { cardOf, coversJourneys, type Days, isWorldwide, statementsOf, tripDays } from './travel.ts';

export type ConfirmParts = {
  store: TravelStore;
  clock: Clock;
  codes: Codes;
  /** Base address of the site, where codes are verified. */
  site: string;
  /** Emergency number from abroad. */
  emergencyPhone: string;
  /** An amount in ISK of at least EUR 30,000. */
  schengenMinimum: number;
};

/** Takes these parts from the services. */
export const confirmParts = ({
  db,
  clock,
  settings,
}: {
  db: Db;
  clock: Clock;
  settings: Settings;
}): ConfirmParts => ({
  store: createTravelStore(db),
  clock,
  codes: createCodes(settings.CHECK_CODE_SECRET),
  site: settings.SITE_URL,
  emergencyPhone: settings.CONTACT_PHONE_ABROAD,
  schengenMinimum: settings.SCHENGEN_MINIMUM_ISK,
});

/** Creates cards and confirmations from policies, each with a code that anyone can verify. */
export const createConfirm = (parts: ConfirmParts) => {
  const { store, clock, codes, site, emergencyPhone, schengenMinimum } = parts;

  const withCode = async <Card extends object>(
    { holderId, row: { id: policyId } }: TravelPolicy,
    card: Card,
    days: Days,
    language: Language,
  ): Promise<Card & Pick<TravelCard, 'checkCode' | 'checkUrl'>> => {
    // The same for everyone on the policy: the code confirms the policy, not the reader.
    const checkCode = codes({ customerId: holderId, policyId, ...days });
    await store.storeCheck(holderId, { id: hashOfCode(checkCode), policyId, ...days }, clock.now());
    // In the fragment, the code is sent to no server until somebody asks to verify it.
    return { ...card, checkCode, checkUrl: `${site}${pathOf('travelCheck', language)}/#${checkCode}` };
  };

  const isCovered = (policy: TravelPolicy | undefined): policy is TravelPolicy =>
    policy !== undefined && coversJourneys(policy.row, dayOfInstant(clock.now()));

  const readableCard = (subject: Customer, language: Language, { row, reference, isOwn }: TravelPolicy) => ({
    ...cardOf(row, language, emergencyPhone, isOwn ? undefined : subject.ssn),
    policyId: reference,
    isOwn,
  });

  const cardFrom = (subject: Customer, language: Language, policy: TravelPolicy): Promise<TravelCard> => {
    const { validFrom, validTo } = policy.row;
    return withCode(policy, readableCard(subject, language, policy), { validFrom, validTo }, language);
  };

  return {
    /** Cards of all travel policies, their own and others', that cover the subject's trips now or in the future. */
    cards: async (context: RequestContext, language: Language): Promise<ShownTravelCard[]> => {
      const { subject } = context;
      const cards: ShownTravelCard[] = [];
      for (const policy of await store.all(subject, language))
        if (isCovered(policy))
          cards.push({
            ...(await cardFrom(subject, language, policy)),
            mayLapseOn: await store.lapseDay(context, policy, dayOfInstant(clock.now())),
          });
      return cards;
    },
    /** The card of a policy; undefined when there is none, it has ended, or it does not name the subject. */
    card: async (subject: Customer, language: Language, id: string): Promise<TravelCard | undefined> => {
      const policy = await store.find(subject, language, id);
      return isCovered(policy) ? cardFrom(subject, language, policy) : undefined;
    },
    /**
     * The confirmation of a trip.
     * @throws Fault `validation` when the policy does not cover its days
     */
    confirmation: async (
      subject: Customer,
      language: Language,
      trip: { policy: string; from: string; to: string },
    ): Promise<TravelConfirmation | undefined> => {
      const policy = await store.find(subject, language, trip.policy);
      if (!isCovered(policy)) return undefined;
      const issuedOn = dayOfInstant(clock.now());
      const card = readableCard(subject, language, policy);
      const days = tripDays(trip, card, language, issuedOn);
      const statements = statementsOf(card, days, language, {
        worldwide: isWorldwide(policy.row),
        schengenMinimum,
      });
      return withCode(policy, { ...card, ...days, statements, issuedOn }, days, language);
    },
  };
};
export type Confirm = ReturnType<typeof createConfirm>;
