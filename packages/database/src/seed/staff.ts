import { rolesOfEarlierRole, type StaffRole } from '@hofn/domain/staff-roles.ts';

/** A demo staff member. The identity service sets the password; the kennitala and number are those of their electronic ID. */
export type DemoAgent = {
  username: string;
  fullName: string;
  email: string;
  ssn: string;
  mobilePhone: string;
  roles: readonly StaffRole[];
};

/** Staff of the demo. The names are fictitious. */
export const demoAgents: readonly DemoAgent[] = [
  {
    username: 'katrin',
    fullName: 'Katrín Ósk Einarsdóttir',
    email: 'katrin@hofn.example',
    ssn: '1205851429',
    mobilePhone: '6165001',
    roles: [...rolesOfEarlierRole, 'admin'],
  },
  {
    username: 'bjarki',
    fullName: 'Bjarki Freyr Sigurðsson',
    email: 'bjarki@hofn.example',
    ssn: '2310901429',
    mobilePhone: '6165002',
    roles: ['service', 'claims', 'adviser'],
  },
  {
    username: 'ragna',
    fullName: 'Ragna Sólveig Hauksdóttir',
    email: 'ragna@hofn.example',
    ssn: '1706881479',
    mobilePhone: '6165003',
    roles: ['finance', 'privacy', 'supervisor', 'admin', 'auditor'],
  },
  {
    username: 'steinunn',
    fullName: 'Steinunn Lóa Eyvindardóttir',
    email: 'steinunn@hofn.example',
    ssn: '0409791589',
    mobilePhone: '6165004',
    roles: ['admin'],
  },
];
