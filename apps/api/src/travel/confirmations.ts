import type { TravelCard, TravelConfirmation } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant, type Language } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { Customer } from '../platform/authorization.ts';
import type { PolicyDetails } from '../policies/store.ts';
import type { Settings } from '../settings.ts';
import { type Codes, createCodes, hashOfCode } from './codes.ts';
import { createTravelStore, type TravelStore } from './store.ts';
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

  const withCode = async <Card extends { policyId: string }>(
    subject: Customer,
    card: Card,
    days: Days,
    language: Language,
  ): Promise<Card & Pick<TravelCard, 'checkCode' | 'checkUrl'>> => {
    const { policyId } = card;
    const checkCode = codes({ customerId: subject.id, policyId, ...days });
    await store.storeCheck(subject, { id: hashOfCode(checkCode), policyId, ...days }, clock.now());
    // In the fragment, the code is sent to no server until somebody asks to verify it.
    return { ...card, checkCode, checkUrl: `${site}${pathOf('travelCheck', language)}/#${checkCode}` };
  };

  const isCovered = (row: PolicyDetails | undefined): row is PolicyDetails =>
    row !== undefined && coversJourneys(row, dayOfInstant(clock.now()));

  const cardFrom = (subject: Customer, language: Language, row: PolicyDetails): Promise<TravelCard> =>
    withCode(
      subject,
      cardOf(row, language, emergencyPhone),
      { validFrom: row.validFrom, validTo: row.validTo },
      language,
    );

  return {
    /** Cards of all travel policies that cover trips now or in the future. */
    cards: async (subject: Customer, language: Language): Promise<TravelCard[]> => {
      const cards: TravelCard[] = [];
      for (const row of await store.all(subject, language))
        if (isCovered(row)) cards.push(await cardFrom(subject, language, row));
      return cards;
    },
    /** The card of a policy; undefined when there is none, it has ended, or it belongs to somebody else. */
    card: async (subject: Customer, language: Language, id: string): Promise<TravelCard | undefined> => {
      const row = await store.find(subject, language, id);
      return isCovered(row) ? cardFrom(subject, language, row) : undefined;
    },
    /**
     * The confirmation of a trip.
     * @throws Fault `validation` when the policy does not cover its days
     */
    confirmation: async (
      subject: Customer,
      language: Language,
      { policy, from, to }: { policy: string; from: string; to: string },
    ): Promise<TravelConfirmation | undefined> => {
      const row = await store.find(subject, language, policy);
      if (!isCovered(row)) return undefined;
      const issuedOn = dayOfInstant(clock.now());
      const card = cardOf(row, language, emergencyPhone);
      const days = tripDays({ from, to }, card, language, issuedOn);
      const statements = statementsOf(card, days, language, {
        worldwide: isWorldwide(row),
        schengenMinimum,
      });
      return withCode(subject, { ...card, ...days, statements, issuedOn }, days, language);
    },
  };
};
export type Confirm = ReturnType<typeof createConfirm>;
