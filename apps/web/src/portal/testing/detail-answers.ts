/** Sample API responses for tests of the detail screens. */
import type {
  Claim,
  ClaimDraft,
  DocumentMeta,
  Policy,
  Proposal,
  SignableDocument,
  StaffCase,
} from '@hofn/contracts';
import { emptyClaimForm } from '@hofn/domain/claim-form.ts';

const day = '2026-03-01';
const prices = { offered: 1000, now: 900 };
export const policyOf = (id: string) =>
  ({
    id,
    number: id,
    product: 'kasko',
    group: 'vehicles',
    name: `Kaskó ${id}`,
    insured: 'AB123',
    status: 'active',
    validFrom: day,
    validTo: day,
    renewsOn: null,
    inForce: true,
    since: null,
    premiumPerYear: 1000,
    deductible: null,
    sumInsured: null,
    holder: { fullName: 'Anna', ssn: '1203751489' },
    insuredItems: [],
    covers: [],
    premiumParts: [],
    instalments: { perYear: 12, feePercent: 0 },
    terms: [],
    benefits: [],
  }) satisfies Policy;
export const offerOf = (id: string) =>
  ({
    id,
    number: id,
    name: `Tilboð ${id}`,
    insured: null,
    state: 'pending',
    validTo: day,
    effectiveOn: day,
    policy: null,
    offeredOn: day,
    answeredAt: null,
    request: null,
    needs: [],
    premiumPerYear: prices,
    deductible: prices,
    sumInsured: prices,
    parts: [],
    instalmentsPerYear: 12,
    covers: [],
    exclusions: [],
    deductibleText: '',
    terms: [],
    shown: 'hash',
  }) satisfies Proposal;
export const documentOf = (id: string) =>
  ({
    id,
    kind: 'certificate',
    title: `Skírteini ${id}`,
    date: day,
    policy: null,
    claim: null,
    readAt: null,
    period: null,
    file: { name: 'skjal.pdf', type: 'application/pdf' },
    attachments: [],
  }) satisfies DocumentMeta;
export const signableOf = (id: string) =>
  ({
    ...documentOf(id),
    kind: 'settlement',
    state: 'waiting',
    signBy: day,
    mobilePhone: null,
    asksWhoSigns: true,
  }) as unknown as SignableDocument;

const at = `${day}T09:00:00Z`;
export const claimOf = (id: string) =>
  ({
    id,
    number: id,
    title: `Tjón ${id}`,
    status: 'received',
    open: true,
    unverified: false,
    dateOfLoss: day,
    place: null,
    policy: null,
    reportedAt: null,
    changedAt: at,
    lossAmount: null,
    compensation: null,
    handler: null,
    timeline: [],
    needs: null,
    payments: [],
    paymentsTotal: 0,
    deductible: null,
    facts: [],
    files: [],
    letters: [],
    messages: [],
  }) satisfies Claim;
export const caseOf = (id: string) =>
  ({
    id,
    kind: 'memo',
    form: null,
    reference: null,
    about: `Erindi ${id}`,
    sender: null,
    known: true,
    language: 'is',
    openedAt: at,
    dueAt: at,
    overdue: false,
    state: 'open',
    assignee: null,
    mine: false,
    version: 1,
    email: null,
    phone: null,
    ssn: null,
    matter: { kind: 'memo', documentId: id, text: 'Góðan dag' },
    files: [],
    messages: [],
    events: [],
    answerBy: 'none',
    undecided: false,
  }) satisfies StaffCase;
export const draftOf = (token: string) =>
  ({
    token,
    line: 'vehicle',
    form: { ...emptyClaimForm },
    step: 2,
    changedAt: at,
    expiresAt: at,
    files: [],
  }) satisfies ClaimDraft;
