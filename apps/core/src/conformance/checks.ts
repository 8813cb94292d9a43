import { isDeepStrictEqual } from 'node:util';
import { type CoreFact, type FactType, factTypes } from '@hofn/contracts';
import type { ZodType } from 'zod';
import type { PortAnswer } from './caller.ts';

/** One thing that a core has to do, and whether it does. */
export type Check = { name: string; isKept: boolean; why: string };

/** What a core may take to answer (rule ACT-1). */
const mostMs = 3_000;
/** What is wrong with a core, in words. */
export class Broken extends Error {}

export const must = (isTrue: boolean, why: () => string): void => {
  if (!isTrue) throw new Broken(why());
};

const shown = (value: unknown): string => JSON.stringify(value)?.slice(0, 300) ?? 'no JSON';

export const mustAnswer = (answer: PortAnswer, status: number): void =>
  must(answer.status === status, () => `answered ${answer.status}, not ${status}: ${shown(answer.body)}`);

/** What a core has answered in time, by the contract. @throws Broken */
export const read = <Answer>(answer: PortAnswer, schema: ZodType<Answer>): Answer => {
  mustAnswer(answer, 200);
  must(answer.ms <= mostMs, () => `answered after ${answer.ms} ms`);
  const { success, data, error } = schema.safeParse(answer.body);
  if (success) return data;
  const [issue] = error.issues;
  throw new Broken(`${issue?.path.join('.')}: ${issue?.message}`);
};

export const mustBeEqual = (one: unknown, other: unknown, what: string): void =>
  must(isDeepStrictEqual(one, other), () => `${what}: ${shown(one)} and ${shown(other)}`);

export type Versions = Map<string, { version: number; facts: unknown }>;

/** Facts follow their schemas, and a fact that says something else has a higher version. @throws Broken */
export const checkFacts = (facts: readonly CoreFact[], seen: Versions): void => {
  const own = new Set<string>();
  for (const { type, key, version, facts: said } of facts) {
    const place = `${type}/${key}`;
    must(!own.has(place), () => `${place} is returned twice`);
    own.add(place);
    const [issue] = factTypes[type as FactType].safeParse(said).error?.issues ?? [];
    must(!issue, () => `${place}: facts.${issue?.path.join('.')}: ${issue?.message}`);
    const last = seen.get(place);
    const isAfter =
      !last || version > last.version || (version === last.version && isDeepStrictEqual(said, last.facts));
    must(isAfter, () => `${place} has version ${version} after ${last?.version} and says something else`);
    seen.set(place, { version, facts: said });
  }
};

/** Makes a check. */
export const kept = async (name: string, check: () => Promise<unknown>): Promise<Check> => {
  try {
    await check();
    return { name, isKept: true, why: '' };
  } catch (error) {
    // Anything else is a core that does not answer, or does not speak HTTP.
    return { name, isKept: false, why: error instanceof Error ? error.message : String(error) };
  }
};
