import type { PolicyRequest, RequestKind } from '@hofn/contracts';
import { changeRequests, policies } from '@hofn/database';
import { addDays } from '@hofn/domain';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { figures } from '../../../company/testing.ts';
import { type Act, type Life, type Owner, owners } from './life.ts';
import { noteOutcome } from './outcomes.ts';
import { expectRefund } from './promises.ts';

type PolicyRow = typeof policies.$inferSelect;

const tokenOf = ({ on }: Life, owner: Owner) => (owner === 'anna' ? on.tokens.anna : on.tokens.company);

/** A policy that exists, by any number; the list grows when offers are accepted. */
export const policyAt = (life: Life, at: number): { id: string; owner: Owner } => {
  const all = [...life.promised];
  const [id, { owner }] = all[at % all.length] ?? ['', { owner: 'anna' as const }];
  return { id, owner };
};

/** Remembers a request that was just stored, by its id or by its policy. */
const remember = async (life: Life, owner: Owner, id: string, before?: PolicyRow): Promise<void> => {
  const [row] = await life.on.db.select().from(changeRequests).where(eq(changeRequests.id, id));
  if (!row) throw new Error(`no request ${id}`);
  const { policyId, effectiveOn, premium, after, kind, proposalId } = row;
  const act: RequestKind = kind ?? (proposalId === null ? 'figures' : 'offer');
  // A withdrawal ends what was asked for before.
  if (act === 'withdraw')
    for (const other of life.acts)
      if (other.policyId === policyId && (other.state === 'open' || other.state === 'waiting'))
        other.state = 'over';
  const stored: Act = {
    ...{ id, owner, policyId, effectiveOn, premium, asked: after, kind: act, state: 'open' },
  };
  life.acts.push(stored);
  await noteOutcome(life, stored, before);
};

export type Ask =
  | { kind: 'cover'; change: Extract<PolicyRequest, { kind: 'cover' }>['change'] }
  | { kind: 'suspend' | 'resume'; inDays: number }
  | { kind: 'cancel'; hasFivePosts: boolean }
  | { kind: 'withdraw' };

const bodyOf = (ask: Ask, { id: policyId }: { id: string }, owner: Owner, today: string): PolicyRequest => {
  switch (ask.kind) {
    case 'cover':
      return { kind: 'cover', policyId, change: ask.change };
    case 'suspend':
    case 'resume':
      return { kind: ask.kind, policyId, from: addDays(today, ask.inDays) };
    case 'cancel': {
      const ground = owner === 'anna' ? { grounds: 'notice' as const } : {};
      const posts = owner === 'felag' ? { hasFivePosts: ask.hasFivePosts } : {};
      return { kind: 'cancel', policyId, ...ground, ...posts };
    }
    case 'withdraw':
      return { kind: 'withdraw', policyId };
  }
};

/** The amount in the receipt's facts; the only one of a request that ends a policy. */
const refundIn = (facts: ReadonlyArray<{ value: string }>): number | undefined => {
  const text = facts.find(({ value }) => value.startsWith('ISK'))?.value;
  return text === undefined ? undefined : Number(text.replaceAll(/\D/g, ''));
};

/** A customer asks for something about a policy, after a preview that says the same. */
export const askAbout = async (life: Life, at: number, ask: Ask): Promise<void> => {
  const { on, today } = life;
  const policy = policyAt(life, at);
  const token = tokenOf(life, policy.owner);
  const body = bodyOf(ask, policy, policy.owner, today);
  const [before] = await on.db.select().from(policies).where(eq(policies.id, policy.id));
  const preview = await on.send('/api/policy/v1/requests/preview', body, { token });
  const sent = await on.request(body, token);
  expect([preview.status === 200, sent.status === 201], JSON.stringify([preview.body, sent.body])).toEqual(
    preview.status === 200 ? [true, true] : [false, false],
  );
  if (sent.status !== 201) return;
  const { request } = sent.body as { request: { id: string; facts: Array<{ value: string }> } };
  await remember(life, policy.owner, request.id, before);
  if (ask.kind !== 'cancel' && ask.kind !== 'withdraw') return;
  if (!before) throw new Error('no policy');
  const { refund, effectiveOn } = preview.body as { refund: number; effectiveOn: string };
  expectRefund(before, addDays(effectiveOn, -1), refund);
  expect(refundIn(request.facts), 'the receipt says what the preview said').toBe(refund);
};

/** A company reports other figures. */
export const reportFigures = async (life: Life, staff: number, inDays: number): Promise<void> => {
  const policyId = life.keys.get('K2') ?? '';
  const after = { ...figures.liability, staff };
  const effectiveOn = addDays(life.today, inDays);
  const change = { cover: 'liability', policyId, effectiveOn, figures: after };
  const sent = await life.on.send('/api/company/v1/requestupdate', change, { token: life.on.tokens.company });
  if (sent.status < 300) await remember(life, 'felag', String(sent.body.id));
  else expect(sent.status).toBeLessThan(500);
};

/** Anna is offered a policy, instead of her car's or beside it, and accepts. */
export const acceptOffer = async (life: Life, isReplacement: boolean, inDays: number): Promise<void> => {
  const { on, today } = life;
  life.numbers += 1;
  const key = `O${life.numbers}`;
  const facts = {
    ...{ customer: owners.anna, number: `910000${life.numbers}`, product: 'kasko', terms: ['BK10'] },
    ...{ policy: isReplacement ? 'K1' : null, covers: [{ id: 'collision', deductible: 185_000 }] },
    ...{ premiumPerYear: 76_000, instalmentsPerYear: 12, deductible: 185_000, tariff: 'test-1' },
    premiumParts: [
      { id: 'base', amount: 80_000 },
      { id: 'loyalty-silver', amount: -4_000 },
    ],
    ...{ effectiveOn: addDays(today, inDays), validTo: addDays(today, 30), offeredAt: `${today}T08:00:00Z` },
  };
  const put = await on.putAsCore(`offers/${key}`, { version: 1, facts });
  expect(put.status, JSON.stringify(put.body)).toBe(200);
  const id = String(put.body.id);
  const { shown } = await on.read<{ shown: string }>(`/api/ods/v1/proposal/${id}`);
  const [before] = await on.db
    .select()
    .from(policies)
    .where(eq(policies.id, isReplacement ? (life.keys.get('K1') ?? '') : ''));
  const answer = await on.send(`/api/ods/v1/proposal/${id}`, { answer: 'accept', shown });
  expect(answer.status).toBeLessThan(500);
  if (answer.status >= 300) return;
  const [row] = await on.db.select().from(changeRequests).where(eq(changeRequests.proposalId, id));
  await remember(life, 'anna', row?.id ?? '', before);
};

/** The customer takes back the newest request, or answers our question about it. */
export const retractNewest = async (life: Life): Promise<void> => {
  const act = life.acts.findLast(({ state }) => state === 'open') ?? life.acts.at(-1);
  if (!act) return;
  const path = `/api/user/v1/requests/${act.id}/retract`;
  const { status } = await life.on.send(path, {}, { token: tokenOf(life, act.owner) });
  expect([200, 409]).toContain(status);
  if (status === 200) act.state = 'over';
};

/** Whether an act is one that ends a policy. */
export const isEnd = ({ kind }: Act): boolean => kind === 'cancel' || kind === 'withdraw';
