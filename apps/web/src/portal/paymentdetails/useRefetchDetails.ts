import { useRefetch, useRefetchUser } from '../../session/index.ts';

/** Returns a function that refetches what shows payment details. */
export const useRefetchDetails = (): (() => Promise<void>) => {
  const refresh = useRefetch();
  const refreshUser = useRefetchUser();
  return async () => {
    refresh('/api/user/v1/settings/bankinfo');
    refresh('/api/user/v1/settings/ccard/info');
    refresh('/api/user/v1/settings/paymentmethod');
    refresh('/api/payment/v1/installmentsOverview');
    refresh('/api/policy/v3/overview');
    await refreshUser();
  };
};
