/** A demo staff member. The identity service sets the password. */
export type DemoAgent = { username: string; fullName: string; email: string };

/** Agents of the demo chat. The names are fictitious. */
export const demoAgents: readonly DemoAgent[] = [
  { username: 'katrin', fullName: 'Katrín Ósk Einarsdóttir', email: 'katrin@hofn.example' },
  { username: 'bjarki', fullName: 'Bjarki Freyr Sigurðsson', email: 'bjarki@hofn.example' },
];
