import { same } from '@hofn/database/seed/policy.ts';
import { addDays } from '@hofn/domain';
import { contents, monthly, type Story, twelfths, vehicle, yearFrom } from '../story.ts';

/** Has an archive of personal data ready for download, and a pending erasure request. */
export const hjordis = (today: string): Story => ({
  customer: {
    ssn: '2404771499',
    kind: 'person',
    fullName: 'Hjördís Lóa Steinþórsdóttir',
    email: 'hjordis.loa@postur.example',
    mobilePhone: '6931499',
    address: 'Hafnarbraut 12',
    postalCode: '780',
    town: 'Höfn í Hornafirði',
    loyaltyTier: 'silver',
    paymentMethod: 'claim',
  },
  story: {
    is: 'Hefur beðið um öll gögnin sín og getur sótt þau. Beiðni um eyðingu bíður svars.',
    en: 'Has asked for all her data and can download it. A request for erasure is waiting for a reply.',
  },
  policies: [
    {
      number: '2240770',
      product: 'home',
      risk: {
        measures: { contents: 7_200_000 },
        choices: { level: '2' },
        covers: ['liability-and-leisure-accidents'],
        instalments: 12,
      },
      ...contents(
        { is: 'Innbú, Hafnarbraut 12, 780 Höfn', en: 'Contents, Hafnarbraut 12, 780 Höfn' },
        'Hafnarbraut 12, 780 Höfn',
        7_200_000,
        2,
      ),
      ...yearFrom(today, 120),
    },
  ],
  instalments: (premium) => monthly(today, { amounts: twelfths(premium), method: 'claim', next: 4 }),
  claims: [],
  // It did not lead to a contract, so it is deleted when her request is granted.
  offers: [
    {
      number: '8204477',
      product: 'cancellation',
      risk: { choices: { household: 'single' }, discounts: ['loyalty-silver'], instalments: 1 },
      insured: same('Hjördís Lóa Steinþórsdóttir'),
      needs: [
        {
          is: 'Þú pantar ferð til útlanda og vilt fá hana bætta komist þú ekki vegna veikinda.',
          en: 'You book a trip abroad and want its cost back if illness keeps you at home.',
        },
      ],
      madeDaysAgo: 60,
      validDays: -30,
      effectiveInDays: 1,
    },
  ],
});

/** Has been erased on request; shows what is kept and why. */
export const baldur = (today: string): Story => ({
  customer: {
    ssn: '0509831459',
    kind: 'person',
    fullName: 'Baldur Kári Njálsson',
    email: 'baldur.kari@postur.example',
    mobilePhone: '8241459',
    address: 'Laugarvegur 7',
    postalCode: '580',
    town: 'Siglufjörður',
    paymentMethod: 'claim',
  },
  story: {
    is: 'Óskaði eftir eyðingu sem var samþykkt. Á enn heimilistryggingu og sér hvað er geymt, hvers vegna og hve lengi.',
    en: 'Asked for erasure, which was granted. Still has home insurance, and sees what is kept, why and for how long.',
  },
  policies: [
    {
      number: '2509830',
      product: 'home',
      risk: { measures: { contents: 4_900_000 }, choices: { level: '1' }, instalments: 12 },
      ...contents(
        { is: 'Innbú, Laugarvegi 7, 580 Siglufirði', en: 'Contents, Laugarvegur 7, 580 Siglufjörður' },
        'Laugarvegur 7, 580 Siglufjörður',
        4_900_000,
        1,
      ),
      ...yearFrom(today, 200),
    },
    {
      number: '2509831',
      product: 'kasko',
      risk: {
        measures: { value: 1_900_000 },
        choices: { kaskoStep: '90000', vehicleAge: 'old' },
        instalments: 12,
      },
      ...vehicle('Suzuki Jimny', 'BK N59', { year: 2012, value: 1_900_000, vehicleClass: 'suv' }),
      validFrom: addDays(today, -800),
      validTo: addDays(today, -436),
      renews: false,
    },
  ],
  instalments: (premium) => monthly(today, { amounts: twelfths(premium), method: 'claim' }).slice(-4),
  claims: [],
});
