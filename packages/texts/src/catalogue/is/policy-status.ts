/** The status of a policy, as customers and staff read it. */
export const policyStatus = {
  policyStatus: {
    active: 'Í gildi',
    pending: 'Bíður gildistöku',
    renewing: 'Endurnýjast brátt',
    cancelled: 'Sagt upp',
    expired: 'Fallin úr gildi',
    lapsed: 'Felld niður vegna vanskila',
    suspended: 'Í biðstöðu',
  },
} as const;
