import { expect, test } from 'vitest';
import { claimStepOf } from './claim-form.ts';
import { cleanClaimReporter, reporterFaults } from './claim-reporter.ts';

const kennitala = { checkDigit: 'strict', allowTestIds: true } as const;
const valid = { name: 'Þóra Prófsdóttir', ssn: '120375-1489', policyNumber: '' };
const faults = (changed: object) =>
  reporterFaults({ ...valid, ...changed }, kennitala).map(({ path, reason }) => [path, reason]);

test('FORM-7: the reporter gives name and kennitala, and the policy number if they know it', () => {
  expect(faults({})).toEqual([]);
  expect(faults({ policyNumber: '1000 002' })).toEqual([]);
  expect(faults({ name: ' ', ssn: '' })).toEqual([
    ['reporter.name', 'requiredReporterName'],
    ['reporter.ssn', 'requiredReporterSsn'],
  ]);
  expect(faults({ ssn: '120375-1479' })).toEqual([['reporter.ssn', 'formatSsn']]);
  for (const policyNumber of ['A1', '1234567890123', '١٢٣'])
    expect(faults({ policyNumber })).toEqual([['reporter.policyNumber', 'formatPolicyNumber']]);
  expect(reporterFaults({ ...valid, name: 'x'.repeat(83) }, kennitala)).toEqual([
    { path: 'reporter.name', reason: 'maxLength', params: { max: 80, over: 3 } },
  ]);
  expect(claimStepOf('reporter.ssn')).toBe(1);
});

test('KT-10: the reporter is stored with numbers without separators', () => {
  expect(
    cleanClaimReporter({ name: ' Þóra ', ssn: '120375-1489', policyNumber: '1000-002' }, kennitala),
  ).toEqual({
    name: 'Þóra',
    ssn: '1203751489',
    policyNumber: '1000002',
  });
});
