import { addDays, daysBetween } from '@hofn/domain';
import { emptyClaimForm } from '@hofn/domain/claim-form.ts';
import { noonOf, opaqueId } from './ids-and-instants.ts';
import type { Both, Rows } from './policy.ts';
import type { ClaimDraft } from './story.ts';

type Status = typeof import('../schema/claims.ts')['claimStatus']['enumValues'][number];
type Role = Rows['claimEvents'][number]['role'];

const handler = { name: 'Katrín Ósk Einarsdóttir', phone: '5605012' };
const surveyor = 'Ólafur Már Briem';

/** The usual steps from filing to each status. */
const wayTo: Record<Status, readonly Status[]> = {
  received: ['received'],
  inProgress: ['received', 'inProgress'],
  awaitingDocuments: ['received', 'inProgress', 'awaitingDocuments'],
  assessment: ['received', 'inProgress', 'assessment'],
  approved: ['received', 'assessment', 'approved'],
  partlyApproved: ['received', 'assessment', 'partlyApproved'],
  rejected: ['received', 'assessment', 'rejected'],
  settled: ['received', 'assessment', 'approved', 'settled'],
  closed: ['received', 'inProgress', 'approved', 'settled', 'closed'],
  reopened: ['received', 'approved', 'settled', 'reopened'],
  withdrawn: ['received', 'withdrawn'],
};

const notes: Partial<Record<Status, Both>> = {
  assessment: { is: 'Tjónið var metið eftir myndum.', en: 'The loss was assessed from photos.' },
  partlyApproved: {
    is: 'Hluti munanna fellur utan bótasviðs. Rökstuðningur er í bréfinu.',
    en: 'Some of the items are outside the cover. The reasons are in the letter.',
  },
  rejected: {
    is: 'Skemmdir á undirvagni af völdum aksturs á ósléttum vegi eru undanskildar í skilmálunum.',
    en: 'Damage to the underbody from driving on rough roads is excluded by the terms.',
  },
  withdrawn: { is: 'Tilkynningin var dregin til baka.', en: 'The notice was withdrawn.' },
  reopened: { is: 'Ný læknisgögn bárust.', en: 'New medical documents have been received.' },
};

const roleAt = (status: Status): Role =>
  status === 'withdrawn' ? 'customer' : status === 'assessment' ? 'surveyor' : 'handler';

const nameOf = (role: Role, customer: string): string =>
  role === 'customer' ? customer : role === 'surveyor' ? surveyor : handler.name;

const isDecision = (status: Status | null): boolean =>
  status === 'approved' || status === 'partlyApproved' || status === 'rejected';

const open: readonly Status[] = [
  'received',
  'inProgress',
  'awaitingDocuments',
  'assessment',
  'approved',
  'partlyApproved',
  'reopened',
];

/** Adds a demo claim with its events, payments and messages. */
export const addClaim = (
  rows: Rows,
  customer: { id: string; ssn: string; name: string },
  today: string,
  { policy, title, history, payments, messages, ...claim }: ClaimDraft,
): void => {
  const customerId = customer.id;
  const claimId = opaqueId('claim', customer.ssn, policy, title.en, claim.dateOfLoss);
  const isOpen = open.includes(claim.status);
  rows.claims.push({
    handlerName: handler.name,
    handlerPhone: handler.phone,
    line: null,
    form: null,
    needs: null,
    needsBy: null,
    nextBy: isOpen ? addDays(today, 7) : null,
    ...claim,
    customerId,
    id: claimId,
    policyId: opaqueId('policy', policy),
    titleIs: title.is,
    titleEn: title.en,
  });

  const reported = (claim.reportedAt ?? claim.changedAt).slice(0, 10);
  const changed = claim.changedAt.slice(0, 10);
  const way = wayTo[claim.status];
  const days = daysBetween(reported, changed);
  const steps =
    history ??
    way.map((status, at) => ({
      status,
      day: addDays(reported, Math.round((days * at) / Math.max(1, way.length - 1))),
      role: roleAt(status),
      note: notes[status],
    }));
  const at = (day: string, hour: number) => `${day}T${String(hour).padStart(2, '0')}:42:00Z`;
  rows.claimEvents.push(
    ...[{ status: null, day: reported, role: 'customer' as const, note: undefined }, ...steps].map(
      ({ status, day, role, note }, sequence) => ({
        customerId,
        claimId,
        sequence,
        status,
        at: status === null ? (claim.reportedAt ?? claim.changedAt) : at(day, 12 + sequence),
        role,
        name: nameOf(role, customer.name),
        noteIs: note?.is ?? null,
        noteEn: note?.en ?? null,
        lossAmount: isDecision(status) ? (claim.lossAmount ?? null) : null,
        compensation: isDecision(status) ? (claim.compensation ?? null) : null,
      }),
    ),
  );

  const paid =
    payments ??
    ((claim.compensation ?? 0) > 0
      ? [
          {
            title: { is: 'Bætur', en: 'Compensation' },
            recipient: customer.name,
            amount: claim.compensation ?? 0,
            state: 'paid' as const,
            paidOn: changed,
          },
        ]
      : []);
  rows.claimPayments.push(
    ...paid.map(({ title: of, paidOn = null, account = null, ...payment }, place) => ({
      ...payment,
      customerId,
      claimId,
      id: String(place + 1),
      titleIs: of.is,
      titleEn: of.en,
      paidOn,
      account,
    })),
  );
  rows.claimMessages.push(
    ...(messages ?? []).map(({ fromInsurer, text, day, hour }, place) => ({
      customerId,
      claimId,
      id: String(place + 1),
      fromInsurer,
      author: fromInsurer ? handler.name : customer.name,
      text,
      sentAt: at(day, hour),
    })),
  );
};

