import { noonOf } from '@hofn/database/seed/ids-and-instants.ts';
import { same } from '@hofn/database/seed/policy.ts';
import { addDays, addMonths } from '@hofn/domain';
import { kitchen } from '../claims.ts';
import {
  contents,
  firstOfMonth,
  monthly,
  monthlySince,
  person,
  property,
  type Story,
  trip,
  twelfths,
  vehicle,
  yearFrom,
  yearTo,
} from '../story.ts';

const rav4 = vehicle('Toyota RAV4', 'NB X42', { year: 2021, value: 5_890_000, vehicleClass: 'suv' });
const picanto = vehicle('Kia Picanto', 'TU V58', { year: 2017, value: 1_150_000, vehicleClass: 'small' });
const home = 'Hjarðarhagi 24, 107 Reykjavík';
const flat = property(
  { is: 'Hjarðarhagi 24, íbúð 0203', en: 'Hjarðarhagi 24, flat 0203' },
  { address: home, built: 1964, area: 118, fireValue: 42_000_000, propertyNumber: '202-8841' },
);

const address = { address: 'Hjarðarhagi 24', postalCode: '107', town: 'Reykjavík' } as const;

/** The family shown in the design: car, home, persons and travel, ten policies, 503.100 kr. a year. */
export const gudrun = (today: string): Story => ({
  customer: {
    ssn: '1201741429',
    kind: 'person',
    fullName: 'Guðrún Helga Þorsteinsdóttir',
    email: 'gudrun.helga@postur.example',
    mobilePhone: '6174821',
    homePhone: '5524821',
    ...address,
    spouse: { ssn: '0308731499', fullName: 'Jón Jónsson' },
    familyNumber: '0308731499',
    loyaltyTier: 'silver',
    paymentMethod: 'ccard',
    instalmentLimit: 600_000,
    bankAccount: { bank: '0133', ledger: '26', account: '004410' },
  },
  story: {
    is: 'Fjölskylda með bíla, heimili, líftryggingu og ferðatryggingu. Tíu tryggingar, ein greiðsla gjaldfallin, eitt opið tjón.',
    en: 'A family with cars, a home, life and travel insurance. Ten policies, one payment overdue, one open claim.',
  },
  policies: [
    {
      number: '2041187',
      product: 'motor-liability',
      risk: {
        choices: { vehicleClass: 'suv' },
        discounts: ['no-claims', 'loyalty-silver'],
        instalments: 12,
      },
      premium: 98_400,
      ...rav4,
      ...yearFrom(today, 203),
    },
    {
      number: '2041188',
      product: 'kasko',
      risk: {
        measures: { value: 5_890_000 },
        choices: { kaskoStep: '90000', vehicleAge: 'used' },
        discounts: ['no-claims', 'loyalty-silver'],
        instalments: 12,
      },
      premium: 104_880,
      ...rav4,
      ...yearFrom(today, 203),
    },
    {
      number: '2041189',
      product: 'windscreen',
      risk: { choices: { vehicleClass: 'suv' }, discounts: ['loyalty-silver'], instalments: 12 },
      premium: 14_160,
      ...rav4,
      ...yearFrom(today, 203),
    },
    {
      number: '1987342',
      product: 'motor-liability',
      risk: {
        choices: { vehicleClass: 'small' },
        discounts: ['no-claims', 'loyalty-silver'],
        instalments: 12,
      },
      premium: 92_760,
      ...picanto,
      ...yearTo(today, 20),
    },
    {
      number: '1760415',
      product: 'home',
      risk: {
        measures: { contents: 12_600_000 },
        choices: { level: '3' },
        covers: ['liability-and-leisure-accidents'],
        discounts: ['loyalty-silver'],
        instalments: 12,
      },
      premium: 52_320,
      ...contents(
        { is: 'Innbú, Hjarðarhaga 24, 107 Reykjavík', en: 'Contents, Hjarðarhagi 24, 107 Reykjavík' },
        home,
        12_600_000,
        3,
      ),
      ...yearFrom(today, 142),
    },
    {
      number: '1760416',
      product: 'homeowners',
      risk: {
        measures: { fireValue: 42_000_000 },
        choices: { built: 'before1970' },
        discounts: ['loyalty-silver'],
        instalments: 12,
      },
      premium: 38_900,
      ...flat,
      ...yearFrom(today, 142),
    },
    {
      number: '1760417',
      product: 'property-fire',
      risk: { measures: { fireValue: 42_000_000 }, instalments: 12 },
      premium: 31_480,
      ...flat,
      ...yearFrom(today, 142),
    },
    {
      number: '1512208',
      product: 'life',
      risk: {
        measures: { sum: 15_000_000 },
        choices: { age: 'under60' },
        discounts: ['loyalty-silver'],
        instalments: 12,
      },
      premium: 36_240,
      ...person('Guðrún Helga Þorsteinsdóttir', { ssn: '1201741429', validUntil: 2051 }),
      termsCodes: ['LI31', 'YY10'],
      ...yearFrom(today, 96),
    },
    {
      number: '2118850',
      product: 'child',
      risk: { measures: { sum: 10_000_000 }, instalments: 12 },
      premium: 15_000,
      ...person('Sóley Jónsdóttir', { born: '2015-06-17' }),
      validFrom: addMonths(firstOfMonth(today), 1),
      validTo: addDays(addMonths(firstOfMonth(today), 13), -1),
    },
    {
      number: '1899034',
      product: 'travel',
      risk: { choices: { household: 'family' }, discounts: ['loyalty-silver'], instalments: 12 },
      premium: 18_960,
      ...trip(
        {
          is: 'Fjölskyldan, um allan heim í allt að 92 daga',
          en: 'The family, worldwide for up to 92 days',
        },
        person('Jón Jónsson', { ssn: '0308731499' }),
        person('Sóley Jónsdóttir', { born: '2015-06-17' }),
      ),
      ...yearFrom(today, 311),
    },
  ],
  // Premiums rose twice during the year; the child insurance is charged from its first day, the next due date.
  instalments: () =>
    monthly(today, {
      amounts: [
        38_570, 38_570, 38_570, 38_570, 39_690, 39_690, 39_690, 39_690, 40_675, 40_675, 40_675, 41_925,
      ],
      method: 'ccard',
      unpaid: 1,
    }),
  toSign: [
    {
      terms: {
        kind: 'powerOfAttorney',
        insurer: 'Strandvörn tryggingar hf.',
        validTo: addDays(today, 30),
      },
      issuedDaysAgo: 2,
      validDays: 12,
    },
    {
      terms: { kind: 'directDebit', account: '0133-26-004410' },
      policy: '1760415',
      issuedDaysAgo: 5,
      validDays: 25,
    },
  ],
  offers: [
    {
      number: '8204417',
      product: 'kasko',
      instead: '2041188',
      risk: {
        measures: { value: 5_890_000 },
        choices: { kaskoStep: '140000', vehicleAge: 'used' },
        discounts: ['no-claims', 'loyalty-silver'],
        instalments: 12,
      },
      insured: rav4.insured,
      needs: [
        {
          is: 'Þú vilt lægra iðgjald og ræður við að greiða meira sjálf þegar tjón verður.',
          en: 'You want a lower premium and can pay more yourself when there is a claim.',
        },
        {
          is: 'Bíllinn er í þinni eigu og ekki veðsettur.',
          en: 'You own the car and it is not pledged as security.',
        },
      ],
      madeDaysAgo: 4,
      validDays: 26,
      effectiveInDays: 30,
    },
    {
      number: '8204418',
      product: 'accident',
      risk: {
        measures: { sum: 15_000_000 },
        covers: ['death-benefit'],
        discounts: ['loyalty-silver'],
        instalments: 12,
      },
      insured: same('Guðrún Helga Þorsteinsdóttir'),
      needs: [
        {
          is: 'Þú stundar fjallgöngur og hjólreiðar og vilt fá bætur ef slys veldur varanlegri örorku.',
          en: 'You hike and cycle, and want compensation if an accident leaves a lasting impairment.',
        },
      ],
      madeDaysAgo: 2,
      validDays: 12,
      effectiveInDays: 13,
    },
  ],
  claims: [
    {
      number: `T-${today.slice(0, 4)}-004817`,
      policy: '1760416',
      title: { is: 'Vatnstjón í eldhúsi', en: 'Water damage in the kitchen' },
      status: 'awaitingDocuments',
      dateOfLoss: addDays(today, -13),
      place: 'Hjarðarhagi 24',
      reportedAt: noonOf(addDays(today, -13)),
      changedOn: addDays(today, -3),
      lossAmount: 634_900,
      compensation: 358_400,
      ...kitchen(today, 'Guðrún Helga Þorsteinsdóttir'),
    },
  ],
});

