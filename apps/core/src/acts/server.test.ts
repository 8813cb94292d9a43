import { coreActAnswer, coreActPreview } from '@hofn/contracts';
import { insuranceActs } from '@hofn/database/schema/insurance.ts';
import { testDatabase } from '@hofn/database/testing.ts';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { actOf, ask, createCores, requestOf, testSecret } from './testing.ts';

const cores = createCores();

describe('calls of the port', () => {
  test('ACT-1: a policy or customer that the core does not have is declined, with words in both languages', async () => {
    const { core, ssn, owner } = await cores.open(testDatabase);
    const unknown = {
      result: 'declined',
      edition: null,
      reasons: [
        {
          code: 'unknownPolicy',
          texts: expect.objectContaining({ is: expect.any(String), en: expect.any(String) }),
        },
      ],
    };
    const policy = { id: 'p', number: '1' };
    for (const request of [
      requestOf(ssn, { policy }),
      requestOf('1201741429', {}),
      requestOf(ssn, { policy: null }),
    ])
      for (const isPreview of [true, false]) {
        const { status, answer } = await ask(core.url, {
          kind: 'cancel',
          act: actOf(request, 'Ragna'),
          isPreview,
        });
        expect([status, answer]).toEqual([
          200,
          isPreview ? unknown : { ...unknown, receipt: expect.anything() },
        ]);
        expect((isPreview ? coreActPreview : coreActAnswer).parse(answer)).toEqual(answer);
      }
    expect(await owner.db.$count(insuranceActs, eq(insuranceActs.result, 'declined'))).toBe(3);
  });

  test('ACT-1: a call that nobody with the secret has just signed is answered 401, with nothing else', async () => {
    const { owner, core, ssn } = await cores.open(testDatabase);
    const call = { kind: 'withdraw', act: actOf(requestOf(ssn, { kind: 'withdraw' })) };
    const long = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const wrong = [
      { ...call, secret: long },
      { ...call, at: minutesAgo(6) },
      { ...call, at: minutesAgo(-6) },
      { ...call, headers: { 'webhook-id': 'another' } },
      { ...call, headers: { 'webhook-signature': '' } },
      { ...call, kind: 'none', secret: long },
      { ...call, body: '{', secret: long },
    ];
    for (const each of wrong)
      for (const isPreview of [true, false]) {
        const { status, text } = await ask(core.url, { ...each, isPreview });
        expect([status, text]).toEqual([401, '']);
      }
    const unsigned = await fetch(`${core.url}/acts/withdraw`, { method: 'POST' });
    expect([unsigned.status, await unsigned.text()]).toEqual([401, '']);
    expect(await owner.db.$count(insuranceActs)).toBe(0);
  });

  test('ACT-1: what is wrong with a call is named by its field', async () => {
    const { owner, core, ssn } = await cores.open(testDatabase);
    const act = actOf(requestOf(ssn, { kind: 'withdraw' }));
    const { request } = act;
    const invalid: Array<[string, object, string?]> = [
      ['request.effectiveOn', { ...act, request: { ...request, effectiveOn: 'tomorrow' } }],
      ['decidedBy', { request }],
      ['body', { ...act, more: 1 }],
      ['kind', act, 'cancel'],
      ['kind', act, 'unknown'],
      ['request.change', { ...act, request: { ...request, change: null } }],
      ['request.offer', actOf({ ...request, kind: 'offer', change: null }), 'bind'],
      ['request.figures', actOf({ ...request, kind: 'figures', change: null }), 'figures'],
      ['request.tariff', { ...act, request: { ...request, tariff: 'a\u0000b' } }],
    ];
    for (const [field, body, kind = 'withdraw'] of invalid) {
      const { status, answer } = await ask(core.url, { kind, act: body });
      expect([field, status, Object.keys(answer.errors)]).toEqual([field, 400, [field]]);
    }
    const { status, answer } = await ask(core.url, { kind: 'withdraw', body: '{' });
    expect([status, Object.keys(answer.errors)]).toEqual([400, ['body']]);
    const own = await ask(core.url, { kind: 'withdraw', act, key: 'core:1' });
    expect([own.status, Object.keys(own.answer.errors)]).toEqual([400, ['webhook-id']]);
    const large = await ask(core.url, { kind: 'withdraw', body: `"${'x'.repeat(1024 * 1024)}"` });
    expect(large.status).toBe(413);
    expect(await owner.db.$count(insuranceActs)).toBe(0);
  });

  test('ACT-1: a secret is replaced without a gap, and without one the core says so and stays healthy', async () => {
    const { database, front, ssn } = await cores.open(testDatabase);
    const next = `whsec_${Buffer.from('next'.repeat(8)).toString('base64')}`;
    const call = { kind: 'withdraw', act: actOf(requestOf(ssn, { kind: 'withdraw' })), isPreview: true };
    const both = await cores.start(database, front, [next, testSecret]);
    for (const secret of [next, testSecret])
      expect((await ask(both.url, { ...call, secret })).status).toBe(200);
    const without = await cores.start(database, front, []);
    const { status, answer } = await ask(without.url, call);
    expect([status, answer.detail]).toEqual([503, 'no secret is set: CORE_SECRET']);
    expect((await fetch(`${without.url}/health`)).status).toBe(200);
  });

  test('ACT-1: acts are counted by kind and result', async () => {
    const { core, ssn } = await cores.open(testDatabase);
    await ask(core.url, { kind: 'withdraw', act: actOf(requestOf(ssn, { kind: 'withdraw' })) });
    const metrics = await (await fetch(`${core.url}/metrics`)).text();
    expect(metrics).toMatch(/^insurance_acts_total\{call="act",kind="withdraw",result="done",.*\} 1$/m);
    expect(metrics).toMatch(/^insurance_act_duration_seconds_count\{.*kind="withdraw".*\} 1$/m);
  });
});
