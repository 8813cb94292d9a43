/** Storage keys of a visitor's choices. Nothing else is stored, and none identifies the visitor. */
export const visitNames = {
  /** `light` or `dark` in local storage; absent: the device's theme. */
  theme: 'hofn.theme',
  /** `granted` or `refused`, a space, and the instant of expiry, in local storage. */
  consent: 'hofn.consent',
  /** `true` in session storage, for the tab (rule PORT-17). */
  headless: 'hofn.headless',
  /** Whether the help prompt was shown and help clicked, in session storage: the prompt is shown once per visit. */
  help: 'hofn.help',
} as const;

/** Window event after the visitor's choice about cookies. */
export const consentEvent = 'hofn:consent';

/** How long a choice about cookies is valid, in days. */
export const consentDays = 365;

/** Themes; `system` is the device's. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const isTheme = (value: string | undefined): value is Theme => themes.some((theme) => theme === value);

type Store = Pick<Storage, 'setItem' | 'removeItem'>;

/** Uses storage; if the browser blocks it, the choice lasts for this page only. */
const attempt = (run: () => void): void => {
  try {
    run();
  } catch {
    // Blocked or full.
  }
};

/** The page's theme, set by the script in the document's head. */
export const themeOf = (root: Pick<HTMLElement, 'dataset'>): Theme =>
  isTheme(root.dataset.theme) ? root.dataset.theme : 'system';

/** Changes and stores the theme. */
export const chooseTheme = (
  theme: Theme,
  root: Pick<HTMLElement, 'dataset'> = document.documentElement,
  storage: () => Store = () => localStorage,
): void => {
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  attempt(() => {
    if (theme === 'system') storage().removeItem(visitNames.theme);
    else storage().setItem(visitNames.theme, theme);
  });
};

/**
 * Applies `headless` of the address after a navigation: `true` turns it on for the tab, `false` off, anything else
 * changes nothing (rule PORT-17).
 * @returns whether the page is headless now
 */
export const settleHeadless = (
  search: string,
  root: Pick<HTMLElement, 'dataset'> = document.documentElement,
  storage: () => Store = () => sessionStorage,
): boolean => {
  const parameter = new URLSearchParams(search).get('headless');
  if (parameter === 'true') attempt(() => storage().setItem(visitNames.headless, 'true'));
  if (parameter === 'false') attempt(() => storage().removeItem(visitNames.headless));
  return parameter === 'true' || (parameter !== 'false' && root.dataset.headless !== undefined);
};

/** Whether the visitor currently consents to counting clicks on links. */
export const hasConsent = (root: Pick<HTMLElement, 'dataset'> = document.documentElement): boolean =>
  root.dataset.consent === 'granted';