/** Katla's claim draft: a broken screen. */
export const draftOf = (customerId: string, today: string): Rows['claimDrafts'][number] => ({
  customerId,
  id: opaqueId('claim draft', customerId),
  line: 'home',
  form: {
    ...emptyClaimForm,
    policy: opaqueId('policy', '1733402'),
    dateOfLoss: addDays(today, -4),
    place: 'Brekkugata 30, 600 Akureyri',
    causes: ['breakage'],
    description: 'Skjárinn féll af borðinu og brotnaði.',
    email: 'katla.dis@postur.example',
    phone: '6981489',
  },
  step: 3,
  language: 'is',
  createdAt: noonOf(addDays(today, -4)),
  changedAt: noonOf(addDays(today, -4)),
  expiresAt: noonOf(addDays(today, 26)),
});

/** The family's kitchen claim, waiting for two documents. */
export const kitchen = (today: string, customer: string) => {
  const day = (ago: number) => addDays(today, -ago);
  return {
    line: 'property' as const,
    form: {
      ...emptyClaimForm,
      policy: opaqueId('policy', '1760416'),
      dateOfLoss: day(13),
      time: '18:30',
      place: 'Hjarðarhagi 24',
      causes: ['water'],
      description: 'Lögn undir vaskinum gaf sig og vatn flæddi um eldhúsgólfið.',
      details: { propertyAddress: 'Hjarðarhagi 24', housingAssociation: 'yes', stillActive: 'no' },
    },
    needs: [
      { is: 'Reikningur frá pípara fyrir nýju lögnina', en: 'The plumber’s invoice for the new pipe' },
      { is: 'Mynd af lögninni eftir viðgerð', en: 'A photo of the pipe after the repair' },
    ],
    needsBy: addDays(today, 9),
    history: [
      { status: 'received' as const, day: day(12), role: 'handler' as const, note: undefined },
      {
        status: 'assessment' as const,
        day: day(10),
        role: 'surveyor' as const,
        note: {
          is: 'Lögn undir vaski gaf sig. Parket og sökkull skemmd á 9 m².',
          en: 'A pipe under the sink gave way. Parquet and plinth damaged over 9 m².',
        },
      },
      { status: 'approved' as const, day: day(5), role: 'handler' as const, note: undefined },
      { status: 'awaitingDocuments' as const, day: day(3), role: 'handler' as const, note: undefined },
    ],
    payments: [
      {
        title: { is: 'Vatnssog og þurrkun', en: 'Water removal and drying' },
        recipient: 'Þurrkþjónustan ehf.',
        amount: 118_400,
        state: 'paid' as const,
        paidOn: day(4),
      },
      {
        title: { is: 'Gólfefni, fyrri hluti', en: 'Flooring, first part' },
        recipient: customer,
        amount: 240_000,
        state: 'paid' as const,
        paidOn: day(4),
        account: '0133-26-••4410',
      },
      {
        title: { is: 'Gólfefni og lögn, seinni hluti', en: 'Flooring and pipe, second part' },
        recipient: customer,
        amount: 186_500,
        state: 'awaitingDocuments' as const,
        account: '0133-26-••4410',
      },
    ],
    messages: [
      {
        fromInsurer: false,
        text: 'Góðan dag. Píparinn kemur á þriðjudaginn. Má ég láta laga lögnina strax?',
        day: day(9),
        hour: 10,
      },
      {
        fromInsurer: true,
        text: 'Já, láttu laga lögnina sem fyrst. Taktu mynd á eftir og sendu okkur hana með reikningnum.',
        day: day(9),
        hour: 11,
      },
    ],
  };
};
