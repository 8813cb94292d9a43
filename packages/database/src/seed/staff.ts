/** A demo staff member. The identity service sets the password. */
export type DemoAgent = { username: string; fullName: string; email: string; roles?: string[] };

/** Staff of the demo: two agents, and one who may also read the audit log. The names are fictitious. */
export const demoAgents: readonly DemoAgent[] = [
  { username: 'katrin', fullName: 'Katrín Ósk Einarsdóttir', email: 'katrin@hofn.example' },
  { username: 'bjarki', fullName: 'Bjarki Freyr Sigurðsson', email: 'bjarki@hofn.example' },
  {
    username: 'ragna',
    fullName: 'Ragna Sólveig Hauksdóttir',
    email: 'ragna@hofn.example',
    roles: ['agent', 'auditor'],
  },
];
