import { z } from 'zod';
import { defineCalls } from './call.ts';
import { day, email, id, instant, isk, ssn } from './values.ts';

const person = { kind: 'customer', role: 'Readonly', subject: 'persons' } as const;

/** Someone whom a travel policy insures. */
export const traveller = z.object({
  name: z.string(),
  ssn: ssn.nullable().describe('null when only the birth date is on file'),
  birthDate: day.nullable(),
});
export type Traveller = z.infer<typeof traveller>;

/** A cover of the policy with its sum. */
export const travelCover = z.object({
  id: z.string(),
  name: z.string(),
  sumInsured: isk.nullable(),
  deductible: isk.nullable(),
});

/** All that a travel card says (rule DATA-6), so that a screen can keep it whole. */
export const travelCard = z.object({
  policyId: id,
  number: z.string(),
  name: z.string().describe('name of the product, in the asked language'),
  holder: z.string(),
  travellers: z.array(traveller).describe('the holder first'),
  validFrom: day,
  validTo: day,
  area: z.string().describe('where it holds, in the asked language'),
  longestTripDays: z.int().nullable().describe('days abroad in one trip'),
  medicalSum: isk.nullable().describe('sum insured for medical costs and transport home'),
  covers: z.array(travelCover),
  emergencyPhone: z.string(),
  checkCode: z.string().describe('by which anyone can verify the card: ABCD-EFGH-JKMN-PQRS'),
  checkUrl: z.string().describe('page that verifies it, with the code in its hash'),
});
export type TravelCard = z.infer<typeof travelCard>;

export const travelCards = z.object({
  cards: z.array(travelCard).describe('one for each travel policy that holds or is about to'),
  issuedAt: instant.describe('when this answer was made'),
});
export type TravelCards = z.infer<typeof travelCards>;

/** The confirmation for a visa: one trip, with the wording that an embassy asks for. */
export const travelConfirmation = travelCard.extend({
  statements: z.array(z.string()).describe('what is confirmed, a sentence each, in the asked language'),
  issuedOn: day,
});
export type TravelConfirmation = z.infer<typeof travelConfirmation>;

const ofPolicy = { policy: id };
const trip = { from: day, to: day };

/** What anyone with the code learns: enough to trust the card before them, no kennitala and no full name. */
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
    .describe('null when it is not valid, without a word of why'),
});
export type TravelCheck = z.infer<typeof travelCheck>;

const sentTo = z.object({
  email: z.string().describe('the address it goes to; masked when it is on file for another than who asks'),
});

export const travelCalls = defineCalls({
  travelCards: {
    service: 'api',
    method: 'GET',
    path: '/api/policy/v1/travelcard',
    who: person,
    rate: 'read',
    summary: 'Travel cards of the subject, whole.',
    response: travelCards,
  },
  travelCardPdf: {
    service: 'api',
    method: 'GET',
    path: '/api/policy/v1/travelcard/pdf',
    who: person,
    rate: 'costly',
    summary: 'A travel card as PDF in the asked language.',
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
    summary: 'Sends a travel card as PDF to an e-mail address, by default to the one on file.',
    body: z.object({ ...ofPolicy, email: email.optional() }),
    status: 202,
    response: sentTo,
    audit: 'travel.sendCard',
  },
  travelConfirmation: {
    service: 'api',
    method: 'GET',
    path: '/api/policy/v1/travelcard2',
    who: person,
    rate: 'read',
    summary: 'The confirmation of one trip with the wording for a visa.',
    query: z.object({ ...ofPolicy, ...trip }),
    response: travelConfirmation,
  },
  travelConfirmationPdf: {
    service: 'api',
    method: 'GET',
    path: '/api/policy/v1/travelcard2/pdf',
    who: person,
    rate: 'costly',
    summary: 'That confirmation as PDF in the asked language.',
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
    summary: 'Sends that confirmation as PDF to an e-mail address, by default to the one on file.',
    body: z.object({ ...ofPolicy, ...trip, email: email.optional() }),
    status: 202,
    response: sentTo,
    audit: 'travel.sendConfirmation',
  },
  travelCheck: {
    service: 'api',
    method: 'GET',
    path: '/api/public/v1/travelcheck/{code}',
    who: { kind: 'public' },
    rate: 'costly',
    summary: 'Whether a travel confirmation is valid, and no more than a hospital needs.',
    params: z.object({ code: z.string().min(1).max(64) }),
    response: travelCheck,
  },
});
