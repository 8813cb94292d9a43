import { noonOf } from '@hofn/database/seed/ids-and-instants.ts';
import { type Both, same } from '@hofn/database/seed/policy.ts';
import { tariff } from '@hofn/database/seed/rating.ts';
import { addDays } from '@hofn/domain';
import type { CompanyFigures } from '@hofn/domain/company-figures.ts';
import { riskOfFigures } from '@hofn/insurance/risks.ts';
import {
  activity,
  monthly,
  person,
  property,
  type Story,
  trip,
  twelfths,
  vehicle,
  yearFrom,
  yearTo,
} from '../story.ts';

const netmaking = '6512981489';
const housingAssociation = '6412111410';

/** Flats rented out in different parts of the country. */
const letFlats = [
  {
    number: '1655301',
    street: 'Snorrabraut 83',
    flat: '0301',
    place: '105 Reykjavík',
    built: 1948,
    area: 62,
    value: 24_300_000,
    area_: 'capital',
  },
  {
    number: '1655303',
    street: 'Hamrahlíð 17',
    flat: '0104',
    place: '105 Reykjavík',
    built: 1972,
    area: 88,
    value: 33_900_000,
    area_: 'capital',
  },
  {
    number: '1655305',
    street: 'Skarðshlíð 22',
    flat: '0202',
    place: '603 Akureyri',
    built: 1969,
    area: 74,
    value: 27_150_000,
    area_: 'town',
  },
  {
    number: '1655307',
    street: 'Hafnarstræti 9',
    flat: '0101',
    place: '400 Ísafjörður',
    built: 1931,
    area: 103,
    value: 35_600_000,
    area_: 'rural',
  },
] as const;

/** Rents out four flats, one of them being sold, and is on the board of a housing association. */
export const aron = (today: string): Story => ({
  customer: {
    ssn: '0306881479',
    kind: 'person',
    fullName: 'Aron Freyr Sigurbjörnsson',
    email: 'aron.freyr@postur.example',
    mobilePhone: '8961479',
    homePhone: '5651479',
    address: 'Vesturvangur 8',
    postalCode: '220',
    town: 'Hafnarfjörður',
    loyaltyTier: 'gold',
    paymentMethod: 'claim',
    bankAccount: { bank: '0545', ledger: '26', account: '103068' },
  },
  story: {
    is: 'Leigusali með fjórar íbúðir á þremur stöðum á landinu. Ein trygging er í uppsögn. Prókúruhafi húsfélags.',
    en: 'A landlord with four flats in three parts of the country. One policy has been cancelled. Procuration holder of a housing association.',
  },
  policies: letFlats.flatMap(({ number, street, flat, place, built, area, value, area_ }, index) => {
    const insured = property(
      { is: `${street}, íbúð ${flat}`, en: `${street}, flat ${flat}` },
      { address: `${street}, ${place}`, built, area, fireValue: value },
    );
    const days = yearFrom(today, 30 + index * 81);
    const sold =
      index === 3 ? { cancelledOn: addDays(today, -9), validTo: addDays(today, 39), renews: false } : {};
    return [
      {
        number,
        product: 'property-fire',
        risk: { measures: { fireValue: value }, instalments: 12 as const },
        ...insured,
        ...days,
      },
      {
        number: String(Number(number) + 1),
        product: 'homeowners',
        risk: {
          measures: { fireValue: value },
          choices: { built: built < 1970 ? 'before1970' : 'before2000', area: area_ },
          discounts: ['no-claims' as const, 'loyalty-gold' as const],
          instalments: 12 as const,
        },
        ...insured,
        ...days,
        ...sold,
      },
    ];
  }),
  instalments: (premium) => monthly(today, { amounts: twelfths(premium), method: 'claim' }),
  claims: [
    {
      number: `T-${today.slice(0, 4)}-003120`,
      policy: '1655304',
      title: { is: 'Sprungin rúða í stofu', en: 'Cracked living room window' },
      status: 'settled',
      dateOfLoss: addDays(today, -96),
      place: 'Hamrahlíð 17',
      reportedAt: noonOf(addDays(today, -95)),
      changedOn: addDays(today, -71),
      lossAmount: 148_000,
      compensation: 118_400,
    },
  ],
  companies: [{ company: housingAssociation, kind: 'procuration', registeredOn: '2021-04-14' }],
});

