import type { Db } from '@hofn/database';
import { type UpsertResult, upsertFacts } from '../upsert.ts';
import type { AnyWriters } from '../writers.ts';
import { type ImportedFact, importedTypes } from './parse.ts';

const hasCompanies = ({ type, facts }: ImportedFact): boolean =>
  type === 'customers' && (facts as { companies: readonly unknown[] }).companies.length > 0;

/** Order in which facts are loaded: first those that others refer to, persons of companies after the companies. */
export const rankOf = (fact: ImportedFact): number =>
  importedTypes.indexOf(fact.type) * 2 + (hasCompanies(fact) ? 1 : 0);

/**
 * Splits places of facts of one rank into rounds in which no key occurs twice, the newest version in the first. An older
 * version is then judged by what the newer one has become: outdated, or loaded because the newer one was refused.
 */
const roundsOf = (facts: readonly ImportedFact[], places: readonly number[]): number[][] => {
  const version = (place: number) => facts[place]?.version ?? 0;
  const rounds: number[][] = [];
  const seen = new Map<string, number>();
  for (const place of [...places].sort((a, b) => version(b) - version(a))) {
    const key = facts[place]?.key ?? '';
    const round = seen.get(key) ?? 0;
    seen.set(key, round + 1);
    rounds[round] ??= [];
    rounds[round].push(place);
  }
  return rounds;
};

/** Writes facts of any types, which may have the same keys. @returns a result for each, in the same order */
export const upsertLines = async (
  tx: Db,
  writers: AnyWriters,
  { source, at }: { source: string; at: string },
  facts: readonly ImportedFact[],
): Promise<UpsertResult[]> => {
  const results: UpsertResult[] = [];
  const ranks = Map.groupBy(facts.keys(), (place) => rankOf(facts[place] as ImportedFact));
  for (const [, places] of [...ranks].sort(([a], [b]) => a - b)) {
    for (const round of roundsOf(facts, places)) {
      const arrivals = round.flatMap((place) => facts[place] ?? []);
      const [first] = arrivals;
      if (!first) continue;
      const answers = await upsertFacts(
        tx,
        writers[first.type],
        { source, at },
        arrivals.map(({ key, version, facts: content, acknowledges }) => ({
          ...{ key, version, facts: content, quiet: true },
          ...(acknowledges && { acknowledges }),
        })),
      );
      round.forEach((place, index) => {
        results[place] = answers[index] ?? { outcome: 'refused', fields: [] };
      });
    }
  }
  return results;
};
