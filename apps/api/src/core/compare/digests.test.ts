import { createHash } from 'node:crypto';
import type { FactDigest } from '@hofn/contracts';
import { coreRecords, type Database } from '@hofn/database';
import { describeEachEngine } from '@hofn/database/testing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIssuer, type Issuer, noon, startApi } from '../../testing.ts';

type Fact = { key: string; version: number };

/** As documented: the sum of the first eight bytes of the hashes. */
const digestOf = (facts: readonly Fact[]): string => {
  const hashOf = ({ key, version }: Fact) =>
    createHash('sha256').update(`${key} ${version}`).digest().readBigUInt64BE();
  const sum = facts.reduce((total, fact) => total + hashOf(fact), 0n);
  return BigInt.asUintN(64, sum).toString(16).padStart(16, '0');
};

describeEachEngine('digests of facts', (open) => {
  let database: Database;
  let issuer: Issuer;
  let api: Awaited<ReturnType<typeof startApi>>;
  beforeAll(async () => {
    database = await open();
    issuer = await createIssuer();
    api = await startApi(database, issuer);
  });
  afterAll(() => api.stop());

  const read = async (query: string): Promise<FactDigest[]> => {
    const token = await issuer.serviceToken(['core.imports']);
    const answer = await api.ask(`/api/core/v1/digests?${query}`, { token });
    return ((await answer.json()) as { items: FactDigest[] }).items;
  };

  test('CORE-12: counts and digests of ranges of keys cover the source’s facts of a type, each once', async () => {
    // Capital letters come before small ones, as bytes do and Icelandic words do not.
    const facts = ['a', 'B', 'c-1', 'c.1', 'D', '_x', '10', '9', 'a~'].map((key, index) => ({
      key,
      version: index + 1,
    }));
    const others = { customerId: null, receivedAt: noon };
    await database.db
      .insert(coreRecords)
      .values([
        ...facts.map((fact) => ({ ...fact, ...others, source: 'kerfi', type: 'policies', id: fact.key })),
        { ...others, source: 'annad', type: 'policies', key: 'a', version: 9, id: 'x' },
        { ...others, source: 'kerfi', type: 'instalments', key: 'a', version: 9, id: 'y' },
      ]);
    const ordered = facts.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    expect(await read('type=policies')).toEqual([
      { from: null, to: null, count: 9, digest: digestOf(facts) },
    ]);

    const parts = await read('type=policies&parts=4');
    expect(parts.map(({ count }) => count)).toEqual([3, 2, 2, 2]);
    let before = 0;
    let end: string | null = null;
    for (const { from, to, count, digest } of parts) {
      const own = ordered.slice(before, before + count);
      expect([from, digest]).toEqual([end, digestOf(own)]);
      expect(to).toBe(ordered[before + count]?.key ?? null);
      before += count;
      end = to;
    }
    expect(before).toBe(9);

    expect(await read('type=policies&from=B&to=a&parts=1')).toEqual([
      {
        ...{ from: 'B', to: 'a', count: 3 },
        digest: digestOf(ordered.filter(({ key }) => key >= 'B' && key < 'a')),
      },
    ]);
    // As many ranges as facts: each names a key.
    expect((await read('type=policies&parts=1000')).map(({ from }) => from)).toEqual([
      null,
      ...ordered.slice(1).map(({ key }) => key),
    ]);
    expect(await read('type=customers&parts=9')).toEqual([
      { from: null, to: null, count: 0, digest: '0000000000000000' },
    ]);
  });
});
