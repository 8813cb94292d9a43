import { noonOf } from '@hofn/database/seed/ids-and-instants.ts';
import type { Both } from '@hofn/database/seed/policy.ts';
import { addDays, addMonths } from '@hofn/domain';
import {
  type ClaimDraft,
  contents,
  firstOfMonth,
  type InstalmentDraft,
  monthly,
  type Story,
  trip,
  twelfths,
  untilLapse,
  vehicle,
  yearFrom,
} from '../story.ts';

/** Two months behind with payments; the comprehensive cover has lapsed. */
export const sigurbjorg = (today: string): Story => {
  const car = vehicle('Hyundai i20', 'YS D72', { year: 2019, value: 2_150_000, vehicleClass: 'small' });
  const lapsedOn = addDays(today, -19);
  return {
    customer: {
      ssn: '2109951459',
      kind: 'person',
      fullName: 'Sigurbjörg Rós Hallgrímsdóttir',
      email: 'sigurbjorg.ros@postur.example',
      mobilePhone: '7721459',
      address: 'Álfaskeið 44',
      postalCode: '220',
      town: 'Hafnarfjörður',
      paymentMethod: 'claim',
    },
    story: {
      is: 'Skuldar tvo mánuði. Kaskótryggingin er fallin vegna vanskila en skyldutryggingin er enn í gildi.',
      en: 'Two months behind. The comprehensive cover has lapsed for non-payment; the mandatory one is still in force.',
    },
    policies: [
      {
        number: '2055610',
        product: 'motor-liability',
        risk: { choices: { vehicleClass: 'small', claims: 'one' }, instalments: 12 },
        ...car,
        ...yearFrom(today, 233),
      },
      {
        number: '2055611',
        product: 'kasko',
        risk: {
          measures: { value: 2_150_000 },
          choices: { kaskoStep: '140000', vehicleAge: 'used', claims: 'one' },
          instalments: 12,
        },
        ...car,
        ...yearFrom(today, 233),
        lapsedOn,
        renews: false,
      },
      {
        number: '2055612',
        product: 'home',
        risk: { measures: { contents: 4_300_000 }, choices: { level: '1' }, instalments: 12 },
        ...contents(
          { is: 'Innbú, Álfaskeiði 44, 220 Hafnarfirði', en: 'Contents, Álfaskeið 44, 220 Hafnarfjörður' },
          'Álfaskeið 44, 220 Hafnarfjörður',
          4_300_000,
          1,
        ),
        ...yearFrom(today, 233),
      },
    ],
    instalments: (premium, sharers) => {
      const lapsed = sharers.reduce(
        (sum, sharer) => sum + (sharer.lapsedOn === null ? 0 : sharer.premium),
        0,
      );
      const amounts = untilLapse(today, { premium, lapsed, lapsedOn });
      return monthly(today, { amounts, method: 'claim', unpaid: 2 });
    },
    claims: [],
  };
};

const everyStatus: {
  status: ClaimDraft['status'];
  policy: string;
  title: Both;
  place?: string;
  loss?: number;
  paid?: number;
}[] = [
  {
    status: 'received',
    policy: '1733400',
    title: { is: 'Árekstur á bílastæði', en: 'Collision in a car park' },
  },
  {
    status: 'inProgress',
    policy: '1733401',
    title: { is: 'Hjóli stolið úr hjólageymslu', en: 'Bicycle stolen from a bicycle store' },
  },
  {
    status: 'awaitingDocuments',
    policy: '1733403',
    place: 'Kaupmannahöfn',
    title: { is: 'Farangur sem týndist', en: 'Lost baggage' },
  },
  {
    status: 'assessment',
    policy: '1733404',
    place: 'Öxnadalsheiði',
    title: { is: 'Grjóthrun á vélarhlíf', en: 'Falling rocks on a bonnet' },
    loss: 412_000,
  },
  {
    status: 'approved',
    policy: '1733401',
    title: { is: 'Vatnsleki undan þvottavél', en: 'Water leaking from a washing machine' },
    loss: 286_000,
  },
  {
    status: 'partlyApproved',
    policy: '1733401',
    title: { is: 'Innbrot í geymslu', en: 'Burglary from a storage room' },
    loss: 340_000,
    paid: 205_000,
  },
  {
    status: 'rejected',
    policy: '1733404',
    place: 'Sprengisandsleið',
    title: { is: 'Skemmd á undirvagni á hálendisvegi', en: 'Underbody damage on a highland road' },
    loss: 530_000,
    paid: 0,
  },
  {
    status: 'settled',
    policy: '1733404',
    place: 'Breiðdalsheiði',
    title: { is: 'Ekið á hreindýr', en: 'Collision with a reindeer' },
    loss: 1_240_000,
    paid: 1_150_000,
  },
  {
    status: 'closed',
    policy: '1733403',
    place: 'Tenerife',
    title: { is: 'Læknisaðstoð á ferðalagi', en: 'Medical help while travelling' },
    loss: 94_300,
    paid: 69_300,
  },
  {
    status: 'reopened',
    policy: '1733400',
    title: { is: 'Aftanákeyrsla, eftirköst', en: 'Rear-end collision, after-effects' },
    loss: 760_000,
    paid: 420_000,
  },
  {
    status: 'withdrawn',
    policy: '1733402',
    title: { is: 'Sími sem fannst aftur', en: 'A phone that was found again' },
  },
];

