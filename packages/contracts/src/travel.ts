import { z } from 'zod';
import { defineCalls } from './call.ts';
import { day, email, id, instant, isk, ssn } from './values.ts';

const person = { kind: 'customer', role: 'Readonly', subject: 'persons' } as const;

/** A person insured by a travel policy. */
export const traveller = z.object({
  name: z.string(),
  ssn: ssn
    .nullable()
    .describe(
      'null when only the birth date is on file, and for others on a policy that is not the subject’s',
    ),
  birthDate: day.nullable(),
});
export type Traveller = z.infer<typeof traveller>;

/** A cover of the policy with its sum insured. */
export const travelCover = z.object({
  id: z.string(),
  name: z.string(),
  sumInsured: isk.nullable(),
  deductible: isk.nullable(),
});

/** Everything on a travel card (rule DATA-6), so that a client can store it for offline use. */
export const travelCard = z.object({
  policyId: id.describe('id of the subject’s own policy; otherwise a reference that only these calls know'),
  isOwn: z.boolean().describe('false when the subject is insured on another customer’s policy'),
  number: z.string(),
  name: z.string().describe('product name in the requested language'),
  holder: z.string().describe('name of the policyholder'),
  travellers: z.array(traveller).describe('policyholder first'),
  validFrom: day,
  validTo: day,
  area: z.string().describe('geographical scope, in the requested language'),
  longestTripDays: z.int().nullable().describe('maximum days abroad per trip'),
  medicalSum: isk.nullable().describe('sum insured for medical costs and repatriation'),
  covers: z.array(travelCover),
  emergencyPhone: z.string(),
  checkCode: z.string().describe('code that lets anyone verify the card: ABCD-EFGH-JKMN-PQRS'),
  checkUrl: z.string().describe('page that verifies the card, with the code in the URL fragment'),
});
export type TravelCard = z.infer<typeof travelCard>;

/** A travel card as the customer sees it on the screen, which is no proof for others. */
export const shownTravelCard = travelCard.extend({
  mayLapseOn: day
    .nullable()
    .describe(
      'day on which the policy may lapse unless what is overdue is paid before; null when nothing is, or the subject may not read of the policyholder’s payments',
    ),
});
export type ShownTravelCard = z.infer<typeof shownTravelCard>;

export const travelCards = z.object({
  cards: z
    .array(shownTravelCard)
    .describe('one per travel policy that is in force or about to be; the subject’s own first'),
  issuedAt: instant.describe('time of this response'),
});
export type TravelCards = z.infer<typeof travelCards>;

/** Confirmation of cover for a visa application: one trip, with the wording embassies require. */
export const travelConfirmation = travelCard.extend({
  statements: z.array(z.string()).describe('confirmed facts, one sentence each, in the requested language'),
  issuedOn: day,
});
export type TravelConfirmation = z.infer<typeof travelConfirmation>;

const ofPolicy = { policy: id };
const trip = { from: day, to: day };

/** What the check code reveals: enough to trust the card, but no kennitala and no full names. */
export const travelCheck = z.object({
  valid: z.boolean(),
  confirmation: z
    .object({
      number: z.string(),
      travellers: z.array(z.object({ initials: z.string(), birthYear: z.int().nullable() })),
      validFrom: day,
      validTo: day,
      area: z.string(),
      longestTripDays: z.int().nullable(),
      medicalSum: isk.nullable(),
      emergencyPhone: z.string(),
    })
    .nullable()
    .describe('null when not valid; the reason is not given'),
});
export type TravelCheck = z.infer<typeof travelCheck>;

const sentTo = z.object({
  email: z
    .string()
    .describe('the recipient address; masked when it is on file for someone other than the caller'),
});

export const travelCalls = defineCalls({
  travelCards: {
    service: 'api',
    method: 'GET',
    path: '/api/policy/v1/travelcard',
    who: person,
    rate: 'read',
    summary:
      'Returns the travel cards of all policies that insure the subject, also those of other customers.',
    response: travelCards,
  },
  travelCardPdf: {
    service: 'api',
    method: 'GET',
    path: '/api/policy/v1/travelcard/pdf',
    who: person,
    rate: 'costly',
    summary: 'Downloads a travel card as PDF in the requested language.',
    download: 'application/pdf',
    query: z.object(ofPolicy),
    response: z.string().describe('the PDF'),
  },
  sendTravelCard: {
    service: 'api',
    method: 'POST',
    path: '/api/policy/v1/travelcard/send',
    who: person,
    rate: 'costly',
    summary: 'E-mails a travel card as PDF, by default to the address on file.',
    body: z.object({ ...ofPolicy, email: email.optional() }),
    status: 202,
    response: sentTo,
    audit: 'travel.sendCard',
    events: { none: 'e-mails what the customer can read already' },
  },
  travelConfirmation: {
    service: 'api',
    method: 'GET',
    path: '/api/policy/v1/travelcard2',
    who: person,
    rate: 'read',
    summary: 'Returns the confirmation of cover for one trip, with the wording for a visa application.',
    query: z.object({ ...ofPolicy, ...trip }),
    response: travelConfirmation,
  },
  travelConfirmationPdf: {
    service: 'api',
    method: 'GET',
    path: '/api/policy/v1/travelcard2/pdf',
    who: person,
    rate: 'costly',
    summary: 'Downloads that confirmation as PDF in the requested language.',
    download: 'application/pdf',
    query: z.object({ ...ofPolicy, ...trip }),
    response: z.string().describe('the PDF'),
  },
  sendTravelConfirmation: {
    service: 'api',
    method: 'POST',
    path: '/api/policy/v1/travelcard2/send',
    who: person,
    rate: 'costly',
    summary: 'E-mails that confirmation as PDF, by default to the address on file.',
    body: z.object({ ...ofPolicy, ...trip, email: email.optional() }),
    status: 202,
    response: sentTo,
    audit: 'travel.sendConfirmation',
    events: { none: 'e-mails a confirmation that is verified with us' },
  },
  travelCheck: {
    service: 'api',
    method: 'GET',
    path: '/api/public/v1/travelcheck/{code}',
    who: { kind: 'public' },
    rate: 'costly',
    summary: 'Verifies a travel confirmation by its code, revealing no more than a hospital needs.',
    params: z.object({ code: z.string().min(1).max(64) }),
    response: travelCheck,
  },
});
