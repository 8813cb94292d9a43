import type { ClaimFault } from './claim-form.ts';
import { type KennitalaSettings, parseKennitala } from './kennitala.ts';

/** Who files a claim without signing in, as they typed it. */
export type ClaimReporter = {
  name: string;
  ssn: string /** Empty when they do not know. */;
  policyNumber: string;
};

export const emptyClaimReporter: ClaimReporter = { name: '', ssn: '', policyNumber: '' };

const longestName = 80;

/** Numbers of policies are digits, which people part by spaces. */
const parsePolicyNumber = (text: string): string | undefined => {
  const digits = text.replaceAll(/[\s-]/g, '');
  return /^\d{1,12}$/.test(digits) ? digits : undefined;
};

/**
 * What is wrong with who files a claim, in the order of the form (rule FORM-7). Whether they or the policy are known to
 * us is no fault, and nobody who has not signed in is told of it.
 */
export const reporterFaults = (
  { name, ssn, policyNumber }: ClaimReporter,
  kennitala: KennitalaSettings,
): ClaimFault[] => {
  const fault = (field: string, reason: string): ClaimFault => ({ path: `reporter.${field}`, reason });
  const tooLong = name.trim().length - longestName;
  return [
    ...(name.trim() === '' ? [fault('name', 'requiredReporterName')] : []),
    ...(tooLong > 0
      ? [{ path: 'reporter.name', reason: 'maxLength', params: { max: longestName, over: tooLong } }]
      : []),
    ...(ssn.trim() === ''
      ? [fault('ssn', 'requiredReporterSsn')]
      : parseKennitala(ssn, kennitala).ok
        ? []
        : [fault('ssn', 'formatSsn')]),
    ...(policyNumber.trim() === '' || parsePolicyNumber(policyNumber)
      ? []
      : [fault('policyNumber', 'formatPolicyNumber')]),
  ];
};

/**
 * Who files a claim as it is kept: without spaces around, the numbers without signs in between.
 * @param reporter one without faults
 */
export const cleanClaimReporter = (reporter: ClaimReporter, kennitala: KennitalaSettings): ClaimReporter => {
  const parsed = parseKennitala(reporter.ssn, kennitala);
  return {
    name: reporter.name.trim(),
    ssn: parsed.ok ? parsed.ssn : reporter.ssn,
    policyNumber: parsePolicyNumber(reporter.policyNumber) ?? '',
  };
};
