const twice = (text: string) => ({ is: text, en: text });

/** Examples of facts that other systems send, by call. For tests only. */
export const coreBodies: Record<string, object> = {
  putClaim: {
    version: 1,
    facts: {
      customer: '1402851489',
      number: 'TJ-1',
      title: twice('Árekstur'),
      status: 'received',
      dateOfLoss: '2026-11-17',
      events: [{ sequence: 0, status: 'received', at: '2026-11-18T09:30:00Z', role: 'system' }],
    },
  },
};
