import { insuranceReferralSwitches, insuranceRuleEditions } from '@hofn/database/schema/insurance.ts';
import { patience } from '@hofn/database/testing/patience.ts';
import { testDatabase } from '@hofn/database/testing.ts';
import { addDays } from '@hofn/domain';
import { initialRuleEditions } from '@hofn/domain/settlement-rules.ts';
import { expect, test, vi } from 'vitest';
import { actOf, actsToday, ask, createCores, offerOf, repeat, requestOf } from '../acts/testing.ts';
import { editionWith, suspensionAtOnce } from '../editions/testing.ts';
import { findAct } from '../store/acts.ts';
import { addEdition, findEdition } from '../store/editions.ts';

const cores = createCores();

const openPages = async () => {
  const opened = await cores.open(testDatabase);
  const { url } = opened.core;
  const textOf = async (path: string) =>
    (await (await fetch(`${url}${path}`)).text()).replaceAll(/<[^>]+>/g, ' ').replaceAll(/[\s\u00a0]+/g, ' ');
  const post = async (path: string, name: string, headers: Record<string, string> = {}) => {
    const body = new URLSearchParams({ name });
    const { status, headers: answered } = await fetch(`${url}${path}?lang=en`, {
      ...{ method: 'POST', body, headers, redirect: 'manual' },
    });
    return [status, answered.get('location')];
  };
  return { ...opened, textOf, post };
};

test('ACT-4: the page shows an edition in words and what it would have decided, and another person approves it there', async () => {
  const { owner, core, ssn, textOf, post } = await openPages();
  const suspend = requestOf(ssn, { kind: 'suspend', effectiveOn: '2026-12-20' });
  await ask(core.url, { kind: 'suspend', act: actOf(suspend), key: 'suspend' });
  const from = addDays(actsToday, 7);
  const edition = editionWith('own-1', from, [
    { ...suspensionAtOnce, when: ['inForce', 'listedCover'], otherwise: 'offRoad', covers: ['a<b'] },
  ]);
  const moment = { at: `${actsToday}T08:00:00Z`, today: actsToday };
  await addEdition(owner.db, edition, { ...moment, author: 'Ragna <Prófdóttir>' });
  await addEdition(owner.db, editionWith('own-2', from, [suspensionAtOnce]), { ...moment, author: 'Una' });

  const list = await textOf('/rules?lang=en');
  expect(list).toContain(
    '2026-1 Applies today 01/01/2026 The product’s release The review of the product’s release',
  );
  expect(list).toContain('own-1 Not approved 01/12/2026 Ragna &lt;Prófdóttir&gt; –');
  expect(await textOf('/?lang=is')).toContain('Útgáfur reglnanna');
  const rows = await textOf('/rules/own-1?lang=en');
  expect(rows).toContain(
    'Suspension Done at once The policy is in force. The cover is one of these: a&lt;b. Otherwise referred to people: ',
  );
  expect(rows).toContain('Suspension 1 0 0');
  const icelandic = await textOf('/rules/own-2?lang=is');
  expect(icelandic).toContain(
    'Biðstaða Framkvæmt strax Alltaf. Ökutæki sem er ekki í umferð þarf ekki að vera tryggt.',
  );
  expect(await textOf('/rules/own-2?lang=en')).toContain('Suspension 0 1 0 All 0 1 0');

  const approve = '/rules/own-1/approve';
  expect(await post(approve, 'ragna <PRÓFDÓTTIR> ')).toEqual([
    303,
    '/rules/own-1?lang=en&trouble=ownEdition',
  ]);
  expect(await textOf('/rules/own-1?lang=en&trouble=ownEdition')).toContain('The author cannot approve it.');
  for (const name of ['', ' review of the release of  Höfn'])
    expect(await post(approve, name)).toEqual([303, '/rules/own-1?lang=en&trouble=wrongName']);
  expect(await post(approve, 'Birta', { 'sec-fetch-site': 'cross-site' })).toEqual([404, null]);
  expect((await findEdition(owner.db, 'own-1'))?.approver).toBeNull();
  expect(await post(approve, 'Birta Prófdóttir')).toEqual([303, '/rules/own-1?lang=en']);
  expect(await post(approve, 'Una')).toEqual([303, '/rules/own-1?lang=en&trouble=alreadyApproved']);
  expect(await textOf('/rules/own-1?lang=en')).toContain('Approved by Birta Prófdóttir, ');
  expect(await textOf('/rules?lang=en')).toContain('own-1 Applies later');
  expect((await post('/rules/none/approve', 'Una'))[0]).toBe(404);
});

