/** The web server's own page on the staff host, when a page fails. */
export const staffError = {
  staffError: {
    name: 'Höfn, starfsmannavefur',
    failed: 'Ekki tókst að opna síðuna',
    failedText: 'Villan er skráð hjá okkur. Reyndu aftur eftir smástund. Drög sem þú skrifaðir eru geymd.',
    missing: 'Síðan fannst ekki',
    missingText: 'Slóðin er röng eða síðan er ekki lengur til.',
    retry: 'Reyna aftur',
    queue: 'Verkefni',
  },
} as const;