/** The spouse, with a motorcycle off the road for the winter. */
export const jon = (today: string): Story => ({
  customer: {
    ssn: '0308731499',
    kind: 'person',
    fullName: 'Jón Jónsson',
    email: 'jon.jonsson@postur.example',
    mobilePhone: '6934410',
    ...address,
    spouse: { ssn: '1201741429', fullName: 'Guðrún Helga Þorsteinsdóttir' },
    familyNumber: '0308731499',
    loyaltyTier: 'bronze',
    paymentMethod: 'bank',
    bankAccount: { bank: '0133', ledger: '26', account: '007731' },
  },
  story: {
    is: 'Maki Guðrúnar Helgu. Mótorhjól í vetrargeymslu, með trygginguna í biðstöðu, og slysatrygging. Er á ferðatryggingu hennar og heimilistryggingin nær til hans.',
    en: 'Guðrún Helga’s spouse. A motorcycle laid up for the winter, its policy suspended, and accident insurance. Insured on her travel policy, and by her home insurance.',
  },
  policies: [
    {
      number: '2077120',
      product: 'motor-liability',
      risk: { choices: { vehicleClass: 'motorcycle' }, instalments: 12 },
      ...vehicle('Triumph Tiger 900', 'KL M19', { year: 2020, value: 1_980_000, vehicleClass: 'motorcycle' }),
      ...yearFrom(today, 190),
      isFirstPeriod: true,
      suspendedOn: addDays(today, -45),
    },
    {
      number: '2077121',
      product: 'accident',
      risk: {
        measures: { sum: 20_000_000 },
        covers: ['daily-allowance'],
        discounts: ['no-claims'],
        instalments: 12,
      },
      ...person('Jón Jónsson', { ssn: '0308731499' }),
      ...yearFrom(today, 77),
      isFirstPeriod: true,
    },
  ],
  instalments: (_, sharers) => monthlySince(today, { sharers, method: 'bank' }),
  toSign: [
    {
      terms: { kind: 'directDebit', account: '0133-26-069344' },
      issuedDaysAgo: 40,
      validDays: -10,
    },
    {
      terms: {
        kind: 'powerOfAttorney',
        insurer: 'Strandvörn tryggingar hf.',
        validTo: addDays(today, 45),
      },
      issuedDaysAgo: 3,
      validDays: 19,
    },
  ],
  offers: [
    {
      number: '8204301',
      product: 'cancellation',
      risk: { choices: { household: 'single' }, discounts: ['loyalty-silver'], instalments: 1 },
      insured: same('Jón Jónsson'),
      needs: [
        {
          is: 'Þú greiðir ferðir langt fram í tímann og vilt fá þær bættar ef veikindi koma í veg fyrir brottför.',
          en: 'You pay for trips far ahead and want the cost back if illness stops you from leaving.',
        },
      ],
      madeDaysAgo: 34,
      validDays: -4,
      effectiveInDays: 1,
    },
  ],
  claims: [],
});

