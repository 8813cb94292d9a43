import { insuranceRuleEditions } from '@hofn/database/schema/insurance.ts';
import { describeEachEngine, testDatabase } from '@hofn/database/testing.ts';
import { addDays } from '@hofn/domain';
import { initialRuleEditions } from '@hofn/domain/settlement-rules.ts';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { actOf, actsToday, ask, createCores, repeat, requestOf } from '../acts/testing.ts';
import { findAct } from '../store/acts.ts';
import { moveCalendar } from '../store/calendar.ts';
import { addEdition, allEditions, approveEdition } from '../store/editions.ts';
import { editionWith, suspensionAtOnce } from './testing.ts';

const cores = createCores();
const moment = { at: `${actsToday}T09:00:00Z`, today: actsToday };
const byRagna = { ...moment, author: 'Ragna Prófdóttir' };
const byBirta = { ...moment, approver: 'Birta Prófdóttir' };

const suspend = (ssn: string, key: string) => ({
  ...{ kind: 'suspend', key },
  act: actOf(requestOf(ssn, { kind: 'suspend', effectiveOn: '2026-12-20' })),
});

test('ACT-4, ACT-5: an edition decides from its first day once another person has approved it, and receipts keep theirs', async () => {
  const { owner, database, core, ssn } = await cores.open(testDatabase);
  const decided = async (key: string) => {
    const { answer } = await ask(core.url, { ...suspend(ssn, key), isPreview: true });
    return `${answer.result} ${answer.edition}`;
  };
  const ofDay = editionWith('own-1', actsToday, [suspensionAtOnce]);
  const { answer: referred } = await ask(core.url, suspend(ssn, 'before'));
  expect([referred.result, referred.edition]).toEqual(['referred', '2026-1']);
  await addEdition(database.db, ofDay, byRagna);
  expect(await decided('unapproved')).toBe('referred 2026-1');
  await approveEdition(database.db, 'own-1', byBirta);
  expect(await decided('approved')).toBe('done own-1');

  const tomorrow = addDays(actsToday, 1);
  await addEdition(database.db, { ...ofDay, id: 'own-2', from: tomorrow }, byRagna);
  await approveEdition(database.db, 'own-2', byBirta);
  expect(await decided('today')).toBe('done own-1');
  const { answer: done } = await ask(core.url, suspend(ssn, 'done'));
  expect([done.result, done.edition]).toEqual(['done', 'own-1']);
  await moveCalendar(owner.db, tomorrow);
  const cancel = actOf(requestOf(ssn, { kind: 'withdraw', effectiveOn: tomorrow }));
  expect((await ask(core.url, { kind: 'withdraw', act: cancel })).answer.edition).toBe('own-2');

  for (const [key, edition] of [
    ['before', '2026-1'],
    ['done', 'own-1'],
  ] as const) {
    const receipt = await findAct(owner.db, key);
    expect(receipt && (await repeat(owner, receipt))).toMatchObject({
      ...{ isIntact: true, isSame: true, decision: { edition } },
    });
  }
});

test('ACT-4: of two editions for one day, the one that was approved last applies', async () => {
  const { database, core, ssn } = await cores.open(testDatabase);
  for (const [id, at] of [
    ['b-first', '10:00'],
    ['a-second', '11:00'],
  ] as const) {
    await addEdition(database.db, editionWith(id, actsToday, [suspensionAtOnce]), byRagna);
    await approveEdition(database.db, id, { ...byBirta, at: `${actsToday}T${at}:00Z` });
  }
  const { answer } = await ask(core.url, { ...suspend(ssn, 'preview'), isPreview: true });
  expect(answer.edition).toBe('a-second');
});

describeEachEngine('editions of the rules', (open) => {
  test('ACT-4: the database changes nothing of an edition, and lets it be approved once, by another person', async () => {
    const owner = await open();
    await addEdition(owner.db, editionWith('own-1', actsToday, []), byRagna);
    const changing = (changes: string) =>
      owner.db.execute(sql.raw(`update insurance.rule_editions set ${changes} where id = 'own-1'`));
    const approval = (name: string) => `approver = '${name}', approved_at = now()`;
    const never = { cause: { message: 'an edition of the rules is never changed, and approved once' } };
    for (const changes of [`first_day = '2030-01-01'`, `rules = '[]'`, `author = 'Birta Prófdóttir'`])
      await expect(changing(changes), changes).rejects.toMatchObject(never);
    await expect(changing(approval(' RAGNA prófdóttir'))).rejects.toMatchObject({
      cause: { constraint: 'rule_editions_second_person' },
    });
    await changing(approval('Birta Prófdóttir'));
    await expect(changing(approval('Una Prófdóttir'))).rejects.toMatchObject(never);
    await expect(changing('approver = null, approved_at = null')).rejects.toMatchObject(never);
  });
});

test('ACT-4: a core begins with the editions of its release, once in any number of replicas, and adds none to others', async () => {
  const { owner, database, front } = await cores.open(testDatabase);
  await cores.stopAll();
  await owner.db.delete(insuranceRuleEditions);
  await Promise.all([cores.start(database, front), cores.start(database, front)]);
  const ids = async () => (await allEditions(owner.db)).map(({ id }) => id).toSorted();
  expect(await ids()).toEqual(initialRuleEditions.map(({ id }) => id));
  const [edition] = await allEditions(owner.db);
  expect(edition).toMatchObject({
    ...{ author: 'Release of Höfn', approver: 'Review of the release of Höfn' },
  });
  await cores.stopAll();
  await owner.db.delete(insuranceRuleEditions);
  await owner.db.insert(insuranceRuleEditions).values({
    ...{ id: 'own-1', firstDay: actsToday, author: 'Ragna', writtenAt: moment.at },
    rules: editionWith('own-1', actsToday, []).rules.map((rule) => ({ ...rule })),
  });
  await cores.start(database, front);
  expect(await ids()).toEqual(['own-1']);
});
