import { expect, test } from 'vitest';
import {
  allows,
  ClaimError,
  type ClaimStatus,
  claimAfter,
  claimTransitions,
  compensationFor,
} from './claim-life.ts';

const statuses = Object.keys(claimTransitions) as ClaimStatus[];

test('CORE-13: a claim is taken on, decided and paid, and what has ended is only taken up again', () => {
  expect(claimAfter('received', 'take')).toBe('inProgress');
  expect(claimAfter('inProgress', 'approve')).toBe('approved');
  expect(claimAfter('reopened', 'reject')).toBe('rejected');
  expect(claimAfter('partlyApproved', 'settle')).toBe('settled');
  for (const ended of ['rejected', 'settled', 'closed'] as const) {
    expect(claimAfter(ended, 'reopen'), ended).toBe('reopened');
    for (const act of ['ask', 'reserve', 'approve', 'approvePartly', 'reject', 'close', 'settle'] as const)
      expect(allows(ended, act), `${ended} ${act}`).toBe(false);
  }
  expect(claimTransitions.withdrawn).toEqual({});
});

test('DESK-8a: papers are asked for before a decision, and a reserve takes a claim on that was only received', () => {
  for (const status of ['received', 'inProgress', 'awaitingDocuments', 'assessment', 'reopened'] as const)
    expect(claimAfter(status, 'ask'), status).toBe('awaitingDocuments');
  expect(claimAfter('received', 'reserve')).toBe('inProgress');
  for (const status of ['inProgress', 'awaitingDocuments', 'reopened', 'approved'] as const)
    expect(claimAfter(status, 'reserve')).toBe(status);
  expect(allows('approved', 'ask')).toBe(false);
});

test('DESK-9: a payment that comes back makes a claim that was over one that is still to be paid', () => {
  for (const status of ['settled', 'closed', 'approved', 'partlyApproved'] as const) {
    expect(claimAfter(status, 'return'), status).toBe('approved');
    expect(claimAfter(status, 'returnPartly'), status).toBe('partlyApproved');
  }
  expect(allows('reopened', 'return')).toBe(false);
});

test('CORE-13: papers continue a claim that waits for them, and no other', () => {
  expect(statuses.filter((status) => allows(status, 'continue'))).toEqual(['awaitingDocuments']);
  expect(claimAfter('awaitingDocuments', 'continue')).toBe('inProgress');
});

test('CORE-13: nothing is paid that was not approved', () => {
  expect(statuses.filter((status) => allows(status, 'settle'))).toEqual(['approved', 'partlyApproved']);
  expect(() => claimAfter('received', 'settle')).toThrow(ClaimError);
  expect(() => claimAfter('rejected', 'settle')).toThrow('A claim that is rejected has no settle');
});

test('INS-8: what is paid is the loss less the deductible, never negative, and the sum insured at most', () => {
  const terms = { deductible: 90_000, sumInsured: 1_000_000 };
  expect(compensationFor(240_000, terms)).toBe(150_000);
  expect(compensationFor(90_000, terms)).toBe(0);
  expect(compensationFor(10_000, terms)).toBe(0);
  expect(compensationFor(5_000_000_000, terms)).toBe(1_000_000);
  expect(compensationFor(5_000_000_000, { deductible: null, sumInsured: null })).toBe(5_000_000_000);
});