/** Nineteen, first car, priced by driving. */
export const tomas = (today: string): Story => {
  const car = vehicle('Toyota Yaris', 'PX L37', { year: 2015, value: 1_190_000, vehicleClass: 'small' });
  return {
    customer: {
      ssn: '1405071480',
      kind: 'person',
      fullName: 'Tómas Orri Valdimarsson',
      email: 'tomas.orri@postur.example',
      mobilePhone: '7781490',
      address: 'Norðurbyggð 6',
      postalCode: '600',
      town: 'Akureyri',
      paymentMethod: 'claim',
    },
    story: {
      is: 'Ungur ökumaður með fyrsta bílinn í Ökuvísi og eldri bíl sem seldur var. Hefur ekki staðfest tengiliðaupplýsingar.',
      en: 'A young driver with a first car in Ökuvísir and an older one that was sold. Has not confirmed contact details.',
    },
    policies: [
      {
        number: '2120044',
        product: 'okuvisir',
        risk: {
          driving: { cover: 'liabilityAndKasko', score: 78, kilometres: 640 },
          choices: { kaskoStep: '140000' },
          covers: ['comprehensive-motor-insurance'],
          instalments: 12,
        },
        insured: car.insured,
        items: car.items.map((row) => ({ ...row, facts: { ...row.facts, score: 78, kilometres: 640 } })),
        ...yearFrom(today, 118),
      },
      {
        number: '2098715',
        product: 'motor-liability',
        risk: {
          choices: { vehicleClass: 'small', area: 'town', driver: 'under21' },
          instalments: 12,
        },
        ...vehicle('Nissan Micra', 'ZR T64', { year: 2008, value: 290_000, vehicleClass: 'small' }),
        validFrom: addDays(today, -400),
        validTo: addDays(today, -120),
        cancelledOn: addDays(today, -150),
        renews: false,
      },
    ],
    instalments: (premium) => monthly(today, { amounts: twelfths(premium), method: 'claim', next: 5 }),
    claims: [],
  };
};

