/** Whose sign-in a screen shows: a customer's or an employee's. */
export type Area = 'portal' | 'staff';

/** Paths of the calls about the user's own sign-in, by area. */
export const securityPaths = { portal: '/api/user/v1/settings', staff: '/api/staff/v1/security' } as const;
