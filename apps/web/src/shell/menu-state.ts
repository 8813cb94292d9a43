import type { Layer, MenuItem, PageLink, Site } from '../content/site.ts';
import { layerOf } from './menu-layers.ts';

/** State of the menus (rule MENU-1). The table in `menus.test.tsx` shows what is visible in each state. */
export type MenuState = {
  /** A panel of the wide menu is open. */
  open: boolean;
  /** The sheet of the narrow menu is open. */
  mobileOpen: boolean;
  /** The user menu is open on a narrow window, where it covers most of the page. */
  mobileUserMenuOpen: boolean;
  /** The audience, which decides the items of each row. */
  layer: Layer;
  /** The top row: the audiences. */
  topItems: readonly (PageLink & { id: Layer })[];
  /** The main item whose panel or section is open. */
  mainId: string | undefined;
  /** The group within it that is open, or that contains the page. */
  subId: string | undefined;
  /** The page's entry within that group. */
  subSubId: string | undefined;
  /** Title of what was opened last. */
  title: string | undefined;
  /** The search has the focus on a narrow window. */
  mobileSearchFocused: boolean;
  /** Only a simplified header is shown (rule PORT-17). */
  headless: boolean;
  /** Where panels begin below the top of the page, in pixels. */
  offset: number;
};

export type MenuAction =
  /** A navigation to a page. */
  | { type: 'arrived'; menu: Site['menu']; page: string }
  | { type: 'mainToggled'; id: string; title: string; open: boolean }
  | { type: 'subToggled'; id: string; title: string; open: boolean }
  | { type: 'mobileToggled'; open: boolean }
  | { type: 'userMenuToggled'; open: boolean; narrow: boolean }
  | { type: 'searchFocused'; focused: boolean; narrow: boolean }
  | { type: 'headlessSettled'; headless: boolean }
  | { type: 'measured'; offset: number };

/** The group and entry of a page in the items of its layer. */
const placeOf = (items: readonly MenuItem[], page: string): Pick<MenuState, 'subId' | 'subSubId'> => {
  const groups = items.flatMap((item) => item.items);
  const group = groups.find((entry) => entry.items?.some((link) => link.page === page));
  const own = groups.find((entry) => entry.page === page && entry.items?.length);
  return { subId: (group ?? own)?.page, subSubId: group ? page : undefined };
};

/** Initial state on a page. */
export const menuAt = (menu: Site['menu'], page: string): MenuState => {
  const layer = layerOf(menu, page);
  return {
    open: false,
    mobileOpen: false,
    mobileUserMenuOpen: false,
    layer,
    topItems: menu.top,
    mainId: undefined,
    ...placeOf(menu.middle[layer], page),
    title: undefined,
    mobileSearchFocused: false,
    headless: false,
    offset: 0,
  };
};

/**
 * All changes of the menus. The browser opens and closes menus itself, so that they work before hydration; the actions
 * report what it did.
 */
export const menuReducer = (state: MenuState, action: MenuAction): MenuState => {
  switch (action.type) {
    case 'arrived':
      return { ...menuAt(action.menu, action.page), headless: state.headless, offset: state.offset };
    case 'mainToggled':
      if (action.open) return { ...state, open: true, mainId: action.id, title: action.title };
      // When another panel opens, the events arrive in either order.
      if (state.mainId !== action.id) return state;
      return { ...state, open: false, mainId: undefined, title: undefined };
    case 'subToggled':
      if (action.open) return { ...state, subId: action.id, title: action.title };
      return state.subId === action.id ? { ...state, subId: undefined, title: undefined } : state;
    case 'mobileToggled':
      return action.open
        ? { ...state, mobileOpen: true }
        : { ...state, mobileOpen: false, mobileSearchFocused: false, title: undefined };
    case 'userMenuToggled':
      return { ...state, mobileUserMenuOpen: action.open && action.narrow };
    case 'searchFocused':
      return { ...state, mobileSearchFocused: action.focused && action.narrow };
    case 'headlessSettled':
      return { ...state, headless: action.headless };
    case 'measured':
      return { ...state, offset: action.offset };
  }
};
