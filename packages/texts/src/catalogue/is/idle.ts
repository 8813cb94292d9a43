/** Signing out staff who have left the desk. */
export const idle = {
  idle: {
    title: 'Ertu enn þarna?',
    text: 'Starfsmannavefurinn hefur ekki verið notaður um stund. Þú skráist sjálfkrafa út. Það sem þú hefur skrifað er vistað.',
    left: 'Tími eftir: {time}',
    'seconds.one': 'Þú skráist út eftir {n} sekúndu.',
    'seconds.other': 'Þú skráist út eftir {n} sekúndur.',
    stay: 'Halda áfram',
    leave: 'Skrá út núna',
    out: 'Þú skráðist út því að starfsmannavefurinn hafði ekki verið notaður í 30 mínútur',
    outText:
      'Það sem þú skrifaðir í mál er geymt sem drög. Skráðu þig inn til að halda áfram þar sem frá var horfið.',
  },
} as const;
