import type { Policy, PolicyOptions } from '@hofn/contracts';
import { type Database, policies } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDemo } from '../core/import/load-demo.ts';
import { createIssuer, fixedClock, type Issuer, startApi } from '../testing.ts';

const clock = fixedClock();

describeWithDatabase('policies of the demo', (open) => {
  let database: Database;
  let issuer: Issuer;
  let api: Awaited<ReturnType<typeof startApi>>;
  let demo: Awaited<ReturnType<typeof loadDemo>>;
  beforeAll(async () => {
    database = await open();
    demo = await loadDemo(database, clock.now().toISOString().slice(0, 10));
    issuer = await createIssuer();
    api = await startApi(database, issuer, { clock });
  });
  afterAll(() => api.stop());

  test.each([
    ['is', 'Guðrún', '1987342', 'Tegund', 'Smábíll', 'Bílrúðutrygging'],
    ['en', 'Tómas', '2120044', 'Kind', 'Small car', 'Windscreen insurance'],
  ] as const)(
    'LIFE-2: windscreen cover for the car of the demo has a price by its kind, which is in words (%s)',
    async (language, person, number, label, value, name) => {
      const [policy] = await database.db.select().from(policies).where(eq(policies.number, number));
      const token = await issuer.token(
        demo.find((signIn) => signIn.name.startsWith(person))?.customerId ?? 'nobody',
      );
      const get = async <Body>(path: string) =>
        (await (await api.ask(path, { token, language })).json()) as Body;
      const { insuredItems } = await get<Policy>(`/api/policy/v2/${policy?.id}`);
      expect(insuredItems[0]?.facts).toContainEqual({ label, value });
      const { addable } = await get<PolicyOptions>(`/api/policy/v2/${policy?.id}/options`);
      expect(addable).toContainEqual(
        expect.objectContaining({ product: 'windscreen', name, pricePerYear: 11_680 }),
      );
    },
  );
});
