import { expect, test } from 'vitest';
import { allows, ClaimError, type ClaimStatus, claimAfter, claimTransitions } from './claim-life.ts';

const statuses = Object.keys(claimTransitions) as ClaimStatus[];

test('CORE-13: a claim is taken on, decided and paid, and what has ended stays as it is', () => {
  expect(claimAfter('received', 'take')).toBe('inProgress');
  expect(claimAfter('inProgress', 'approve')).toBe('approved');
  expect(claimAfter('reopened', 'reject')).toBe('rejected');
  expect(claimAfter('partlyApproved', 'settle')).toBe('settled');
  for (const ended of ['rejected', 'settled', 'closed', 'withdrawn'] as const)
    expect(claimTransitions[ended], ended).toEqual({});
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
