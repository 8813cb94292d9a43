import { type AskedPlan, coreActAnswer, coreActPreview } from '@hofn/contracts';
import { insuranceActs, insuranceInstalments } from '@hofn/database/schema/insurance.ts';
import { testDatabase } from '@hofn/database/testing.ts';
import { expect, test } from 'vitest';
import { findAct } from '../store/acts.ts';
import { actOf, ask, createCores, repeat, requestOf } from './testing.ts';

const today = '2026-12-01';
const cores = createCores(today);
/** Owes the instalment of November, about which a reminder was sent. */
const debtor = '1201741429';
const total = 40_999;
/** Owes as well, and one policy has lapsed because of that. */
const lapsed = { ssn: '2109951459', total: 36_372 };

const planOf = ({ ssn = debtor, ...plan }: Partial<AskedPlan> & { ssn?: string } = {}, by?: string) =>
  actOf(
    requestOf(ssn, {
      ...{ kind: 'plan', policy: null, effectiveOn: today, requestedAt: `${today}T07:00:00Z` },
      change: { plan: { choice: { kind: 'parts', count: 3 }, total, ...plan } },
    }),
    by,
  );

test('RIGHT-4, ACT-1, ACT-5: a plan is agreed at once, as its preview said, and answers with the instalments that it changes', async () => {
  const { owner, core } = await cores.openDemo(testDatabase);
  const act = planOf();
  const preview = await ask(core.url, { kind: 'plan', act, isPreview: true });
  expect(coreActPreview.parse(preview.answer)).toMatchObject({
    ...{ result: 'done', edition: '2026-3', reasons: [{ code: 'planTerms', texts: null }] },
    effectiveOn: today,
    effect: {
      ...{ charged: 490, credited: 0, refunded: 0 },
      instalments: [
        { dueDate: '2026-12-15', before: 0, after: 13_830 },
        { dueDate: '2027-01-15', before: 0, after: 13_830 },
        { dueDate: '2027-02-15', before: 0, after: 13_829 },
      ],
    },
  });
  expect(await owner.db.$count(insuranceActs)).toBe(0);
  const count = await owner.db.$count(insuranceInstalments);

  const done = coreActAnswer.parse((await ask(core.url, { kind: 'plan', act, key: 'plan-1' })).answer);
  expect(done).toMatchObject({ ...preview.answer, policyNumber: null });
  if (done.result !== 'done') return;
  const instalments = done.facts.flatMap(({ type, facts }) => (type === 'instalments' ? [facts] : []));
  expect(instalments).toHaveLength(4);
  expect(instalments.filter(({ cancelledAt }) => cancelledAt !== null)).toMatchObject([
    { dueDate: '2026-11-01', amount: 40_675, lapsesOn: null },
  ]);
  expect((await ask(core.url, { kind: 'plan', act, key: 'plan-1' })).answer).toEqual(done);
  expect(await owner.db.$count(insuranceInstalments)).toBe(count + 3);
  const receipt = await findAct(owner.db, 'plan-1');
  expect(receipt && (await repeat(owner, receipt))).toMatchObject({ isIntact: true, isSame: true });

  const again = await ask(core.url, { kind: 'plan', act: planOf() });
  expect(again.answer).toMatchObject({ result: 'declined', reasons: [{ code: 'nothingDue' }] });
});

test.each([
  ['a policy has lapsed', { ...lapsed }],
  ['another total was confirmed', { total: total - 1 }],
] as const)(
  'RIGHT-4, ACT-3: a plan is referred when %s, and done once an employee has accepted it',
  async (_, about) => {
    const { core } = await cores.openDemo(testDatabase);
    const act = planOf(about);
    const referred = await ask(core.url, { kind: 'plan', act });
    expect(referred.answer).toMatchObject({
      result: 'referred',
      reasons: [{ code: 'planLimits', texts: null }],
    });
    const decided = { ...act, decidedBy: { name: 'Ragna Prófdóttir' } };
    const done = await ask(core.url, { kind: 'plan', act: decided });
    expect(done.answer).toMatchObject({ result: 'done', edition: null, policyNumber: null });
    expect(done.answer.effect.instalments).toHaveLength(3);
  },
);

test('RIGHT-4: what the terms do not allow is declined, also when an employee asks for it', async () => {
  const { core } = await cores.openDemo(testDatabase);
  const late = planOf({ choice: { kind: 'later', on: '2027-01-15' } }, 'Ragna Prófdóttir');
  expect((await ask(core.url, { kind: 'plan', act: late })).answer).toMatchObject({
    ...{ result: 'declined', reasons: [{ code: 'planNotPossible' }] },
  });
  const inTime = planOf({ choice: { kind: 'later', on: '2026-12-31' } });
  expect((await ask(core.url, { kind: 'plan', act: inTime })).answer).toMatchObject({
    result: 'done',
    effect: { charged: 0, instalments: [{ dueDate: '2026-12-31', before: 0, after: total }] },
  });
});

test('RIGHT-4: a plan without what was chosen is refused by its field', async () => {
  const { core } = await cores.openDemo(testDatabase);
  const request = requestOf(debtor, { kind: 'plan', policy: null });
  const { status, answer } = await ask(core.url, { kind: 'plan', act: actOf(request) });
  expect([status, Object.keys(answer.errors)]).toEqual([400, ['request.change.plan']]);
  const many = await ask(core.url, { kind: 'plan', act: planOf({ choice: { kind: 'parts', count: 13 } }) });
  expect([many.status, Object.keys(many.answer.errors)]).toEqual([
    ...[400, ['request.change.plan.choice.count']],
  ]);
});