/** A claim of each status. */
export const katla = (today: string): Story => {
  const car = vehicle('Skoda Octavia', 'LE N88', { year: 2020, value: 4_250_000, vehicleClass: 'car' });
  const home = 'Brekkugata 30, 600 Akureyri';
  const household = contents(
    { is: 'Innbú, Brekkugötu 30, 600 Akureyri', en: `Contents, ${home}` },
    home,
    10_200_000,
    2,
  );
  const filed: ClaimDraft[] = everyStatus.map(({ status, policy, title, loss, paid, place }, index) => ({
    number: `T-${addDays(today, -20 - index * 22).slice(0, 4)}-${String(4700 - index * 131).padStart(6, '0')}`,
    policy,
    title,
    status,
    dateOfLoss: addDays(today, -20 - index * 22),
    place: place ?? 'Akureyri',
    reportedAt: noonOf(addDays(today, -19 - index * 22)),
    ...(status === 'awaitingDocuments' && {
      needs: [{ is: 'Skýrsla flugfélagsins um farangurinn (PIR)', en: 'The airline’s baggage report (PIR)' }],
      needsBy: addDays(today, 12),
    }),
    changedOn: addDays(today, -4 - index * 20),
    lossAmount: loss ?? null,
    compensation: paid ?? null,
  }));
  return {
    customer: {
      ssn: '1706911489',
      kind: 'person',
      fullName: 'Katla Dís Ragnarsdóttir',
      // Lives with the employee Ragna, who therefore handles nothing of hers.
      familyNumber: '1706881479',
      email: 'katla.dis@postur.example',
      mobilePhone: '6981489',
      address: 'Brekkugata 30',
      postalCode: '600',
      town: 'Akureyri',
      loyaltyTier: 'bronze',
      paymentMethod: 'ccard',
    },
    story: {
      is: 'Á tjón í hverri stöðu og drög að einu til viðbótar. Býr með Rögnu, sem vinnur hér.',
      en: 'Has a claim in each state, and one more that is still a draft. Lives with the employee Ragna.',
    },
    policies: [
      {
        number: '1733400',
        product: 'motor-liability',
        risk: { choices: { area: 'town', claims: 'more' }, instalments: 12 },
        ...car,
        ...yearFrom(today, 288),
      },
      {
        number: '1733404',
        product: 'kasko',
        risk: {
          measures: { value: 4_250_000 },
          choices: { kaskoStep: '90000', vehicleAge: 'used', area: 'town', claims: 'more' },
          instalments: 12,
        },
        ...car,
        ...yearFrom(today, 288),
      },
      {
        number: '1733401',
        product: 'home',
        risk: {
          measures: { contents: 10_200_000 },
          choices: { level: '2', area: 'town', claims: 'more' },
          covers: ['liability-and-leisure-accidents'],
          instalments: 12,
        },
        ...household,
        ...yearFrom(today, 288),
      },
      {
        number: '1733402',
        product: 'contents-allrisk',
        risk: {
          measures: { contents: 10_200_000 },
          choices: { allRiskStep: '30000', claims: 'more' },
          instalments: 12,
        },
        ...household,
        ...yearFrom(today, 288),
      },
      {
        number: '1733403',
        product: 'travel',
        risk: { choices: { household: 'family' }, instalments: 12 },
        ...trip({ is: 'Fjölskyldan, um allan heim', en: 'The family, worldwide' }),
        ...yearFrom(today, 288),
      },
    ],
    instalments: (premium) => monthly(today, { amounts: twelfths(premium), method: 'ccard' }),
    claims: filed,
    toSign: filed
      .filter(({ status }) => status === 'approved')
      .map(({ number }) => ({
        terms: { kind: 'settlement', amount: 241_000, account: '0162-26-017069' },
        claim: number,
        issuedDaysAgo: 1,
        validDays: 20,
      })),
  };
};

const longName =
  'Aðalheiður Þorbjörg Sigurlaug Kristjana Guðmundsdóttir Breiðfjörð Hallgrímsson frá Kirkjubæjarklaustri á Síðu';

const fleet = [
  'Volkswagen Transporter Kombi, langur, níu sæta, fjórhjóladrifinn',
  'Dacia Duster',
  'Mercedes-Benz Sprinter 519 CDI með upphækkuðu þaki',
] as const;

