import { coreActAnswer } from '@hofn/contracts';
import { testDatabase } from '@hofn/database/testing.ts';
import { expect, test } from 'vitest';
import { findAct } from '../store/acts.ts';
import { actOf, ask, createCores, repeat, requestOf } from './testing.ts';

const today = '2026-12-02';
const cores = createCores(today);
const requestedAt = `${today}T07:00:00Z`;

test('ACT-3, ACT-1, ACT-5: a suspension and its end are done at once, as their previews said, and cost and return premium', async () => {
  const { owner, core, ssn } = await cores.open(testDatabase);
  const about = (kind: 'suspend' | 'resume', effectiveOn: string, by?: string) => ({
    kind,
    act: actOf(requestOf(ssn, { kind, effectiveOn, requestedAt, premium: 1 }), by),
    key: `${kind}-${effectiveOn}${by ? '-decided' : ''}`,
  });
  const suspend = about('suspend', '2026-12-20');
  const preview = await ask(core.url, { ...suspend, key: 'preview', isPreview: true });
  const { answer } = await ask(core.url, suspend);
  const done = coreActAnswer.parse(answer);
  expect(done).toMatchObject(preview.answer);
  expect(done).toMatchObject({
    result: 'done',
    edition: '2026-3',
    reasons: [{ code: 'parked', texts: null }],
  });
  if (done.result !== 'done') return;
  const { premiumBefore, premiumAfter } = done.effect;
  expect([premiumBefore > 0, premiumAfter]).toEqual([true, Math.round(premiumBefore / 4)]);
  expect(done.facts.find(({ type }) => type === 'policies')?.facts).toMatchObject({
    ...{ suspendedOn: '2026-12-20', premiumPerYear: premiumBefore },
  });

  const twice = await ask(core.url, about('suspend', '2027-01-01', 'Ragna Prófdóttir'));
  expect(twice.answer).toMatchObject({ result: 'declined', reasons: [{ code: 'alreadySuspended' }] });
  const sooner = await ask(core.url, about('resume', today));
  expect(sooner.answer).toMatchObject({ result: 'referred', reasons: [{ code: 'begun' }] });
  const resumed = await ask(core.url, about('resume', '2027-03-01'));
  expect(resumed.answer).toMatchObject({
    ...{ result: 'done', edition: '2026-3', reasons: [{ code: 'sameTerms', texts: null }] },
    effect: { premiumBefore: premiumAfter, premiumAfter: premiumBefore },
  });
  const again = await ask(core.url, about('resume', '2027-04-01', 'Ragna Prófdóttir'));
  expect(again.answer).toMatchObject({ result: 'declined', reasons: [{ code: 'notSuspended' }] });
  for (const key of [suspend.key, 'resume-2027-03-01', `resume-${today}`]) {
    const receipt = await findAct(owner.db, key);
    expect(receipt && (await repeat(owner, receipt))).toMatchObject({ isIntact: true, isSame: true });
  }
});

test('ACT-3: a cover that has a price and nothing to assess is added at once, and its premium charged', async () => {
  const { core, ssn } = await cores.open(testDatabase);
  const addition = (cover: string) =>
    requestOf(ssn, {
      ...{ kind: 'cover', effectiveOn: '2026-12-03', requestedAt, premium: 1_000_000 },
      change: { act: 'add', cover, priceFrom: 11_900 },
    });
  const added = await ask(core.url, { kind: 'cover', act: actOf(addition('personal-items')) });
  expect(added.answer).toMatchObject({
    ...{ result: 'done', reasons: [{ code: 'priceList' }], premium: 1_000_000 },
    effect: { premiumAfter: 1_000_000 },
  });
  expect(added.answer.effect.instalments.length).toBeGreaterThan(0);
  const other = await ask(core.url, { kind: 'cover', act: actOf(addition('daily-allowance')) });
  expect(other.answer).toMatchObject({ result: 'referred', edition: '2026-3', reasons: [{ code: 'risk' }] });
});
