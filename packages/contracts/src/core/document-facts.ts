import { z } from 'zod';
import { day, ssn } from '../values.ts';
import { bothLanguages, factIssue, reference } from './fact-values.ts';

/** SHA-256 of a file, in hex. */
export const fileHash = z.string().regex(/^[\da-f]{64}$/);

/** Size limit of a PDF that a core system sends. */
export const coreFileBytes = 20 * 1024 * 1024;

/** The PDF of a document in both languages: one file may serve both. */
const files = z
  .strictObject({ is: fileHash, en: fileHash })
  .describe('SHA-256 of files that the same source sent within a day before');

/** A document that the customer is asked to sign. */
export const documentToSignFacts = z
  .strictObject({
    customer: ssn.describe('kennitala of the signer, or of the company that somebody signs for'),
    title: bothLanguages(200),
    policy: reference.nullable().default(null),
    claim: reference.nullable().default(null),
    issuedOn: day,
    signBy: day.describe('last day to sign'),
    files,
  })
  .check(({ value, issues }) => {
    if (value.signBy < value.issuedOn)
      issues.push(factIssue(value, ['signBy'], 'The last day to sign is before the day of issue.'));
  });
export type DocumentToSignFacts = z.infer<typeof documentToSignFacts>;