const plateOf = (index: number): string => {
  const letters = 'ABDEFGHJKLMNOPRSTUVXYZ';
  const letter = (place: number) => letters[place % letters.length] ?? 'A';
  return `${letter(index)}${letter(Math.floor(index / 22) + 5)} ${letter(index * 7)}${String(10 + (index % 90))}`;
};

const fleetSize = 120;

// Ten years of monthly invoices, for testing long lists of payments.
const tenYears = (today: string): InstalmentDraft[] =>
  Array.from({ length: 120 }, (_, index) => {
    const dueDate = addMonths(firstOfMonth(today), index - 118);
    return {
      sequence: (index % 12) + 1,
      sequenceOf: 12,
      dueDate,
      finalDueDate: addDays(dueDate, 14),
      amount: 1_120_000 + index * 6_350,
      method: 'claim' as const,
      paidAt: dueDate <= today ? noonOf(dueDate) : null,
    };
  });

/** Very long names, and hundreds of rows in every list. */
export const adalheidur = (today: string): Story => {
  const vehicles = Array.from({ length: fleetSize }, (_, index) => {
    const name = fleet[index % fleet.length] ?? fleet[0];
    const year = 2009 + (index % 16);
    const value = 1_400_000 + (year - 2009) * 420_000;
    const vehicleClass = index % 3 === 1 ? 'suv' : 'van';
    return {
      ...{ index, value, vehicleClass },
      ...vehicle(name, plateOf(index), { year, value, vehicleClass }),
    };
  });
  return {
    customer: {
      ssn: '1106681479',
      kind: 'person',
      fullName: longName,
      email:
        'adalheidur.thorbjorg.sigurlaug.kristjana.gudmundsdottir@ferdathjonustan-kirkjubaejarklaustri.example',
      mobilePhone: '8931479',
      homePhone: '4871479',
      address: 'Ferðaþjónustan Efri-Kirkjubæjarklaustursfjara, gamla íbúðarhúsið að austanverðu',
      postalCode: '880',
      town: 'Kirkjubæjarklaustur',
      loyaltyTier: 'diamond',
      paymentMethod: 'claim',
    },
    story: {
      is: 'Mjög löng nöfn og hundruð lína í öllum listum: bílaleiga með 120 bíla, tíu ára greiðslusögu og sjötíu tjón.',
      en: 'Very long names and hundreds of rows in every list: a car rental with 120 cars, ten years of payments and seventy claims.',
    },
    policies: vehicles.flatMap(({ index, value, vehicleClass, items, insured }) => {
      const common = { items, insured, ...yearFrom(today, (index * 37) % 360) };
      const old =
        index % 17 === 0
          ? { validFrom: addDays(today, -700 - index), validTo: addDays(today, -336 - index), renews: false }
          : {};
      return [
        {
          number: String(1_500_000 + index * 3),
          product: 'motor-liability',
          risk: {
            choices: { vehicleClass, area: 'rural' },
            discounts: ['loyalty-diamond' as const],
            instalments: 12 as const,
          },
          ...common,
          ...old,
        },
        {
          number: String(1_500_001 + index * 3),
          product: 'kasko',
          risk: {
            measures: { value },
            choices: { kaskoStep: '250000', vehicleAge: 'old', area: 'rural' },
            discounts: ['loyalty-diamond' as const],
            instalments: 12 as const,
          },
          ...common,
          ...old,
        },
        {
          number: String(1_500_002 + index * 3),
          product: 'windscreen',
          risk: { choices: { vehicleClass: 'van' }, instalments: 12 as const },
          ...common,
          ...old,
        },
      ];
    }),
    instalments: () => tenYears(today),
    toSign: [
      {
        terms: {
          kind: 'powerOfAttorney',
          insurer: 'Strandvörn tryggingar hf.',
          validTo: addDays(today, 45),
        },
        issuedDaysAgo: 8,
        validDays: 30,
      },
    ],
    claims: vehicles.slice(0, 70).map(({ index }) => ({
      number: `T-${addDays(today, -400 - index * 19).slice(0, 4)}-${String(1000 + index * 13).padStart(6, '0')}`,
      policy: String(1_500_002 + index * 3),
      title: {
        is: 'Steinkast á framrúðu á Þjóðvegi 1 austan við Kirkjubæjarklaustur í mikilli umferð og hliðarvindi',
        en: 'Stone chip in a windscreen on Route 1 east of Kirkjubæjarklaustur in heavy traffic and a side wind',
      },
      status: index === 0 ? ('inProgress' as const) : ('settled' as const),
      dateOfLoss: addDays(today, -400 - index * 19),
      place: 'Þjóðvegur 1, Skaftárhreppur',
      reportedAt: noonOf(addDays(today, -399 - index * 19)),
      changedOn: addDays(today, -380 - index * 19),
      lossAmount: 120_000 + index * 700,
      compensation: 96_000 + index * 560,
    })),
  };
};
