const actions = new Set<() => void>();

/**
 * Has something forgotten when whoever is signed in leaves this browser, or another has taken their place. The session
 * knows nothing of what is above it: whoever keeps something of a person's in the browser says so here.
 */
export const onSignOut = (forget: () => void): void => void actions.add(forget);

/** Forgets all that is kept of whoever was signed in. */
export const forgetUser = (): void => {
  for (const forget of actions) forget();
};
