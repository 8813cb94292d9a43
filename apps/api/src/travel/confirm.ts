import type { TravelCard, TravelConfirmation } from '@hofn/contracts';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain/clock.ts';
import { dayOfInstant, type Language } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import type { Customer } from '../platform/access.ts';
import type { PolicyWhole } from '../policies/store.ts';
import type { Settings } from '../settings.ts';
import { type Codes, createCodes, hashOfCode } from './codes.ts';
import { createTravelStore, type TravelStore } from './store.ts';
import { cardOf, coversJourneys, type Days, holdsEverywhere, statementsOf, tripDays } from './travel.ts';

export type ConfirmParts = {
  store: TravelStore;
  clock: Clock;
  codes: Codes;
  /** Address of the site with its base, where codes are verified. */
  site: string;
  /** Number to call from abroad. */
  emergencyPhone: string;
  /** ISK that are at least EUR 30,000. */
  schengenMinimum: number;
};

/** Those parts from the service's own. */
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

/** Makes cards and confirmations out of policies, each with a code that anyone can verify. */
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
    await store.keepCheck(subject, { id: hashOfCode(checkCode), policyId, ...days }, clock.now());
    // In the hash the code is sent to no server before someone asks for it to be verified.
    return { ...card, checkCode, checkUrl: `${site}${pathOf('travelCheck', language)}/#${checkCode}` };
  };

  const holds = (row: PolicyWhole | undefined): row is PolicyWhole =>
    row !== undefined && coversJourneys(row, dayOfInstant(clock.now()));

  const cardFrom = (subject: Customer, language: Language, row: PolicyWhole): Promise<TravelCard> =>
    withCode(
      subject,
      cardOf(row, language, emergencyPhone),
      { validFrom: row.validFrom, validTo: row.validTo },
      language,
    );

  return {
    /** Cards of all travel policies that cover journeys now or are about to. */
    cards: async (subject: Customer, language: Language): Promise<TravelCard[]> => {
      const cards: TravelCard[] = [];
      for (const row of await store.all(subject, language))
        if (holds(row)) cards.push(await cardFrom(subject, language, row));
      return cards;
    },
    /** The card of one policy; nothing when it is not there, has ended, or is another's. */
    card: async (subject: Customer, language: Language, id: string): Promise<TravelCard | undefined> => {
      const row = await store.one(subject, language, id);
      return holds(row) ? cardFrom(subject, language, row) : undefined;
    },
    /**
     * The confirmation of one trip.
     * @throws Fault `validation` when the policy does not cover its days
     */
    confirmation: async (
      subject: Customer,
      language: Language,
      { policy, from, to }: { policy: string; from: string; to: string },
    ): Promise<TravelConfirmation | undefined> => {
      const row = await store.one(subject, language, policy);
      if (!holds(row)) return undefined;
      const issuedOn = dayOfInstant(clock.now());
      const card = cardOf(row, language, emergencyPhone);
      const days = tripDays({ from, to }, card, language, issuedOn);
      const statements = statementsOf(card, days, language, {
        worldwide: holdsEverywhere(row),
        schengenMinimum,
      });
      return withCode(subject, { ...card, ...days, statements, issuedOn }, days, language);
    },
  };
};
export type Confirm = ReturnType<typeof createConfirm>;
