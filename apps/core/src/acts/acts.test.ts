import { coreActAnswer, coreActPreview, factTypes } from '@hofn/contracts';
import type { Database } from '@hofn/database';
import {
  insuranceActs,
  insuranceCustomers,
  insuranceLedgerEntries,
  insuranceOutbox,
  insuranceOutcomes,
  insurancePolicies,
} from '@hofn/database/schema/insurance.ts';
import { findPostgres } from '@hofn/database/test-server.ts';
import { patience } from '@hofn/database/testing/patience.ts';
import { describeEachEngine, describeWithDatabase } from '@hofn/database/testing.ts';
import { addDays } from '@hofn/domain';
import { like, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { factsOfCustomer, noteAnswer } from '../store/outbox.ts';
import { actOf, actsToday, ask, createCores, offerOf, requestOf } from './testing.ts';

const cores = createCores();
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: patience(20_000), interval: 50 });

const stored = async ({ db }: Database) => ({
  acts: await db.$count(insuranceActs),
  outbox: await db.$count(insuranceOutbox),
  entries: await db.$count(insuranceLedgerEntries),
  policies: await db
    .select({ version: insurancePolicies.version, validTo: insurancePolicies.validTo })
    .from(insurancePolicies),
});

describeEachEngine('acts of the core', (open) => {
  test('ACT-1: a preview says what the act then does, and stores nothing', async () => {
    const { owner, core, ssn } = await cores.open(open);
    const act = actOf(offerOf(ssn, 96_000));
    const before = await stored(owner);
    const preview = () => ask(core.url, { kind: 'bind', act, isPreview: true });
    const first = await preview();
    expect(first.status).toBe(200);
    expect(coreActPreview.parse(first.answer)).toEqual(first.answer);
    expect((await preview()).answer).toEqual(first.answer);
    expect(await stored(owner)).toEqual(before);
    const { status, answer } = await ask(core.url, { kind: 'bind', act });
    expect(status).toBe(200);
    const done = coreActAnswer.parse(answer);
    expect(done).toMatchObject({ ...first.answer, policyNumber: expect.stringMatching(/^91\d{5}$/) });
    expect(first.answer).toMatchObject({
      ...{ result: 'done', edition: '2026-1', reasons: [{ code: 'contract', texts: null }] },
      ...{ effectiveOn: actsToday, premium: 96_000 },
      effect: {
        ...{ premiumBefore: 0, premiumAfter: 96_000, charged: 0, credited: 0, refunded: 0, refundOn: null },
        // Today’s work is done: what falls due today would not be collected.
        instalments: [{ dueDate: addDays(actsToday, 1), before: 0, after: 96_000 }],
      },
    });
    // Once it is done, a preview says what was done.
    expect((await preview()).answer).toEqual(
      expect.objectContaining({ result: 'done', effect: first.answer.effect }),
    );
  });

  test('BUY-3: the policy of a purchase insures what the purchase names', async () => {
    const { core, ssn } = await cores.open(open);
    const bought = offerOf(ssn, 96_000);
    const items = [
      { id: 'insured', kind: 'vehicle', name: { is: 'ABC12', en: 'ABC12' }, facts: { plate: 'ABC12' } },
    ] as const;
    const offer = bought.offer && { ...bought.offer, items: [...items] };
    const { answer } = await ask(core.url, { kind: 'bind', act: actOf({ ...bought, offer }) });
    const done = coreActAnswer.parse(answer);
    const facts = done.result === 'done' ? done.facts : [];
    expect(facts.find(({ type }) => type === 'policies')?.facts).toMatchObject({ items });
  });

  test('ACT-1: an act answers with every fact that it has changed, which its sending then repeats', async () => {
    const { owner, core, front, ssn } = await cores.open(open);
    const { answer } = await ask(core.url, { kind: 'bind', act: actOf(offerOf(ssn, 2_000_000_000)) });
    const facts: Array<{ type: keyof typeof factTypes; key: string; version: number; facts: object }> =
      answer.facts;
    expect(facts.map(({ type, version }) => `${type} ${version}`)).toEqual(['policies 1', 'instalments 1']);
    for (const { type, facts: said } of facts) expect(factTypes[type].safeParse(said).error).toBeUndefined();
    await until(async () => expect(await owner.db.$count(insuranceOutbox)).toBe(0));
    const sent = front.facts.map(({ path, version, facts: said }) => ({ path, version, facts: said }));
    expect(sent).toEqual(
      facts.map(({ type, key, version, facts: said }) => ({ path: `${type}/${key}`, version, facts: said })),
    );
  });

  test('ACT-2: a key gets one answer, also twice at once, from another replica and after the facts were confirmed', async () => {
    const { owner, database, front, core, ssn } = await cores.open(open);
    const other = await cores.start(database, front);
    const call = { kind: 'bind', act: actOf(offerOf(ssn, 96_000)), key: 'act-1' };
    const both = await Promise.all([core, other, core, other].map(({ url }) => ask(url, call)));
    const [first] = both;
    expect(first?.answer.result).toBe('done');
    for (const { status, answer } of both) expect([status, answer]).toEqual([200, first?.answer]);
    expect(await owner.db.$count(insuranceActs)).toBe(1);
    expect(await owner.db.$count(insurancePolicies, like(insurancePolicies.key, 'offer-%'))).toBe(1);
    await until(async () => expect(await owner.db.$count(insuranceOutbox)).toBe(0));
    // Asked again when the customer has written since.
    const messages = [
      { fromUs: false, texts: { is: 'Takk fyrir.', en: 'Thank you.' }, at: `${actsToday}T09:00:00Z` },
    ];
    const later = { ...call.act, request: { ...call.act.request, messages, settledBy: 'core' } };
    expect((await ask(core.url, { ...call, act: later })).answer).toEqual(first?.answer);
    const changed = { ...call, act: actOf(offerOf(ssn, 97_000)) };
    const conflict = await ask(core.url, changed);
    expect([conflict.status, conflict.answer.errorCode]).toEqual([409, 'keyReused']);
  });

  test('ACT-2: a core that was killed between an act and its answer gives the answer after its restart', async () => {
    const { owner, database, front, ssn } = await cores.open(open);
    await cores.stopAll();
    /** The database of a process that never answers what it has committed. */
    let isKilled = false;
    const ending = {
      ...database,
      db: new Proxy(database.db, {
        get: (target, name, receiver) => {
          if (name !== 'transaction') return Reflect.get(target, name, receiver);
          return async (...about: Parameters<typeof database.db.transaction>) => {
            const done = await target.transaction(...about);
            if (isKilled || (await owner.db.$count(insuranceActs)) === 0) return done;
            isKilled = true;
            return new Promise(() => {});
          };
        },
      }),
    } as Database;
    const killed = await cores.start(ending, front);
    const call = { kind: 'withdraw', act: actOf(requestOf(ssn, { kind: 'withdraw' })), key: 'act-1' };
    const lost = ask(killed.url, call);
    await until(async () => expect(isKilled).toBe(true));
    const again = await cores.start(database, front);
    const { status, answer } = await ask(again.url, call);
    expect([status, answer.result, await owner.db.$count(insuranceActs)]).toEqual([200, 'done', 1]);
    // The caller of the first waits no longer than an act may take.
    expect((await lost).status).toBe(504);
  });

  test('ACT-2: two acts about one policy at once are both answered, one after the other', async () => {
    const { owner, core, ssn } = await cores.open(open);
    const withdraw = requestOf(ssn, { kind: 'withdraw', effectiveOn: '2026-11-25' });
    const cancel = requestOf(ssn, { effectiveOn: '2027-01-31' });
    const [one, other] = await Promise.all([
      ask(core.url, { kind: 'withdraw', act: actOf(withdraw) }),
      ask(core.url, { kind: 'cancel', act: actOf(cancel, 'Ragna Prófdóttir') }),
    ]);
    expect(one.answer.result).toBe('done');
    // The cancellation was first, or there was nothing left to cancel: it never prolongs what was withdrawn from.
    expect(other.answer.result === 'declined' ? other.answer.reasons[0].code : other.answer.result).toMatch(
      /^(?:done|policyEnded)$/,
    );
    const [policy] = await owner.db.select().from(insurancePolicies);
    expect(policy).toMatchObject({ cancelledOn: actsToday, validTo: '2026-11-24', renews: false });
  });

  test('ACT-3: what the rules refer is done once an employee has decided, and the decision under two keys changes something once', async () => {
    const { owner, core, ssn } = await cores.open(open);
    const request = requestOf(ssn, { kind: 'suspend', effectiveOn: '2026-12-01', premium: 100_000 });
    const { answer: referred } = await ask(core.url, { kind: 'suspend', act: actOf(request) });
    expect(referred).toEqual({
      ...{ result: 'referred', edition: '2026-1', reasons: [{ code: 'offRoad', texts: null }] },
      receipt: expect.anything(),
    });
    const act = actOf(request, 'Ragna Prófdóttir');
    const { answer: done } = await ask(core.url, { kind: 'suspend', act, key: 'act-1' });
    expect(done).toMatchObject({ result: 'done', edition: null, reasons: [], policyNumber: `7${ssn}` });
    const before = await stored(owner);
    const { answer: repeated } = await ask(core.url, { kind: 'suspend', act, key: 'act-2' });
    expect(repeated).toEqual(done);
    expect((await stored(owner)).policies).toEqual(before.policies);
    expect((await stored(owner)).acts).toBe(2);
  });

  test('ACT-3: what was accepted on the core’s page is done once, also when the front then asks for it, and stands', async () => {
    const { owner, database, front, ssn } = await cores.open(open);
    await cores.stopAll();
    const request = requestOf(ssn, { effectiveOn: '2026-12-31', settledBy: 'core' });
    front.requests.push(request);
    front.answers.set(`requests/${request.id}/outcome`, { status: 503, body: {} });
    const again = await cores.start(database, front);
    const onPage = async () => (await fetch(`${again.url}/mark`)).text();
    await until(async () => expect(await onPage()).toContain(`${request.id} open`));
    const accept = () => fetch(`${again.url}/requests/${request.id}/accept?lang=en`, { method: 'POST' });
    await accept();
    expect(await owner.db.$count(insuranceOutcomes)).toBe(1);
    const { answer } = await ask(again.url, { kind: 'cancel', act: actOf(request, 'Ragna') });
    expect(answer).toMatchObject({ result: 'done', policyNumber: `7${ssn}` });
    expect(answer.facts.length).toBeGreaterThan(0);
    expect(await owner.db.$count(insuranceOutcomes)).toBe(0);
    expect(await owner.db.$count(insuranceActs)).toBe(1);
    // Answered on the page once more, and refused by the front, whose employee was faster.
    front.answers.set(`requests/${request.id}/outcome`, {
      status: 409,
      body: { errorCode: 'requestSettled' },
    });
    await accept();
    const [policy] = await owner.db.select().from(insurancePolicies);
    expect(policy).toMatchObject({ cancelledOn: actsToday, validTo: '2026-12-30' });
    expect(await owner.db.$count(insuranceActs)).toBe(1);
  });

  test('ACT-5: what was accepted on the core’s page and refused by the front has a receipt of both, and can be done later', async () => {
    const { owner, database, front, ssn } = await cores.open(open);
    await cores.stopAll();
    const request = requestOf(ssn, { effectiveOn: '2026-12-31', settledBy: 'core' });
    front.requests.push(request);
    front.answers.set(`requests/${request.id}/outcome`, {
      status: 409,
      body: { errorCode: 'settledElsewhere' },
    });
    const again = await cores.start(database, front);
    await until(async () =>
      expect(await (await fetch(`${again.url}/mark`)).text()).toContain(`${request.id} open`),
    );
    await fetch(`${again.url}/requests/${request.id}/accept?lang=en`, { method: 'POST' });
    const receipts = async () =>
      (
        await owner.db
          .select({ result: insuranceActs.result, round: insuranceActs.round, by: insuranceActs.decidedBy })
          .from(insuranceActs)
          .orderBy(insuranceActs.round, insuranceActs.result)
      ).map(({ result, round, by }) => `${round} ${result} ${by}`);
    const onPage = ['0 done The page of the core', '0 putBack The page of the core'];
    expect(await receipts()).toEqual(onPage);
    expect((await owner.db.select().from(insurancePolicies))[0]).toMatchObject({ cancelledOn: null });
    const { answer } = await ask(again.url, { kind: 'cancel', act: actOf(request, 'Ragna') });
    expect(answer.result).toBe('done');
    expect(await receipts()).toEqual([...onPage, '1 done Ragna']);
    expect((await owner.db.select().from(insurancePolicies))[0]).toMatchObject({ cancelledOn: actsToday });
  });
});