test('ACT-4, ACT-5: everything but a withdrawal is referred while the page has switched so, as receipts say', async () => {
  const { owner, core, ssn, textOf, post } = await openPages();
  const decided = async (kind: string, key: string, act: ReturnType<typeof actOf>) => {
    const { answer } = await ask(core.url, { kind, act, key });
    return answer;
  };
  expect(await post('/referral/on', '')).toEqual([303, '/rules?lang=en&trouble=wrongName']);
  expect(await post('/referral/on', 'Ragna Prófdóttir')).toEqual([303, '/rules?lang=en']);
  expect(await decided('bind', 'offer', actOf(offerOf(ssn, 96_000)))).toMatchObject({
    ...{ result: 'referred', edition: null },
    reasons: [
      {
        code: 'everythingReferred',
        texts: {
          is: 'Starfsfólk fer nú yfir allar beiðnir.',
          en: 'Our staff are reviewing all requests at the moment.',
        },
      },
    ],
  });
  const withdraw = actOf(requestOf(ssn, { kind: 'withdraw', effectiveOn: actsToday }));
  expect(await decided('withdraw', 'withdraw', withdraw)).toMatchObject({
    result: 'done',
    edition: '2026-1',
  });
  const byEmployee = actOf(offerOf(ssn, 97_000), 'Una Prófdóttir');
  expect((await decided('bind', 'by-una', byEmployee)).result).toBe('done');
  const receipt = await textOf('/receipts/offer?lang=en');
  expect(receipt).toContain('Decided by Everything is referred, by Ragna Prófdóttir');
  expect(receipt).toContain('Reasons Our staff are reviewing all requests at the moment.');
  expect(receipt).toContain('Decided again from this receipt The same result.');
  expect(await textOf('/receipts/withdraw?lang=is')).toContain('Ákvörðun tók Reglur, útgáfa 2026-1');
  expect(await textOf('/?lang=en')).toContain(
    'Everything but withdrawals is referred to people: Ragna Prófdóttir, ',
  );

  expect(await post('/referral/off', 'Birta Prófdóttir')).toEqual([303, '/rules?lang=en']);
  expect((await decided('bind', 'later', actOf(offerOf(ssn, 98_000)))).result).toBe('done');
  const kept = await findAct(owner.db, 'offer');
  expect(kept && (await repeat(owner, kept))).toMatchObject({ isIntact: true, isSame: true });
  const switches = await owner.db.select().from(insuranceReferralSwitches);
  expect(switches.map(({ isOn, name }) => [isOn, name])).toEqual([
    [true, 'Ragna Prófdóttir'],
    [false, 'Birta Prófdóttir'],
  ]);
});

test('ACT-4, RIGHT-1: an edition that this release cannot read refers what it would decide, and holds up no withdrawal', async () => {
  const { owner, core, ssn } = await openPages();
  const { id, rules } = initialRuleEditions[0] ?? { id: '', rules: [] };
  await owner.db.insert(insuranceRuleEditions).values({
    ...{ id: 'later', firstDay: actsToday, author: 'Una', writtenAt: `${actsToday}T07:00:00Z` },
    ...{ approver: 'Birta', approvedAt: `${actsToday}T07:30:00Z` },
    rules: [...rules, { act: 'anotherAct', decided: 'atOnce', reason: 'unheardOf', source: id }],
  });
  const decided = async (kind: string, act: ReturnType<typeof actOf>) =>
    (await ask(core.url, { kind, act, key: kind })).answer;
  expect(await decided('bind', actOf(offerOf(ssn, 96_000)))).toMatchObject({
    result: 'referred',
    edition: null,
  });
  expect(
    await decided('withdraw', actOf(requestOf(ssn, { kind: 'withdraw', effectiveOn: actsToday }))),
  ).toMatchObject({
    ...{ result: 'done', edition: null, reasons: [{ code: 'right', texts: null }] },
  });
});

test('ACT-4: while everything is referred, the core accepts nothing of itself', async () => {
  const { database, front, ssn } = await cores.open(testDatabase);
  await cores.stopAll();
  const request = requestOf(ssn, { effectiveOn: '2026-12-31', settledBy: 'core' });
  front.requests.push(request);
  const { url } = await cores.start(database, front);
  const until = (check: () => Promise<void>) =>
    vi.waitFor(check, { timeout: patience(20_000), interval: 50 });
  await until(async () => expect(await (await fetch(`${url}/mark`)).text()).toContain(`${request.id} open`));
  const body = new URLSearchParams({ name: 'Ragna Prófdóttir' });
  for (const path of ['/referral/on', '/rule/on']) await fetch(`${url}${path}`, { method: 'POST', body });
  expect(front.outcomes).toEqual([]);
  await fetch(`${url}/referral/off`, { method: 'POST', body });
  expect(front.outcomes.map(({ id }) => id)).toEqual([request.id]);
});
