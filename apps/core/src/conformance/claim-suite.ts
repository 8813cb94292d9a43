import {
  type CoreClaimAct,
  type CoreClaimAnswer,
  type CoreClaimPreview,
  coreClaimActKind,
  coreClaimAnswer,
  coreClaimPreview,
} from '@hofn/contracts';
import type { Caller } from './caller.ts';
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

type Parts = { claimActs?: readonly CoreClaimAct[]; newId: () => string };

const withVersion = ({ claim, ...body }: CoreClaimAct, version: number): CoreClaimAct => ({
  ...body,
  claim: { ...claim, version },
});

const codesOf = ({ reasons }: CoreClaimPreview | CoreClaimAnswer): string[] =>
  reasons.map(({ code }) => code);

const asks = (call: Caller, { newId }: Parts) => ({
  preview: async (body: CoreClaimAct): Promise<CoreClaimPreview> =>
    read(await call({ kind: body.act.kind, act: body, key: newId(), isPreview: true }), coreClaimPreview),
  ask: async (body: CoreClaimAct, key: string): Promise<CoreClaimAnswer> =>
    read(await call({ kind: body.act.kind, act: body, key }), coreClaimAnswer),
});

/** Calls about claims that a core must refuse. */
const refusals = (call: Caller, body: CoreClaimAct, parts: Parts): Array<[string, () => Promise<void>]> => {
  const { kind } = body.act;
  const { preview, ask } = asks(call, parts);
  const unknown = { ...body, claim: { ...body.claim, number: `unknown-${parts.newId().slice(0, 8)}` } };
  return [
    [
      'an unsigned call is answered 401',
      async () => mustAnswer(await call({ kind, act: body, key: parts.newId(), secret: null }), 401),
    ],
    [
      'an invalid body is answered 400, and the field is named',
      async () => {
        const act = { ...body, claim: { ...body.claim, version: 0 } };
        const answer = await call({ kind, act, key: parts.newId() });
        mustAnswer(answer, 400);
        const names = Object.keys((answer.body as { errors?: object } | null)?.errors ?? {});
        must(names.includes('claim.version'), () => `names ${names.join(', ')} and not claim.version`);
      },
    ],
    [
      'an act of another kind than the path is answered 400',
      async () => {
        const other = coreClaimActKind.options.find((each) => each !== kind) ?? kind;
        mustAnswer(await call({ kind: other, act: body, key: parts.newId() }), 400);
      },
    ],
    [
      'a claim that the core does not have is declined with unknownClaim, and has no standing',
      async () => {
        const [previewed, answer] = [await preview(unknown), await ask(unknown, parts.newId())];
        for (const said of [previewed, answer])
          must(
            said.result === 'declined' && codesOf(said).includes('unknownClaim'),
            () => `is ${said.result}`,
          );
        must(previewed.standing === null, () => 'has a standing');
      },
    ],
  ];
};

/** Takes an act with a claim through its life: previewed, asked for three times at once, again, differently, and too late. */
const lifeOf = (call: Caller, given: CoreClaimAct, parts: Parts, seen: Versions) => {
  const key = parts.newId();
  const { preview, ask } = asks(call, parts);
  let previewed: CoreClaimPreview | undefined;
  let answer: CoreClaimAnswer | undefined;
  let body = given;
  const first = (): CoreClaimAnswer => {
    if (!answer) throw new Broken('there was no answer to compare with');
    return answer;
  };
  const checks: Array<[string, () => Promise<void>]> = [
    [
      'a preview says how the claim stands, and stores nothing',
      async () => {
        const { standing } = await preview(given);
        if (!standing) throw new Broken('has no standing');
        body = withVersion(given, standing.version);
        previewed = await preview(body);
        mustBeEqual(previewed, await preview(body), 'two previews differ');
      },
    ],
    [
      'three calls with one key at the same time have one answer',
      async () => {
        const [one, ...others] = await Promise.all([ask(body, key), ask(body, key), ask(body, key)]);
        answer = one;
        for (const other of others) mustBeEqual(one, other, 'two answers differ');
      },
    ],
    [
      'the act does what its preview said',
      async () => {
        const { result, reasons } = first();
        mustBeEqual(
          previewed && { result: previewed.result, reasons: previewed.reasons },
          { result, reasons },
          'preview and act differ',
        );
      },
    ],
    [
      'its facts follow their schemas, with rising versions',
      async () => {
        const said = first();
        checkFacts(said.result === 'done' ? said.facts : [], seen);
      },
    ],
    [
      'its receipt, if the core keeps any, has the key of the act',
      async () => {
        const { receipt } = first();
        must(!receipt || receipt.key === key, () => `the receipt has the key ${receipt?.key}, not ${key}`);
      },
    ],
    [
      'the same key later has the same answer',
      async () => mustBeEqual(first(), await ask(body, key), 'two answers differ'),
    ],
    [
      'the same key with another act is answered 409',
      async () => {
        const changed = withVersion(body, body.claim.version + 1);
        mustAnswer(await call({ kind: body.act.kind, act: changed, key }), 409);
      },
    ],
    [
      'who has seen another version is declined with claimChanged',
      async () => {
        const late = await ask(withVersion(body, body.claim.version + 1_000_000), parts.newId());
        must(late.result === 'declined' && codesOf(late).includes('claimChanged'), () => `is ${late.result}`);
      },
    ],
  ];
  return { checks, isDone: () => answer?.result === 'done' && answer.facts.length > 0 };
};

/** Tries whether a core keeps the port for what employees do with claims; nothing is tried of a core without such acts. */
export const claimChecks = async (call: Caller, parts: Parts): Promise<Check[]> => {
  const [first, ...others] = parts.claimActs ?? [];
  if (!first) return [];
  const checks: Check[] = [];
  for (const [name, check] of refusals(call, first, parts)) checks.push(await kept(`claims: ${name}`, check));
  const seen: Versions = new Map();
  let done = 0;
  for (const [index, body] of [first, ...others].entries()) {
    const life = lifeOf(call, body, parts, seen);
    for (const [name, check] of life.checks)
      checks.push(await kept(`${body.act.kind} ${index + 1}: ${name}`, check));
    if (life.isDone()) done += 1;
  }
  const isProved = async () => must(done > 0, () => 'nothing was, so nothing is proved');
  checks.push(await kept('claims: at least one act is done, and has changed something', isProved));
  return checks;
};