/** Runs the net-making company: procuration, board and ownership. */
export const sigridur = (today: string): Story => ({
  customer: {
    ssn: '0502791469',
    kind: 'person',
    fullName: 'Sigríður Ása Brynjólfsdóttir',
    email: 'sigridur.asa@isver.example',
    mobilePhone: '8621469',
    address: 'Hafnargata 31',
    postalCode: '710',
    town: 'Seyðisfjörður',
    loyaltyTier: 'diamond',
    paymentMethod: 'bank',
    bankAccount: { bank: '0175', ledger: '26', account: '020579' },
  },
  story: {
    is: 'Framkvæmdastjóri og eigandi Netagerðarinnar Ísvers með prókúru. Á sjálf sumarhús og jeppa.',
    en: 'Runs and owns Netagerðin Ísver, with procuration. Has a summer house and a four-wheel drive of her own.',
  },
  policies: [
    {
      number: '1801177',
      product: 'summerhouse',
      risk: {
        measures: { fireValue: 29_800_000 },
        choices: { built: 'newer' },
        covers: ['contents', 'deck', 'hot-tub', 'liability'],
        discounts: ['loyalty-diamond'],
        instalments: 12,
      },
      ...property(
        { is: 'Sumarhús, Lambhagi 4, Fljótsdal', en: 'Summer house, Lambhagi 4, Fljótsdalur' },
        { address: 'Lambhagi 4, 701 Egilsstaðir', built: 2009, area: 86, fireValue: 29_800_000 },
      ),
      ...yearTo(today, 12),
    },
    {
      number: '1801178',
      product: 'motor-liability',
      risk: {
        choices: { vehicleClass: 'suv', area: 'rural' },
        discounts: ['no-claims', 'loyalty-diamond'],
        instalments: 12,
      },
      ...vehicle('Toyota Land Cruiser 150', 'GM R05', { year: 2018, value: 8_400_000, vehicleClass: 'suv' }),
      ...yearFrom(today, 250),
    },
    {
      number: '1801179',
      product: 'kasko',
      risk: {
        measures: { value: 8_400_000 },
        choices: { kaskoStep: '185000', vehicleAge: 'used', area: 'rural' },
        discounts: ['no-claims', 'loyalty-diamond'],
        instalments: 12,
      },
      ...vehicle('Toyota Land Cruiser 150', 'GM R05', { year: 2018, value: 8_400_000, vehicleClass: 'suv' }),
      ...yearFrom(today, 250),
    },
    {
      number: '1801180',
      product: 'critical-illness',
      risk: {
        measures: { sum: 12_000_000 },
        choices: { age: 'under50' },
        discounts: ['loyalty-diamond'],
        instalments: 12,
      },
      ...person('Sigríður Ása Brynjólfsdóttir', { ssn: '0502791469' }),
      termsCodes: ['LJ31', 'YY10'],
      ...yearFrom(today, 28),
    },
  ],
  instalments: (premium) => monthly(today, { amounts: twelfths(premium), method: 'bank' }),
  toSign: [
    {
      terms: {
        kind: 'powerOfAttorney',
        insurer: 'Strandvörn tryggingar hf.',
        validTo: addDays(today, 45),
      },
      issuedDaysAgo: 6,
      validDays: 24,
    },
  ],
  offers: [
    {
      number: '8204466',
      product: 'accident',
      risk: {
        measures: { sum: 15_000_000 },
        covers: ['death-benefit'],
        discounts: ['loyalty-diamond'],
        instalments: 12,
      },
      insured: same('Sigríður Ása Brynjólfsdóttir'),
      needs: [
        {
          is: 'Þú ferð á sjó og vilt fá bætur ef slys veldur varanlegri örorku.',
          en: 'You go to sea, and want compensation if an accident leaves a lasting impairment.',
        },
      ],
      madeDaysAgo: 3,
      validDays: 18,
      effectiveInDays: 19,
    },
  ],
  claims: [],
  companies: [
    { company: netmaking, kind: 'procuration', registeredOn: '2011-09-05' },
    { company: netmaking, kind: 'owner', registeredOn: '2011-09-05' },
    { company: netmaking, kind: 'board', registeredOn: '2014-05-20' },
  ],
});

