import type { AddableCover, PolicyOptions, PolicyRequest } from '@hofn/contracts';
import { isDay } from '@hofn/domain';
import { type CancelChoice, cancelChoices } from '@hofn/domain/policy-requests.ts';
import { requestLimits } from '@hofn/domain/requests.ts';
import * as z from 'zod/mini';
import { wholeDay } from '../../forms/useForm.ts';

export type Requestable = PolicyOptions['requestable'];
export type RequestKind = Requestable['kinds'][number];

/** Answers of the form, empty where its kind does not ask. `choice` is an act, and the cover or product it concerns. */
export type Answers = {
  choice: string;
  deductible: string;
  text: string;
  grounds: string;
  insurer: string;
  on: string;
  from: string;
  hasFivePosts: string;
};

export const noAnswers: Answers = {
  ...{ choice: '', deductible: '', text: '', grounds: '' },
  ...{ insurer: '', on: '', from: '', hasFivePosts: '' },
};

const required = (isAsked: (answers: Answers) => boolean, path: keyof Answers, error: string) =>
  z.refine<Answers>((answers) => !isAsked(answers) || answers[path].trim() !== '', { error, path: [path] });

/** Whether a policy is cancelled by notice, though there are grounds to choose from. */
export const isByNotice = ({ grounds }: Pick<Answers, 'grounds'>): boolean => grounds === 'notice';

/** Whether a request of this kind takes effect on a day that the customer chooses. */
const asksForDay = (kind: RequestKind): boolean => kind === 'suspend' || kind === 'resume';

/** Whether a request of this kind needs answers before it can be worked out. */
export const needsAnswers = (kind: RequestKind, { grounds, asksForPosts }: Requestable): boolean =>
  kind === 'cover' || asksForDay(kind) || (kind === 'cancel' && (grounds.length > 0 || asksForPosts));

/** Checks the answers that a kind of request needs. The API checks the same, and the choices and days. */
export const schemaOf = (kind: RequestKind, { grounds, asksForPosts }: Requestable) => {
  const byGrounds = kind === 'cancel' && grounds.length > 0;
  return z
    .object({
      ...{ choice: z.string(), deductible: z.string(), text: z.string(), grounds: z.string() },
      ...{ insurer: z.string(), hasFivePosts: z.string() },
      on: z.string(),
      from: asksForDay(kind) ? z.string().check(wholeDay()) : z.string(),
    })
    .check(
      required(() => kind === 'cover', 'choice', 'policyForm|choose'),
      required(({ choice }) => choice === 'deductible', 'deductible', 'policyForm|choose'),
      z.refine<Answers>(
        ({ choice, text }) => choice !== 'other' || text.trim().length >= requestLimits.shortest,
        { error: 'policyForm|textShort', path: ['text'] },
      ),
      required(() => byGrounds, 'grounds', 'policyForm|choose'),
      required(({ grounds: chosen }) => chosen === 'newInsurer', 'insurer', 'policyForm|insurerMissing'),
      z.refine<Answers>((answers) => !byGrounds || isByNotice(answers) || isDay(answers.on), {
        error: 'dateEntry|wrong',
        path: ['on'],
      }),
      required(
        (answers) => kind === 'cancel' && asksForPosts && (!byGrounds || isByNotice(answers)),
        'hasFivePosts',
        'policyForm|choose',
      ),
    );
};

/** The choice to add a cover, or a product that gets a policy of its own. */
export const choiceOf = ({ cover, product }: Pick<AddableCover, 'cover' | 'product'>): string =>
  cover === null ? `addProduct ${product}` : `add ${cover}`;

const changeOf = ({
  choice,
  deductible,
  text,
}: Answers): Extract<PolicyRequest, { kind: 'cover' }>['change'] => {
  const [act, chosen = ''] = choice.split(' ');
  if (act === 'add' || act === 'remove') return { act, cover: chosen };
  if (act === 'addProduct') return { act, product: chosen };
  if (act === 'deductible') return { act, deductible: Number(deductible) };
  return { act: 'other', text: text.trim() };
};

const isChoice = (grounds: string): grounds is CancelChoice =>
  (cancelChoices as readonly string[]).includes(grounds);

/** The request that the answers make. */
export const requestOf = (kind: RequestKind, policyId: string, answers: Answers): PolicyRequest => {
  const { grounds, insurer, on, from, hasFivePosts } = answers;
  switch (kind) {
    case 'cover':
      return { kind, policyId, change: changeOf(answers) };
    case 'suspend':
    case 'resume':
      return { kind, policyId, from };
    case 'withdraw':
      return { kind, policyId };
    case 'cancel':
      return {
        kind,
        policyId,
        ...(isChoice(grounds) && { grounds, ...(grounds !== 'notice' && { on }) }),
        ...(grounds === 'newInsurer' && { insurer: insurer.trim() }),
        ...(hasFivePosts !== '' && { hasFivePosts: hasFivePosts === 'yes' }),
      };
  }
};
