// What events refer to can be read by other systems, with a scope of its own and a trace in the audit (rule CORE-7).
import type { Call, CoreClaim } from '@hofn/contracts';
import { type CoreScope, coreScopeNames } from '@hofn/contracts';
import { type EventName, eventTypeOf } from '@hofn/contracts/core/events.ts';
import { auditEvents, type Database } from '@hofn/database';
import { describeWithDatabase } from '@hofn/database/testing.ts';
import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recordedEvents } from '../../events/testing.ts';
import { apiCalls } from '../../testing.ts';
import { addressOf, bodies, bodyOf, type FilledApi, startFilledApi } from '../../testing-calls.ts';

const rows: ReadonlyMap<string, Call> = new Map(apiCalls);
const reads = [...rows].filter(([name]) => /^readCore(?!Customer|Import|Digests)/.test(name));

describeWithDatabase('reading what events refer to', (open) => {
  let database: Database;
  let filled: FilledApi;
  let token: string;
  let anna: string;
  beforeAll(async () => {
    database = await open();
    filled = await startFilledApi(database);
    token = await filled.issuer.serviceToken(coreScopeNames);
    anna = await filled.issuer.token('anna');
  });
  beforeEach(() => filled.fill());
  afterAll(() => filled.stop());

  /** Makes a call with its example. @returns the event of a type that it recorded */
  const act = async (name: string, event: EventName, by: string | undefined) => {
    const row = rows.get(name);
    if (!row) throw new Error(`no call ${name}`);
    const response = await filled.api.ask(addressOf(name, row.path), {
      method: row.method,
      ...(by !== undefined && { token: by }),
      ...bodyOf(name, row),
    });
    expect([name, response.ok]).toEqual([name, true]);
    const recorded = (await recordedEvents(database)).findLast(({ type }) => type === eventTypeOf(event));
    if (!recorded) throw new Error(`no event ${event}`);
    return recorded as { subject: string; data: Record<string, string> };
  };
  const ask = (path: string, by = token) => filled.api.ask(`/api/core/v1/${path}`, { token: by });
  const read = async <Answer>(path: string): Promise<Answer> => {
    const answer = await ask(path);
    expect([path, answer.status]).toEqual([path, 200]);
    return (await answer.json()) as Answer;
  };
  const lastAudit = async () =>
    (await database.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1))[0];

  test('CORE-7: a claim that a customer filed is read with its answers and messages, and with the system’s own key once it has sent the claim', async () => {
    const filed = await act('fileClaim', 'claim.filed', anna);
    const path = `customers/by-id/${filed.subject}/claims/${filed.data.claimId}`;
    expect(await read<CoreClaim>(path)).toMatchObject({
      id: filed.data.claimId,
      number: filed.data.number,
      key: null,
      status: 'received',
      line: 'home',
      unverified: false,
      form: expect.objectContaining({ place: 'Ægisíða 14', phone: '6150001', policy: 'p2' }),
      messages: [],
    });
    expect(await lastAudit()).toMatchObject({
      actorKind: 'service',
      action: 'core.readClaim',
      subjectId: 'anna',
      authorityDetail: 'core.claims.read',
    });
    const title = { is: 'Vatnstjón', en: 'Water damage' };
    const adopted = {
      ...{ customer: '1402851489', claim: filed.data.claimId, unverified: false, number: 'TJ-77', title },
      ...{ status: 'received', dateOfLoss: '2026-11-17', events: [] },
    };
    const put = await filled.api.ask('/api/core/v1/claims/claim-77', {
      method: 'PUT',
      token,
      body: JSON.stringify({ version: 1, facts: adopted }),
      headers: { 'content-type': 'application/json' },
    });
    expect(put.status).toBe(200);
    expect(await read<CoreClaim>(path)).toMatchObject({ key: 'claim-77', number: 'TJ-77' });
    const sent = await act('writeClaimMessage', 'claim.messageSent', anna);
    const { messages, policy } = await read<CoreClaim>(
      `customers/by-id/${sent.subject}/claims/${sent.data.claimId}`,
    );
    expect(messages.map(({ id, fromInsurer }) => ({ id, fromInsurer }))).toContainEqual({
      id: sent.data.messageId,
      fromInsurer: false,
    });
    expect(policy).toMatchObject({ number: expect.any(String), key: null });
  });

  test('CORE-7: a claim and a form that visitors sent are read as they stated them', async () => {
    const visitor = await filled.visit();
    const notice = await act('fileNotice', 'claim.noticeFiled', visitor);
    expect(await read(`claim-notices/${notice.subject}`)).toMatchObject({
      number: notice.data.number,
      customerId: null,
      ssn: expect.stringMatching(/^\d{10}$/),
    });
    const form = await act('formInquiry', 'form.submitted', undefined);
    expect(await read(`forms/${form.subject}`)).toMatchObject({
      form: form.data.form,
      reference: form.data.reference,
      fields: expect.objectContaining({ email: expect.any(String) }),
    });
  });

  test('CORE-7: a message and a payment are read with what they are about', async () => {
    const message = await act('writeMemo', 'message.sent', anna);
    expect(await read(`customers/by-id/anna/messages/${message.data.messageId}`)).toMatchObject({
      text: (bodies.writeMemo as { text: string }).text,
    });
    const paid = await act('pay', 'payment.made', anna);
    const payment = await read<{ amount: number; instalments: Array<{ id: string; amount: number }> }>(
      `customers/by-id/anna/payments/${paid.data.paymentId}`,
    );
    expect(payment).toMatchObject({ state: 'paid', reference: expect.any(String) });
    expect(payment.instalments.map(({ id }) => id)).toEqual(paid.data.instalmentIds);
    expect(payment.instalments.reduce((sum, { amount }) => sum + amount, 0)).toBe(payment.amount);
  });

  test('CORE-7: files, issued documents and signed ones are downloaded', async () => {
    for (const [path, type] of [
      ['files/by-id/u3', 'application/octet-stream'],
      ['customers/by-id/anna/documents/d1/pdf', 'application/pdf'],
      ['customers/by-id/anna/signed-documents/s4/pdf', 'application/pdf'],
    ] as const) {
      const answer = await ask(path);
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, type]);
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0);
    }
    expect(await read('customers/by-id/anna/documents/d1')).toMatchObject({
      id: 'd1',
      issuedOn: expect.any(String),
    });
    expect(await read('customers/by-id/anna/signed-documents/s4')).toMatchObject({
      id: 's4',
      key: null,
      signer: { name: expect.any(String), ssn: expect.any(String) },
    });
  });

  test('CORE-7: another customer’s, a draft’s file and the unknown are not found, and nothing is recorded', async () => {
    const before = (await lastAudit())?.id;
    for (const path of [
      'customers/by-id/birgir/claims/c1',
      'customers/by-id/anna/claims/nothing',
      'customers/by-id/birgir/documents/d1/pdf',
      'customers/by-id/birgir/signed-documents/s4',
      'customers/by-id/nobody/documents/d1',
      'claim-notices/nothing',
      'files/by-id/u1',
      'files/by-id/u2',
    ])
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
    expect((await lastAudit())?.id).toBe(before);
  });

  test('CORE-1, CORE-7: each of these calls requires its own scope', async () => {
    expect(reads.length).toBe(10);
    for (const [name, row] of reads) {
      const own = row.who.kind === 'service' ? row.who.scope : '';
      const others = coreScopeNames.filter((scope): scope is CoreScope => scope !== own);
      const refused = await filled.api.ask(addressOf(name, row.path), {
        token: await filled.issuer.serviceToken(others),
      });
      expect([name, refused.status]).toEqual([name, 403]);
    }
  });
});