if (typeof findPostgres() !== 'string')
  describeWithDatabase('acts of the core on PostgreSQL', (open) => {
    test('ACT-1: an act whose customer somebody else works on is answered 503 in time, and not done', async () => {
      const { owner, core, ssn } = await cores.open(open);
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>();
      const holding = owner.db.transaction(async (tx) => {
        await tx.select().from(insuranceCustomers).for('update');
        isLocked();
        await released;
      });
      await locked;
      const call = { kind: 'withdraw', act: actOf(requestOf(ssn, { kind: 'withdraw' })), key: 'act-1' };
      expect((await ask(core.url, { ...call, isPreview: true })).status).toBe(200);
      const { status, answer } = await ask(core.url, call);
      expect([status, answer.errorCode]).toEqual([503, 'unavailable']);
      release();
      await holding;
      expect(await owner.db.$count(insuranceActs)).toBe(0);
      expect((await ask(core.url, call)).answer.result).toBe('done');
    });

    test('ACT-1: an act and the front’s answer to earlier facts of the customer never block each other', async () => {
      const { database, core, ssns } = await cores.open(open, 40);
      const acts = async (ssn: string, premium: number) => {
        const change = { act: 'deductible' as const, deductible: premium };
        const request = requestOf(ssn, { kind: 'cover', effectiveOn: actsToday, premium, change });
        return (await ask(core.url, { kind: 'deductible', act: actOf(request, 'Ragna') })).status;
      };
      const answer = async (ssn: string) => {
        for (const fact of await factsOfCustomer(database.db, ssn))
          await noteAnswer(database.db, fact, {
            at: `${actsToday}T08:00:00Z`,
            answer: 'updated',
            frontId: ssn,
          });
      };
      const statuses = [];
      for (const ssn of ssns) {
        statuses.push(await acts(ssn, 100_001));
        const [status] = await Promise.all([acts(ssn, 100_002), answer(ssn)]);
        statuses.push(status);
      }
      expect(statuses).toEqual(ssns.flatMap(() => [200, 200]));
    });

    test('ACT-5: nobody in the core’s role changes or deletes a receipt', async () => {
      const { database, core, ssn } = await cores.open(open);
      await ask(core.url, { kind: 'withdraw', act: actOf(requestOf(ssn, { kind: 'withdraw' })) });
      for (const statement of ['update insurance.acts set result = null', 'delete from insurance.acts'])
        await expect(database.db.execute(sql.raw(statement))).rejects.toMatchObject({
          cause: { message: 'permission denied for table acts' },
        });
    });
  });
