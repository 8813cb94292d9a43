import type { ClaimFault } from './claim-form.ts';
import { type KennitalaSettings, parseKennitala } from './kennitala.ts';
import { compactIdentifier, isBlank, trimText } from './typed-text.ts';

/** The reporter of a claim filed without signing in, as typed. */
export type ClaimReporter = {
  name: string;
  ssn: string;
  /** Empty if not known. */
  policyNumber: string;
};

export const emptyClaimReporter: ClaimReporter = { name: '', ssn: '', policyNumber: '' };

const longestName = 80;

/** Policy numbers are digits; people may type spaces or dashes between them. */
const parsePolicyNumber = (text: string): string | undefined => {
  const digits = compactIdentifier(text);
  return /^\d{1,12}$/.test(digits) ? digits : undefined;
};

/**
 * Validates the reporter, in the order of the form (rule FORM-7). Whether we know the person or the policy is not
 * checked, so that the response does not reveal who is a customer.
 */
export const reporterFaults = (
  { name, ssn, policyNumber }: ClaimReporter,
  kennitala: KennitalaSettings,
): ClaimFault[] => {
  const fault = (field: string, reason: string): ClaimFault => ({ path: `reporter.${field}`, reason });
  const tooLong = name.trim().length - longestName;
  return [
    ...(isBlank(name) ? [fault('name', 'requiredReporterName')] : []),
    ...(tooLong > 0
      ? [{ path: 'reporter.name', reason: 'maxLength', params: { max: longestName, over: tooLong } }]
      : []),
    ...(isBlank(ssn)
      ? [fault('ssn', 'requiredReporterSsn')]
      : parseKennitala(ssn, kennitala).ok
        ? []
        : [fault('ssn', 'formatSsn')]),
    ...(isBlank(policyNumber) || parsePolicyNumber(policyNumber)
      ? []
      : [fault('policyNumber', 'formatPolicyNumber')]),
  ];
};

/**
 * Normalizes the reporter for storage: trims texts and strips separators from numbers.
 * @param reporter a reporter without faults
 */
export const cleanClaimReporter = (reporter: ClaimReporter, kennitala: KennitalaSettings): ClaimReporter => {
  const parsed = parseKennitala(reporter.ssn, kennitala);
  return {
    name: trimText(reporter.name),
    ssn: parsed.ok ? parsed.ssn : reporter.ssn,
    policyNumber: parsePolicyNumber(reporter.policyNumber) ?? '',
  };
};
