const actions = new Set<() => void>();

/**
 * Registers code that deletes the user's data from this browser on sign-out or a change of user. Higher layers register
 * theirs here, because the session doesn't know them.
 */
export const onSignOut = (forget: () => void): void => void actions.add(forget);

/** Deletes the user's data from this browser, by all that `onSignOut` has registered. */
export const forgetUser = (): void => {
  for (const forget of actions) forget();
};
