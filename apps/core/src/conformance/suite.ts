import { randomBytes } from 'node:crypto';
import {
  actKindOf,
  type CoreAct,
  type CoreActAnswer,
  type CoreActPreview,
  type CoreClaimAct,
  type CoreLedgerPeriod,
  coreActAnswer,
  coreActKind,
  coreActPreview,
  factTypes,
  type PolicyFacts,
} from '@hofn/contracts';
import { mostEarlier } from '@hofn/domain/cover-history.ts';
import { type Caller, createCaller, renewed } from './caller.ts';
import {
  Broken,
  type Check,
  checkFacts,
  kept,
  must,
  mustAnswer,
  mustBeEqual,
  read,
  type Versions,
} from './checks.ts';
import { claimChecks } from './claim-suite.ts';
import { ledgerChecks } from './ledger-suite.ts';

export type { Check } from './checks.ts';

export type SuiteParts = {
  /** Address of the core, with a slash at the end. */
  url: string;
  secret: string;
  /** What to ask the core for; it is really done. */
  acts: readonly CoreAct[];
  /** What employees do with claims, in the order in which it is done; by default nothing. */
  claimActs?: readonly CoreClaimAct[];
  /** A period with postings, whose ledger is read; by default none is. */
  ledger?: CoreLedgerPeriod;
  newId: () => string;
  now: () => Date;
};

const decidedBy = { name: 'Conformance suite' };

/** The earlier days of a core's policies as it last sent them, by key. */
type History = Map<string, Pick<PolicyFacts, 'suspensions' | 'earlierCover'>>;

/**
 * A policy's later facts must still contain its earlier suspensions and cover: otherwise a claim would be judged by another
 * policy than that of its day (rule INS-8). @throws Broken
 */
const checkEarlier = (answer: CoreActAnswer, history: History): void => {
  if (answer.result !== 'done') return;
  for (const { type, key, facts } of answer.facts) {
    const parsed = type === 'policies' ? factTypes.policies.safeParse(facts).data : undefined;
    if (!parsed) continue;
    const before = history.get(key);
    for (const name of ['suspensions', 'earlierCover'] as const) {
      const [had, has] = [before?.[name], parsed[name]];
      must(!had || has !== undefined, () => `policies/${key} no longer has ${name}`);
      const lost = had?.find(({ from }) => !has?.some((span) => span.from <= from && from <= span.to));
      // A core may leave the oldest out.
      const isOldest = has?.length === mostEarlier;
      must(!lost || isOldest, () => `policies/${key} no longer has ${name} from ${lost?.from}`);
    }
    history.set(key, { suspensions: parsed.suspensions, earlierCover: parsed.earlierCover });
  }
};

const factsOf = (answer: CoreActAnswer) => (answer.result === 'done' ? answer.facts : []);

const agreedOf = (answer: CoreActPreview | CoreActAnswer) =>
  answer.result === 'done'
    ? {
        ...{ result: answer.result, effectiveOn: answer.effectiveOn },
        premium: answer.premium,
        effect: answer.effect,
      }
    : { result: answer.result, edition: answer.edition, reasons: answer.reasons };

/** The receipt of an act is found by its key. Each answer for that act names the same one. @throws Broken */
const checkReceipt = ({ receipt }: CoreActAnswer, key: string): void =>
  must(!receipt || receipt.key === key, () => `the receipt has the key ${receipt?.key}, not ${key}`);

/** Calls that a core must refuse. */
const refusals = (call: Caller, [first]: readonly [CoreAct, ...CoreAct[]], { newId, now }: SuiteParts) => {
  const act = renewed(first, newId());
  const kind = actKindOf(act.request);
  const other = coreActKind.options.find((each) => each !== kind) ?? 'bind';
  const wrong = `whsec_${randomBytes(32).toString('base64')}`;
  const ago = (minutes: number) => new Date(now().getTime() - minutes * 60_000);
  const plain = () => ({ kind, act, key: newId() });
  const body = JSON.stringify({ ...act, decidedBy });
  const refused = async (status: number, about: Parameters<Caller>[0]): Promise<unknown> => {
    for (const isPreview of [true, false]) {
      const answer = await call({ ...about, key: newId(), isPreview });
      mustAnswer(answer, status);
      if (status === 400 || status === 409) return answer.body;
    }
    return undefined;
  };
  const mustName = (answered: unknown, field: string) => {
    const names = Object.keys((answered as { errors?: object } | null)?.errors ?? {});
    must(
      names.some((name) => name.includes(field)),
      () => `names ${names.join(', ')} and not ${field}`,
    );
  };
  const unnamed = { ...act, request: { ...act.request, effectiveOn: 'tomorrow' } };
  const unknown = renewed({ ...first, decidedBy }, newId(), {
    policy: { id: newId(), number: `unknown-${newId().slice(0, 8)}` },
  });
  return [
    ['an unsigned call is answered 401', () => refused(401, { ...plain(), secret: null })],
    [
      'a call that another secret has signed is answered 401',
      () => refused(401, { ...plain(), secret: wrong }),
    ],
    [
      'a call that was signed six minutes ago is answered 401',
      () => refused(401, { ...plain(), signedAt: ago(6) }),
    ],
    [
      'a call that is dated six minutes ahead is answered 401',
      () => refused(401, { ...plain(), signedAt: ago(-6) }),
    ],
    ['a call with another body than was signed is answered 401', () => refused(401, { ...plain(), body })],
    [
      'an invalid body is answered 400, and the field is named',
      async () => mustName(await refused(400, { ...plain(), act: unnamed }), 'effectiveOn'),
    ],
    [
      'a request of another kind than the path is answered 400',
      () => refused(400, { ...plain(), kind: other }),
    ],
    [
      'a policy that the core does not have is declined with unknownPolicy',
      async () => {
        for (const isPreview of [true, false]) {
          const answer = await call({ kind, act: unknown, key: newId(), isPreview });
          const said = read<CoreActPreview | CoreActAnswer>(
            answer,
            isPreview ? coreActPreview : coreActAnswer,
          );
          must(said.result === 'declined', () => `is ${said.result}`);
          const codes = said.reasons.map(({ code }) => code);
          must(codes.includes('unknownPolicy'), () => `has the reasons ${codes.join(', ')}`);
        }
      },
    ],
  ] as const;
};

