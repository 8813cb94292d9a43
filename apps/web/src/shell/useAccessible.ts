import { useCall, useUser } from '../session/index.ts';

/** Customers that the user may act for, other than the current one: companies first, each once. Empty until it is known. */
export const useAccessible = (): { ssn: string; name: string }[] => {
  const subject = useUser().data?.currentProxyUser;
  const companies = useCall('/api/user/v1/settings/companyinvolvement', {}).data?.items ?? [];
  const grants = useCall('/api/user/v1/settings/grantedaccess', {}).data ?? [];
  const allowed = [...companies.filter(({ role }) => role !== null), ...grants].map(
    ({ ssn, name }) => [ssn, name] as const,
  );
  // A customer can be both the user's company and one that has given access.
  return [...new Map(allowed)].flatMap(([ssn, name]) => (ssn === subject?.value ? [] : [{ ssn, name }]));
};