/** On the board, without the right to act for the company. */
export const einar = (today: string): Story => ({
  customer: {
    ssn: '0811571469',
    kind: 'person',
    fullName: 'Einar Þór Magnússon',
    email: 'einar.thor@postur.example',
    mobilePhone: '8981469',
    homePhone: '4721469',
    address: 'Botnahlíð 15',
    postalCode: '710',
    town: 'Seyðisfjörður',
    loyaltyTier: 'silver',
    paymentMethod: 'claim',
  },
  story: {
    is: 'Stjórnarmaður í Netagerðinni Ísveri án prókúru: hefur ekki aðgang að tryggingum félagsins. Heimilistrygging sem endurnýjast brátt.',
    en: 'On the board of Netagerðin Ísver without procuration: has no access to its insurance. Home insurance that renews soon.',
  },
  policies: [
    {
      number: '1344902',
      product: 'home',
      risk: {
        measures: { contents: 9_100_000 },
        choices: { level: '2', area: 'rural' },
        covers: ['liability-and-leisure-accidents'],
        discounts: ['no-claims', 'loyalty-silver'],
        instalments: 1,
      },
      items: [
        {
          kind: 'contents',
          name: {
            is: 'Innbú, Botnahlíð 15, 710 Seyðisfirði',
            en: 'Contents, Botnahlíð 15, 710 Seyðisfjörður',
          },
          facts: { address: 'Botnahlíð 15, 710 Seyðisfjörður', contents: 9_100_000, level: 2 },
        },
      ],
      insured: {
        is: 'Innbú, Botnahlíð 15, 710 Seyðisfirði',
        en: 'Contents, Botnahlíð 15, 710 Seyðisfjörður',
      },
      ...yearTo(today, 6),
    },
  ],
  instalments: (premium) => [
    {
      sequence: 1,
      sequenceOf: 1,
      dueDate: addDays(today, 7),
      finalDueDate: addDays(today, 21),
      amount: premium,
      method: 'claim',
    },
  ],
  claims: [],
  companies: [{ company: netmaking, kind: 'board', registeredOn: '2018-03-12' }],
});

const liabilityFigures: CompanyFigures['liability'] = {
  activity: 'industry',
  payroll: 268_000_000,
  staff: 23,
  turnover: 912_000_000,
  foreignShare: 35,
};
const travelFigures: CompanyFigures['travel'] = {
  travellers: 9,
  nordic: 50,
  europe: 62,
  northAmerica: 0,
  world: 20,
  riskyWork: false,
};
const trades: { name: Both; figures: CompanyFigures['personal'] }[] = [
  {
    name: { is: 'Netagerðarfólk', en: 'Net makers' },
    figures: { agreement: 'general', occupation: 'industry', manYears: 14, allDay: false },
  },
  {
    name: { is: 'Skrifstofufólk', en: 'Office staff' },
    figures: { agreement: 'general', occupation: 'office', manYears: 4, allDay: false },
  },
  {
    name: { is: 'Áhöfn þjónustubáts', en: 'Service boat crew' },
    figures: { agreement: 'sea', occupation: 'sea', manYears: 3, allDay: true },
  },
];

