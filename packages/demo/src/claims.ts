import type { Both } from '@hofn/database/seed/policy.ts';
import { addDays, daysBetween } from '@hofn/domain';
import { policyKey } from './policies.ts';
import type { ClaimDraft, Given } from './story.ts';

type Status = ClaimDraft['status'];
type Role = Given<'claims'>['events'][number]['role'];

/** The key of a claim, from its number. */
export const claimKey = (number: string): string => `claim-${number}`;

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

const isDecision = (status: Status | null | undefined): boolean =>
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

const at = (day: string, hour: number) => `${day}T${String(hour).padStart(2, '0')}:42:00Z`;

/** The steps of a claim, spread over the days from its filing to its last change. */
const stepsOf = ({
  status,
  reportedAt,
  changedOn,
  history,
}: ClaimDraft): NonNullable<ClaimDraft['history']> => {
  const reported = reportedAt.slice(0, 10);
  const way = wayTo[status];
  const days = daysBetween(reported, changedOn);
  return (
    history ??
    way.map((step, place) => ({
      status: step,
      day: addDays(reported, Math.round((days * place) / Math.max(1, way.length - 1))),
      role: roleAt(step),
      note: notes[step],
    }))
  );
};

/** The fact of a claim, with its timeline and payments. */
export const claimFact = (
  customer: { ssn: string; fullName: string },
  today: string,
  draft: ClaimDraft,
): Given<'claims'> => {
  const { policy, history: _, changedOn, payments, ...claim } = draft;
  const { reportedAt, lossAmount = null, compensation = null } = claim;
  const filing = {
    sequence: 0,
    status: null,
    at: reportedAt,
    role: 'customer',
    name: customer.fullName,
  } as const;
  const steps = stepsOf(draft).map(({ status, day, role, note }, place) => ({
    ...{ sequence: place + 1, status, at: at(day, 13 + place), role, name: nameOf(role, customer.fullName) },
    note: note ?? null,
    ...(isDecision(status) && { lossAmount, compensation }),
  }));
  const title = { is: 'Bætur', en: 'Compensation' };
  const whole = { title, recipient: customer.fullName, amount: compensation ?? 0, state: 'paid' as const };
  const paid = payments ?? (whole.amount > 0 ? [{ ...whole, paidOn: changedOn }] : []);
  return {
    ...claim,
    customer: customer.ssn,
    policy: policyKey(policy),
    handler,
    nextBy: open.includes(claim.status) ? addDays(today, 7) : null,
    events: [filing, ...steps],
    payments: paid.map((payment, place) => ({ id: String(place + 1), ...payment })),
  };
};

/** The family's kitchen claim, waiting for two documents. */
export const kitchen = (today: string, customer: string) => {
  const day = (ago: number) => addDays(today, -ago);
  return {
    line: 'property' as const,
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
        account: '0133-26-004410',
      },
      {
        title: { is: 'Gólfefni og lögn, seinni hluti', en: 'Flooring and pipe, second part' },
        recipient: customer,
        amount: 186_500,
        state: 'awaitingDocuments' as const,
        account: '0133-26-004410',
      },
    ],
  };
};