/** Takes an act through its life: previewed, asked for three times at once, again, differently, and under another key. */
const lifeOf = (
  call: Caller,
  act: CoreAct,
  { newId }: SuiteParts,
  { seen, history }: { seen: Versions; history: History },
) => {
  const kind = actKindOf(act.request);
  const key = newId();
  const ask = async (of: CoreAct, under: string) =>
    read(await call({ kind, act: of, key: under }), coreActAnswer);
  const preview = async (of: CoreAct) =>
    read(await call({ kind, act: of, key: newId(), isPreview: true }), coreActPreview);
  let previewed: CoreActPreview | undefined;
  let answer: CoreActAnswer | undefined;
  const first = (): CoreActAnswer => {
    if (!answer) throw new Broken('there was no answer to compare with');
    return answer;
  };
  const checks = [
    [
      'a preview stores nothing: the same request under another id has the same preview',
      async () => {
        previewed = await preview(act);
        // A core that had done it would not do the same for another request.
        mustBeEqual(previewed, await preview(renewed(act, newId())), 'two previews differ');
      },
    ],
    [
      'three calls with one key at the same time have one answer',
      async () => {
        const [one, ...others] = await Promise.all([ask(act, key), ask(act, key), ask(act, key)]);
        answer = one;
        for (const other of others) mustBeEqual(one, other, 'two answers differ');
      },
    ],
    [
      'the act does what its preview said',
      async () => {
        if (!previewed) throw new Broken('there was no preview to compare with');
        mustBeEqual(agreedOf(previewed), agreedOf(first()), 'preview and act differ');
      },
    ],
    ['its facts follow their schemas, with rising versions', async () => checkFacts(factsOf(first()), seen)],
    ['the earlier days of a policy stay in its facts', async () => checkEarlier(first(), history)],
    ['its receipt, if the core keeps any, has the key of the act', async () => checkReceipt(first(), key)],
    [
      'the same key later has the same answer',
      async () => mustBeEqual(first(), await ask(act, key), 'two answers differ'),
    ],
    [
      'the same key with another act is answered 409',
      async () => {
        const changed = renewed(act, act.request.id, { premium: act.request.premium + 1 });
        mustAnswer(await call({ kind, act: changed, key }), 409);
      },
    ],
    [
      'the same request under another key is not done again',
      async () => {
        const before = first();
        const again = await ask(act, newId());
        mustBeEqual(agreedOf(before), agreedOf(again), 'two answers differ');
        if (before.result !== 'done' || again.result !== 'done') return;
        mustBeEqual(before.receipt, again.receipt, 'two receipts differ');
        for (const { type, key: of, version } of again.facts) {
          const last = seen.get(`${type}/${of}`);
          must(last !== undefined && version <= last.version, () => `${type}/${of} is newer`);
        }
      },
    ],
  ] as const;
  return { checks, answer: () => answer };
};

/**
 * Tries whether a core keeps the port for acts (rule ACT-7), and for reading the ledger (rule DESK-12).
 * @param parts including acts that the core can carry out; each gets a new request id and changes data in the core
 * @returns every check, in the order in which they were made
 */
export const runConformance = async (parts: SuiteParts): Promise<Check[]> => {
  const [first, ...others] = parts.acts;
  if (!first) throw new Error('There is no act to try');
  const call = createCaller(parts);
  const checks: Check[] = [];
  for (const [name, check] of refusals(call, [first, ...others], parts)) checks.push(await kept(name, check));
  const known = { seen: new Map() as Versions, history: new Map() as History };
  let done = 0;
  for (const [index, given] of parts.acts.entries()) {
    const id = parts.newId();
    for (const act of [renewed(given, id), { ...renewed(given, id), decidedBy }]) {
      const about = `${actKindOf(act.request)} ${index + 1}${act.decidedBy ? ', decided' : ''}`;
      const life = lifeOf(call, act, parts, known);
      for (const [name, check] of life.checks) checks.push(await kept(`${about}: ${name}`, check));
      const answer = life.answer();
      if (answer?.result === 'done' && answer.facts.length > 0) done += 1;
      // What was referred is asked for again, by somebody who has decided.
      if (answer?.result !== 'referred') break;
    }
  }
  for (const check of await claimChecks(call, parts)) checks.push(check);
  for (const check of await ledgerChecks(call, parts)) checks.push(check);
  checks.push(
    await kept('at least one act is done, and has changed something', async () =>
      must(done > 0, () => 'nothing was, so nothing is proved'),
    ),
  );
  return checks;
};