/** A company with vehicles, premises and staff. */
export const isver = (today: string): Story => ({
  customer: {
    ssn: netmaking,
    kind: 'company',
    fullName: 'Netagerðin Ísver ehf.',
    email: 'bokhald@isver.example',
    mobilePhone: '8621470',
    homePhone: '4721470',
    address: 'Fjarðargata 10',
    postalCode: '710',
    town: 'Seyðisfjörður',
    loyaltyTier: 'gold',
    paymentMethod: 'bank',
    bankAccount: { bank: '0175', ledger: '26', account: '651298' },
  },
  story: {
    is: 'Fyrirtæki með bíla, húsnæði, ábyrgð, starfsfólk og vinnuferðir. Prókúruhafi og stjórnarmaður eru í þessum hópi.',
    en: 'A company with vehicles, premises, liability, staff and business travel. Its procuration holder and a board member are in this list.',
  },
  policies: [
    ...(['VB K12', 'VB K13', 'ON T40'] as const).map((plate, index) => ({
      number: String(1_902_210 + index),
      product: 'motor-liability',
      risk: {
        choices: { vehicleClass: index === 2 ? 'truck' : 'van', area: 'rural' },
        discounts: ['loyalty-gold' as const],
        instalments: 12 as const,
      },
      ...vehicle(index === 2 ? 'Scania G 410' : 'Renault Master', plate, {
        year: 2016 + index * 2,
        value: 3_200_000 + index * 4_100_000,
        vehicleClass: index === 2 ? 'truck' : 'van',
      }),
      ...yearFrom(today, 160),
    })),
    {
      number: '1902220',
      product: 'property-fire',
      risk: { measures: { fireValue: 684_000_000 }, instalments: 12 },
      ...property(
        { is: 'Fjarðargata 10, netaverkstæði', en: 'Fjarðargata 10, net workshop' },
        { address: 'Fjarðargata 10, 710 Seyðisfjörður', built: 1987, area: 2140, fireValue: 684_000_000 },
      ),
      ...yearFrom(today, 160),
    },
    {
      number: '1902221',
      product: 'business-liability',
      risk: {
        ...riskOfFigures({ cover: 'liability', figures: liabilityFigures }, tariff),
        discounts: ['loyalty-gold'],
        instalments: 12,
      },
      ...activity(
        { is: 'Netagerð og veiðarfæraþjónusta', en: 'Net making and fishing gear service' },
        {
          activity: { is: 'Netagerð', en: 'Net making' },
          payroll: liabilityFigures.payroll,
          turnover: liabilityFigures.turnover,
        },
      ),
      figures: liabilityFigures,
      ...yearFrom(today, 160),
    },
    ...trades.map(({ name, figures }, index) => ({
      number: String(1_902_230 + index),
      product: 'employee-accident',
      risk: {
        ...riskOfFigures({ cover: 'personal', figures }, tariff),
        covers: ['personal-items'],
        discounts: ['loyalty-gold' as const],
        instalments: 12 as const,
      },
      ...activity(name, { occupation: name, manYears: figures.manYears }),
      figures,
      ...yearFrom(today, 160),
    })),
    {
      number: '1902240',
      product: 'company-travel',
      risk: {
        ...riskOfFigures({ cover: 'travel', figures: travelFigures }, tariff),
        instalments: 12,
      },
      ...trip({ is: 'Vinnuferðir starfsfólks', en: 'Business trips of staff' }),
      figures: travelFigures,
      ...yearTo(today, 24),
    },
  ],
  instalments: (premium) => monthly(today, { amounts: twelfths(premium), method: 'bank' }),
  toSign: [
    {
      terms: { kind: 'directDebit', account: '0175-26-651298' },
      issuedDaysAgo: 6,
      validDays: 15,
    },
  ],
  claims: [
    {
      number: `T-${today.slice(0, 4)}-004655`,
      policy: '1902230',
      title: { is: 'Vinnuslys við spil', en: 'Work accident at a winch' },
      status: 'assessment',
      dateOfLoss: addDays(today, -27),
      place: 'Fjarðargata 10',
      reportedAt: noonOf(addDays(today, -26)),
      changedOn: addDays(today, -11),
    },
  ],
});

/** A housing association of eighteen flats. */
export const vesturvangur = (today: string): Story => {
  const house = property(
    { is: 'Vesturvangur 8, sameign og 18 íbúðir', en: 'Vesturvangur 8, common parts and 18 flats' },
    { address: 'Vesturvangur 8, 220 Hafnarfjörður', built: 1978, area: 1890, fireValue: 712_000_000 },
  );
  return {
    customer: {
      ssn: housingAssociation,
      kind: 'company',
      fullName: 'Húsfélagið Vesturvangi 8',
      email: 'stjorn@vesturvangur8.example',
      mobilePhone: '8961480',
      address: 'Vesturvangur 8',
      postalCode: '220',
      town: 'Hafnarfjörður',
      paymentMethod: 'claim',
      bankAccount: { bank: '0545', ledger: '26', account: '641211' },
    },
    story: {
      is: 'Húsfélag átján íbúða með húseigendatryggingu og brunatryggingu. Aron Freyr er prókúruhafi.',
      en: 'A housing association of eighteen flats with homeowner and fire insurance. Aron Freyr holds its procuration.',
    },
    policies: [
      {
        number: '1420018',
        product: 'homeowners',
        risk: {
          measures: { fireValue: 712_000_000 },
          choices: { built: 'before2000', claims: 'one' },
          instalments: 12,
        },
        ...house,
        ...yearFrom(today, 226),
      },
      {
        number: '1420019',
        product: 'property-fire',
        risk: { measures: { fireValue: 712_000_000 }, instalments: 12 },
        ...house,
        ...yearFrom(today, 226),
      },
    ],
    instalments: (premium) => monthly(today, { amounts: twelfths(premium), method: 'claim' }),
    claims: [
      {
        number: `T-${today.slice(0, 4)}-004902`,
        policy: '1420018',
        title: { is: 'Sprungin rúða í anddyri', en: 'Cracked glass in the entrance' },
        status: 'received',
        dateOfLoss: addDays(today, -2),
        place: 'Vesturvangur 8',
        reportedAt: noonOf(addDays(today, -1)),
        changedOn: addDays(today, -1),
      },
    ],
  };
};
