import { claimLineNames, claimLineOf } from '@hofn/domain/claim-form.ts';
import { sensitiveLines } from '@hofn/domain/sensitive-claims.ts';
import {
  atOnceReasons,
  type RuleEdition,
  referralReasons,
  ruleConditions,
  ruledActs,
} from '@hofn/domain/settlement-rules.ts';
import { z } from 'zod';

/** An edition as the core has it: with its author and, once approved, another person (rule ACT-4). */
export type Edition = RuleEdition & {
  author: string;
  writtenAt: string;
  approver: string | null;
  approvedAt: string | null;
};

/** How the editions with which a core begins name their author and approver. */
export const releasePeople = {
  author: 'Release of Höfn',
  approver: 'Review of the release of Höfn',
} as const;

/** Why an edition, its approval or the switch is refused. */
export type EditionFault =
  | 'invalid'
  | 'idTaken'
  | 'unknownEdition'
  | 'firstDayPassed'
  | 'alreadyApproved'
  | 'ownEdition'
  | 'wrongName';

export class EditionRefused extends Error {
  override name = 'EditionRefused';
  readonly code: EditionFault;
  constructor(code: EditionFault, message: string) {
    super(message);
    this.code = code;
  }
}

const code = z.string().min(1).max(64);
const row = { act: z.enum(ruledActs), source: z.string().trim().min(1).max(200) };

const referredRow = z.strictObject({
  ...row,
  decided: z.literal('referred'),
  reason: z.enum(referralReasons),
});

const atOnceRow = z
  .strictObject({
    ...row,
    decided: z.literal('atOnce'),
    reason: z.enum(atOnceReasons),
    when: z.array(z.enum(ruleConditions)).min(1).optional(),
    otherwise: z.enum(referralReasons).optional(),
    covers: z.array(z.string().min(1).max(100)).min(1).optional(),
    upTo: z.int().min(1).max(1_000_000_000).optional(),
  })
  .superRefine(({ when, otherwise, covers, upTo }, { addIssue }) => {
    const needs = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message });
    if (when && !otherwise)
      needs('otherwise', 'A row with conditions says why it refers when one is not true.');
    if (otherwise && !when) needs('when', 'A row that says why else it refers has conditions.');
    if (Boolean(covers) !== Boolean(when?.includes('listedCover')))
      needs('covers', 'A row lists covers if listedCover is one of its conditions, and only then.');
    if ((upTo !== undefined) !== Boolean(when?.includes('debtLimit')))
      needs('upTo', 'A row has a limit if debtLimit is one of its conditions, and only then.');
  });

const rows = z
  .array(z.discriminatedUnion('decided', [referredRow, atOnceRow]))
  .min(1)
  .superRefine((rules, { addIssue }) => {
    for (const [index, { act }] of rules.entries())
      if (rules.findIndex((rule) => rule.act === act) < index)
        addIssue({ code: 'custom', path: [index, 'act'], message: `There is another row for ${act}.` });
    const withdrawal = rules.find(({ act }) => act === 'withdraw');
    if (withdrawal?.decided !== 'atOnce' || withdrawal.when)
      addIssue({
        code: 'custom',
        message: 'A row for withdraw is at once, without conditions: the law leaves no choice.',
      });
  });

const claimRule = z.strictObject({
  line: z.enum(claimLineNames),
  cause: code,
  answers: z.record(code, z.string().max(40)).optional(),
  ...{ product: code, cover: code },
  ownShare: z.number().min(0).max(100),
  itemYears: z.int().min(0).max(50).optional(),
  upTo: z.int().min(1),
  reportedWithin: z.int().min(0).max(3650),
  earlierClaims: z.int().min(0).max(100),
  papers: z.int().min(0).max(50),
  source: row.source,
});

const claimRules = z.strictObject({
  perDay: z.int().min(0),
  sampled: z.int().min(0).max(100),
  rules: z
    .array(claimRule)
    .min(1)
    .superRefine((rules, { addIssue }) => {
      for (const [index, { line, cause }] of rules.entries()) {
        if (sensitiveLines.includes(line))
          addIssue({
            code: 'custom',
            path: [index, 'line'],
            message: 'People decide about injuries and health.',
          });
        const { causes } = claimLineOf(line);
        if (!causes.includes(cause))
          addIssue({ code: 'custom', path: [index, 'cause'], message: `One of ${causes.join(', ')}.` });
      }
    }),
});

const editionSchema = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9.-]{0,39}$/, 'Up to 40 letters, digits, dots and hyphens.'),
  from: z.iso.date(),
  rules: rows,
  claims: claimRules.optional(),
});

/**
 * Reads an edition from a file or the table.
 * @throws EditionRefused with the name of each wrong field
 */
export const readEdition = (value: unknown): RuleEdition => {
  const { success, data, error } = editionSchema.safeParse(value);
  // Conditions come with `otherwise`, which the schema has checked and its type does not say.
  if (success) return data as RuleEdition;
  const faults = error.issues.map(({ path, message }) => `${path.join('.') || 'edition'}: ${message}`);
  throw new EditionRefused('invalid', faults.join('\n'));
};

const cleaned = (name: string): string => name.normalize('NFC').trim().replaceAll(/\s+/gu, ' ');
const folded = (name: string): string => cleaned(name).toLowerCase();

/** A person's name as it is stored; nobody acts under a name of the release. @throws EditionRefused */
export const readName = (value: string | undefined): string => {
  const name = cleaned(value ?? '');
  const isOfRelease = Object.values(releasePeople).some((one) => folded(one) === folded(name));
  if (name.length < 2 || name.length > 100 || /\p{Cc}/u.test(name) || isOfRelease)
    throw new EditionRefused('wrongName', 'A name is a person’s, and has from 2 to 100 characters.');
  return name;
};

/** Whether two names are those of one person. */
export const isSamePerson = (one: string, other: string): boolean => folded(one) === folded(other);
