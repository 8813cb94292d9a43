import { emptyClaimForm } from '@hofn/domain/claim-form.ts';

/** What a demo customer did in Höfn before the demo begins. Days are counted back from the day of the seeding. */
export type CustomerActs = {
  ssn: string;
  /** Days since they confirmed their contact details. */
  contactConfirmed?: number;
  /** The card they registered. */
  card?: { number: string; token: string; expires: string; brand: string };
  /** The persons they gave access, by kennitala, and days since. */
  access?: Array<{ to: string; role: 'Readonly' | 'Full' | 'Admin'; daysAgo: number }>;
};

const card = (digits: string, expires: string, brand: string) => ({
  ...{ number: `•••• ${digits}`, token: `demo-${digits}`, expires, brand },
});

const gudrun = '1201741429';
const jon = '0308731499';
const katla = '1706911489';
const marta = '1909881479';
const hjordis = '2404771499';
const baldur = '0509831459';

/** The demo’s customers who did something, by kennitala; docs/demo.md tells who they are. */
export const customerActs: readonly CustomerActs[] = [
  {
    ...{ ssn: gudrun, contactConfirmed: 60, card: card('4821', '08/29', 'Visa') },
    access: [{ to: jon, role: 'Readonly', daysAgo: 100 }],
  },
  {
    ...{ ssn: jon, contactConfirmed: 200, card: card('6610', '04/30', 'Visa') },
    access: [{ to: gudrun, role: 'Full', daysAgo: 40 }],
  },
  { ssn: marta, contactConfirmed: 20, card: card('1102', '03/28', 'Mastercard') },
  { ssn: '0306881479', contactConfirmed: 120 },
  { ssn: '0502791469', contactConfirmed: 31, card: card('3308', '09/29', 'Mastercard') },
  { ssn: '0811571469', contactConfirmed: 340 },
  { ssn: '6512981489', contactConfirmed: 15 },
  { ssn: '6412111410', contactConfirmed: 88 },
  { ssn: '2109951459', contactConfirmed: 410, card: card('0002', '05/28', 'Mastercard') },
  { ssn: katla, contactConfirmed: 75, card: card('7719', '11/27', 'Visa') },
  { ssn: '1106681479', contactConfirmed: 5, card: card('9024', '12/29', 'Visa') },
  { ssn: hjordis, contactConfirmed: 31 },
  { ssn: baldur, contactConfirmed: 60 },
];

/** A form of a claim, on a policy by its number, with days since the loss. */
export type FiledForm = {
  ssn: string;
  policy: string;
  lossDaysAgo: number;
  form: Omit<typeof emptyClaimForm, 'policy' | 'dateOfLoss'>;
};

/** A claim that was filed in the portal, and what was written about it since. The core knows the rest. */
export const filedClaim: FiledForm & {
  line: 'property';
  messages: Array<{ fromInsurer: boolean; author: string; text: string; daysAgo: number; hour: number }>;
} = {
  ...{ ssn: gudrun, policy: '1760416', lossDaysAgo: 13, line: 'property' },
  form: {
    ...emptyClaimForm,
    time: '18:30',
    place: 'Hjarðarhagi 24',
    causes: ['water'],
    description: 'Lögn undir vaskinum gaf sig og vatn flæddi um eldhúsgólfið.',
    details: { propertyAddress: 'Hjarðarhagi 24', housingAssociation: 'yes', stillActive: 'no' },
  },
  messages: [
    {
      fromInsurer: false,
      author: 'Guðrún Helga Þorsteinsdóttir',
      text: 'Góðan dag. Píparinn kemur á þriðjudaginn. Má ég láta laga lögnina strax?',
      ...{ daysAgo: 9, hour: 10 },
    },
    {
      fromInsurer: true,
      author: 'Katrín Ósk Einarsdóttir',
      text: 'Já, láttu laga lögnina sem fyrst. Taktu mynd á eftir og sendu okkur hana með reikningnum.',
      ...{ daysAgo: 9, hour: 11 },
    },
  ],
};

/** A claim that was begun and not sent: a broken screen. */
export const draftedClaim: FiledForm & { line: 'home'; step: number; keptDays: number } = {
  ...{ ssn: katla, policy: '1733402', lossDaysAgo: 4, line: 'home', step: 3, keptDays: 26 },
  form: {
    ...emptyClaimForm,
    place: 'Brekkugata 30, 600 Akureyri',
    causes: ['breakage'],
    description: 'Skjárinn féll af borðinu og brotnaði.',
    email: 'katla.dis@postur.example',
    phone: '6981489',
  },
};

/** Documents that were signed before the demo begins; the start does that with the sandbox’s electronic ID. */
export const demoSignatures = [{ ssn: marta, kind: 'powerOfAttorney' }] as const;

/** Privacy requests: when, and whether granted. */
export const demoPrivacy: ReadonlyArray<{
  ssn: string;
  kind: 'overview' | 'erasure';
  daysAgo: number;
  granted: boolean;
}> = [
  { ssn: hjordis, kind: 'overview', daysAgo: 2, granted: true },
  { ssn: hjordis, kind: 'erasure', daysAgo: 1, granted: false },
  { ssn: baldur, kind: 'erasure', daysAgo: 12, granted: true },
];
