import { type Dispatch, type RefObject, useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import type { Site } from '../content/site.ts';
import { useLocation } from '../engine/index.ts';
import type { PageContext } from '../engine/types.ts';
import { closeLeftMenus } from '../parts/MenuLink.tsx';
import { type MenuAction, type MenuState, menuAt, menuReducer } from './menu-state.ts';
import { settleHeadless } from './visitor-choices.ts';

/** Below `lg`, where the menu is a sheet (rule MENU-5). */
const narrowWindow = '(max-width: 61.99em)';

export const isNarrow = (): boolean => matchMedia(narrowWindow).matches;

export type Menu = {
  state: MenuState;
  dispatch: Dispatch<MenuAction>;
  /** Of the header that the menus are in. */
  header: RefObject<HTMLElement | null>;
};

/** The state of the header's menus, which follows the page, the address and the window. */
export const useMenu = (context: PageContext, { menu }: Site): Menu => {
  const [state, dispatch] = useReducer(menuReducer, undefined, () => menuAt(menu, context.key));
  const header = useRef<HTMLElement>(null);
  const { search } = useLocation();
  const arrived = useRef(context);

  useLayoutEffect(() => {
    if (arrived.current === context) return;
    arrived.current = context;
    dispatch({ type: 'arrived', menu, page: context.key });
  }, [context, menu]);

  const { headless } = state;
  useLayoutEffect(() => dispatch({ type: 'headlessSettled', headless: settleHeadless(search) }), [search]);
  // Styles hide by it what a headless page is without. It comes after the effect above, which reads what the head's
  // script has set before the first paint.
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-headless', headless);
  }, [headless]);

  // An open panel covers the focus stops that follow it (rule MENU-6).
  useEffect(() => {
    document.addEventListener('focusin', closeLeftMenus);
    return () => document.removeEventListener('focusin', closeLeftMenus);
  }, []);

  useEffect(() => {
    const measure = () => dispatch({ type: 'measured', offset: header.current?.offsetHeight ?? 0 });
    const observer = new ResizeObserver(measure);
    if (header.current) observer.observe(header.current);
    return () => observer.disconnect();
  }, []);

  return { state, dispatch, header };
};
