import type { User } from '@hofn/contracts';
import { formatKennitala } from '@hofn/domain';
import type { ClaimForm, ClaimLine } from '@hofn/domain/claim-form.ts';

/** Answers of a line that are known already: a company that reports an accident at work is the employer. */
export const knownDetails = (
  line: ClaimLine,
  subject: User['currentProxyUser'] | undefined,
): ClaimForm['details'] =>
  line === 'work' && subject?.isCompany
    ? { companyName: subject.fullName, companySsn: formatKennitala(subject.value) }
    : {};
