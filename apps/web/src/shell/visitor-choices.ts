/** Under what names the browser keeps what a visitor chose; nothing but these is kept, and none tells who they are. */
export const visitNames = {
  /** `light` or `dark` in local storage; absent: as the device has it. */
  theme: 'hofn.theme',
  /** `granted` or `refused`, a space, and the instant until which it holds, in local storage. */
  consent: 'hofn.consent',
  /** `true` in session storage, so that it holds for the tab (rule PORT-17). */
  headless: 'hofn.headless',
  /** Whether help was pointed at and pressed, in session storage: so that it is not pointed at again in this visit. */
  help: 'hofn.help',
} as const;

/** Told to the window when the visitor has chosen about cookies. */
export const consentEvent = 'hofn:consent';

/** For how long a choice about cookies holds before it is asked for again. */
export const consentDays = 365;

/** How the pages look: as the device does, light, or dark. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const isTheme = (value: string | undefined): value is Theme => themes.some((theme) => theme === value);

type Store = Pick<Storage, 'setItem' | 'removeItem'>;

/** Storage, or nothing where the browser forbids it: what was chosen then holds for the open page alone. */
const attempt = (use: () => void): void => {
  try {
    use();
  } catch {
    // forbidden or full
  }
};

/** The look that holds in the open page. The script of every document's head has put it there. */
export const themeOf = (root: Pick<HTMLElement, 'dataset'>): Theme =>
  isTheme(root.dataset.theme) ? root.dataset.theme : 'system';

/** Changes the look now, and for the pages to come. */
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
 * Takes `headless` of an address that was reached without a new document: `true` exactly begins it for the tab, `false`
 * ends it, anything else leaves it as it is (rule PORT-17).
 * @returns whether the page is headless now, which the menu's state shows
 */
export const settleHeadless = (
  search: string,
  root: Pick<HTMLElement, 'dataset'> = document.documentElement,
  storage: () => Store = () => sessionStorage,
): boolean => {
  const asked = new URLSearchParams(search).get('headless');
  if (asked === 'true') attempt(() => storage().setItem(visitNames.headless, 'true'));
  if (asked === 'false') attempt(() => storage().removeItem(visitNames.headless));
  return asked === 'true' || (asked !== 'false' && root.dataset.headless !== undefined);
};

/** Whether the visitor allows that clicks on links are counted, at this moment. */
export const hasConsent = (root: Pick<HTMLElement, 'dataset'> = document.documentElement): boolean =>
  root.dataset.consent === 'granted';
