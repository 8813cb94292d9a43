/** A member of staff of the demo. The identity service gives them their password. */
export type DemoAgent = { username: string; fullName: string; email: string };

/** Who answers the demo's chats. Nobody has these names. */
export const demoAgents: readonly DemoAgent[] = [
  { username: 'katrin', fullName: 'Katrín Ósk Einarsdóttir', email: 'katrin@hofn.example' },
  { username: 'bjarki', fullName: 'Bjarki Freyr Sigurðsson', email: 'bjarki@hofn.example' },
];
