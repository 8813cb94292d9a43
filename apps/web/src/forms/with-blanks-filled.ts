/** Answers with what is known in those that are empty, also empty lists; what was typed stays. */
export const withBlanksFilled = <Values extends Record<string, unknown>>(
  typed: Values,
  known: Partial<Values>,
): Values => ({
  ...typed,
  ...Object.fromEntries(Object.entries(known).filter(([name]) => !String(typed[name] ?? ''))),
});