/** Rents a flat, reads English. */
export const marta = (today: string): Story => ({
  customer: {
    ssn: '1909881479',
    kind: 'person',
    fullName: 'Marta Kowalczyk',
    email: 'marta.kowalczyk@postur.example',
    mobilePhone: '6611459',
    address: 'Skipholt 50c',
    postalCode: '105',
    town: 'Reykjavík',
    language: 'en',
    paymentMethod: 'ccard',
  },
  story: {
    is: 'Leigir íbúð og les ensku. Innbú, innbúskaskó og stök ferðatrygging.',
    en: 'Rents a flat and reads English. Contents, contents all-risk and travel insurance for one.',
  },
  policies: [
    {
      number: '2101733',
      product: 'home',
      risk: { measures: { contents: 5_400_000 }, choices: { level: '1' }, instalments: 12 },
      ...contents(
        { is: 'Innbú, Skipholti 50c, 105 Reykjavík', en: 'Contents, Skipholt 50c, 105 Reykjavík' },
        'Skipholt 50c, 105 Reykjavík',
        5_400_000,
        1,
      ),
      ...yearFrom(today, 64),
    },
    {
      number: '2101734',
      product: 'contents-allrisk',
      risk: { measures: { contents: 5_400_000 }, choices: { allRiskStep: '45000' }, instalments: 12 },
      ...contents(
        { is: 'Innbú, Skipholti 50c, 105 Reykjavík', en: 'Contents, Skipholt 50c, 105 Reykjavík' },
        'Skipholt 50c, 105 Reykjavík',
        5_400_000,
        1,
      ),
      ...yearFrom(today, 64),
    },
    {
      number: '2101735',
      product: 'travel',
      risk: { choices: { household: 'single' }, instalments: 12 },
      ...trip(same('Marta Kowalczyk')),
      ...yearFrom(today, 64),
    },
  ],
  instalments: (premium) => monthly(today, { amounts: twelfths(premium), method: 'ccard', next: 3 }),
  toSign: [
    {
      terms: {
        kind: 'powerOfAttorney',
        insurer: 'Strandvörn tryggingar hf.',
        validTo: addDays(today, 26),
      },
      issuedDaysAgo: 4,
      validDays: 10,
    },
  ],
  claims: [],
});

/** Has an account and nothing else yet. */
export const birta = (): Story => ({
  customer: {
    ssn: '2703991429',
    kind: 'person',
    fullName: 'Birta Líf Hrafnsdóttir',
    email: 'birta.lif@postur.example',
    address: 'Faxabraut 11',
    postalCode: '230',
    town: 'Reykjanesbær',
  },
  story: {
    is: 'Nýr viðskiptavinur sem á enga tryggingu enn og hefur ekkert skráð nema netfang.',
    en: 'A new customer with no policy yet and nothing on file but an email address.',
  },
  policies: [],
  instalments: () => [],
  claims: [],
});
