import type { Who } from '@hofn/contracts';
import type { StaffRole } from '@hofn/domain/staff-roles.ts';
import { expect, test } from 'vitest';
import { type Caller, type RequestContext, type Role, refusal } from './authorization.ts';

const context = (changed: Partial<RequestContext>): RequestContext => ({
  actor: { kind: 'customer', id: 'anna' },
  subject: { id: 'anna', kind: 'person', ssn: '1402851489', fullName: 'Anna Prófdóttir' },
  via: 'self',
  role: 'Admin',
  ...changed,
});
const delegate = (role: Role): Caller => ({
  kind: 'customer',
  context: context({
    subject: { id: 'felag', kind: 'company', ssn: '5001141499', fullName: 'Prófunarfélagið ehf.' },
    via: 'delegate',
    role,
  }),
});
const employee = (role: StaffRole) =>
  ({
    ...{ kind: 'employee', id: role, name: role, roles: [role] },
    ...{ given: [{ role, lines: null }], conflicts: { customers: [], ssns: [] } },
  }) satisfies Caller;
const callers: Record<string, Caller> = {
  anonymous: { kind: 'anonymous' },
  visitor: {
    kind: 'visitor',
    context: { actor: { kind: 'visitor', id: 'v' }, subject: { id: 'v' }, via: 'visit' },
  },
  customer: { kind: 'customer', context: context({}) },
  readonly: delegate('Readonly'),
  full: delegate('Full'),
  admin: delegate('Admin'),
  'delegate whose access ended': {
    kind: 'customer',
    context: context({}),
    invalidDelegation: { why: 'accessEnded', fullName: 'Prófunarfélagið ehf.' },
  },
  employee: employee('service'),
  administrator: employee('admin'),
  'employee with a view': {
    ...employee('service'),
    context: context({ actor: { kind: 'employee', id: 'starf' }, via: 'staff', role: 'Readonly' }),
  },
};

test('ACC-5: one table decides who may call, by role, by relation and by kind of subject', () => {
  const table: Array<[who: Who, may: string[]]> = [
    [{ kind: 'public' }, Object.keys(callers)],
    [
      { kind: 'customer', role: 'Readonly' },
      ['customer', 'readonly', 'full', 'admin', 'employee with a view'],
    ],
    [{ kind: 'customer', role: 'Full' }, ['customer', 'full', 'admin']],
    [{ kind: 'customer', role: 'Admin' }, ['customer', 'admin']],
    [{ kind: 'customer', role: 'Readonly', self: true }, ['customer']],
    [{ kind: 'customer', role: 'Readonly', subject: 'persons' }, ['customer', 'employee with a view']],
    [{ kind: 'customer', role: 'Readonly', subject: 'companies' }, ['readonly', 'full', 'admin']],
    [
      { kind: 'customer', role: 'Readonly', about: 'actor' },
      ['customer', 'readonly', 'full', 'admin', 'delegate whose access ended'],
    ],
    [{ kind: 'customer', role: 'Full', visitors: true }, ['visitor', 'customer', 'full', 'admin']],
    [{ kind: 'visitor' }, ['visitor']],
    [{ kind: 'employee', roles: ['service', 'claims'] }, ['employee', 'employee with a view']],
    [{ kind: 'employee', roles: ['admin'] }, ['administrator']],
    [{ kind: 'employee', roles: ['claims'] }, []],
  ];
  for (const [who, may] of table) {
    const allowed = Object.entries(callers)
      .filter(([, caller]) => refusal(who, caller) === undefined)
      .map(([name]) => name);
    expect(allowed, JSON.stringify(who)).toEqual(may);
  }
});

test('ACC-5: visitors are asked to sign in, and signed-in users are refused', () => {
  expect(refusal({ kind: 'customer', role: 'Readonly' }, { kind: 'anonymous' })).toBe('unauthenticated');
  expect(refusal({ kind: 'employee', roles: ['service'] }, { kind: 'anonymous' })).toBe('unauthenticated');
  expect(refusal({ kind: 'customer', role: 'Admin' }, delegate('Full'))).toBe('adminAccess');
  expect(refusal({ kind: 'customer', role: 'Full' }, delegate('Readonly'))).toBe('readonlyAccess');
  expect(refusal({ kind: 'customer', role: 'Readonly', self: true }, delegate('Admin'))).toBe('selfOnly');
  // A person learns that it is for companies, not that they lack a right.
  const companies = { kind: 'customer', role: 'Full', subject: 'companies' } as const;
  const person: Caller = { kind: 'customer', context: context({}) };
  expect(refusal(companies, person)).toBe('companiesOnly');
  expect(refusal(companies, delegate('Readonly'))).toBe('readonlyAccess');
  const persons = { kind: 'customer', role: 'Readonly', subject: 'persons' } as const;
  expect(refusal(persons, delegate('Admin'))).toBe('personsOnly');
  // Staff get no further with more of the customer's rights.
  const view = callers['employee with a view'] ?? { kind: 'anonymous' };
  expect(refusal({ kind: 'customer', role: 'Full' }, view)).toBe('forbidden');
});
