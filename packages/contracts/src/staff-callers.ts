import { deskRoles, staffRoles } from '@hofn/domain/staff-roles.ts';

/** Every employee who has a role: for what concerns their own sign-in. */
export const anyEmployee = { kind: 'employee', roles: staffRoles } as const;

/** Those who work on cases. Which cases each role opens is decided by case. */
export const deskEmployee = { kind: 'employee', roles: deskRoles } as const;

/** Those who decide on claims. Which claims each opens is decided by case. */
export const claimHandler = { kind: 'employee', roles: ['claims', 'injuries', 'supervisor'] } as const;

/** Those who work on cases, and administrators, who enter absences for them. */
export const deskColleague = { kind: 'employee', roles: [...deskRoles, 'admin'] } as const;

/** Those who answer for what others send: they write text blocks (rule DESK-6). */
export const blockEditor = { kind: 'employee', roles: ['supervisor', 'admin'] } as const;
