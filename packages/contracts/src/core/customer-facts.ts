import { communicationChannels, communicationTopics } from '@hofn/domain/communication.ts';
import { z } from 'zod';
import { accountIsk, day, email, instant, ssn } from '../values.ts';
import { factIssue } from './fact-values.ts';

const phone = z
  .string()
  .regex(/^\d{7}$/)
  .describe('seven digits');

/** How a person is involved in a company, which decides whether they may act for it (rule ACC-4). */
const involvement = z.strictObject({
  company: ssn.describe('kennitala of the company, which is sent as a customer of its own'),
  kind: z.enum(['procuration', 'board', 'owner']),
  registeredOn: day,
  endedOn: day.nullable().default(null).describe('last day; null while current'),
});

/** A consent that the customer gave or withdrew before or outside the portal (rule PORT-21). */
const consent = z.strictObject({
  topic: z.enum([...communicationTopics, 'documents']),
  channel: z
    .enum([...communicationChannels, 'portal'])
    .describe('`portal` with the topic `documents` and no other: documents on My pages, or on paper'),
  given: z.boolean(),
  at: instant.describe('when the customer decided; not in the future'),
});

/** A person or company. Fields left out are empty. */
export const customerFacts = z
  .strictObject({
    ssn,
    kind: z.enum(['person', 'company']),
    fullName: z.string().trim().min(1).max(200),
    language: z.enum(['is', 'en']).default('is').describe('preferred language of e-mails'),
    email: email.nullable().default(null),
    mobilePhone: phone.nullable().default(null),
    homePhone: phone.nullable().default(null),
    address: z.string().trim().min(1).max(200).nullable().default(null),
    postalCode: z
      .string()
      .regex(/^\d{3}$/)
      .nullable()
      .default(null),
    town: z.string().trim().min(1).max(100).nullable().default(null),
    spouse: z
      .strictObject({ ssn, fullName: z.string().trim().min(1).max(200) })
      .nullable()
      .default(null),
    familyNumber: ssn
      .nullable()
      .default(null)
      .describe(
        'family number of the national register: the kennitala of the eldest of those registered as one family in one home. Tells which employees may not handle the customer’s matters',
      ),
    loyaltyTier: z.enum(['bronze', 'silver', 'gold', 'diamond']).nullable().default(null),
    paymentMethod: z
      .enum(['ccard', 'bank', 'claim'])
      .nullable()
      .default(null)
      .describe('card, direct debit, or a claim in the online bank'),
    instalmentLimit: accountIsk
      .min(0)
      .nullable()
      .default(null)
      .describe('maximum total of upcoming instalments'),
    bankAccount: z
      .strictObject({
        bank: z.string().regex(/^\d{4}$/),
        ledger: z.string().regex(/^\d{2}$/),
        account: z.string().regex(/^\d{6}$/),
      })
      .nullable()
      .default(null)
      .describe('account that compensation and refunds are paid into'),
    companies: z.array(involvement).max(200).default([]),
    consents: z
      .array(consent)
      .max(100)
      .default([])
      .describe('of a topic and channel the newest applies, also if it was made in the portal'),
    documentsFrom: day
      .nullable()
      .default(null)
      .describe('first day on which we issue documents to the customer; null for all that have become due'),
  })
  .check(({ value, issues }) => {
    const { kind, spouse, companies } = value;
    if (kind === 'company' && spouse) issues.push(factIssue(value, ['spouse'], 'A company has no spouse.'));
    if (kind === 'company' && value.familyNumber !== null)
      issues.push(factIssue(value, ['familyNumber'], 'A company has no family number.'));
    if (kind === 'company' && companies.length > 0)
      issues.push(factIssue(value, ['companies'], 'Only a person is involved in companies.'));
    const seen = new Set<string>();
    companies.forEach(({ company, kind: involved }, index) => {
      const same = `${company} ${involved}`;
      if (seen.has(same))
        issues.push(factIssue(value, ['companies', index], 'The same involvement is listed twice.'));
      seen.add(same);
    });
    const decided = new Set<string>();
    value.consents.forEach(({ topic, channel, at }, index) => {
      if ((topic === 'documents') !== (channel === 'portal'))
        issues.push(
          factIssue(value, ['consents', index, 'channel'], 'Only documents have the channel `portal`.'),
        );
      const same = `${topic} ${channel} ${Date.parse(at)}`;
      if (decided.has(same))
        issues.push(factIssue(value, ['consents', index], 'The same consent is listed twice.'));
      decided.add(same);
    });
  });
export type CustomerFacts = z.infer<typeof customerFacts>;
