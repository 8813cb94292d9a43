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
  /** The header that contains the menus. */
  header: RefObject<HTMLElement | null>;
};

/** State of the header's menus for the page, the address and the window. */
export const useMenu = (context: PageContext, { menu }: Site): Menu => {
  const [state, dispatch] = useReducer(menuReducer, undefined, () => menuAt(menu, context.key));
  const header = useRef<HTMLElement>(null);
  const { search } = useLocation();
  const lastContext = useRef(context);

  useLayoutEffect(() => {
    if (lastContext.current === context) return;
    lastContext.current = context;
    dispatch({ type: 'arrived', menu, page: context.key });
  }, [context, menu]);

  const { headless } = state;
  useLayoutEffect(() => dispatch({ type: 'headlessSettled', headless: settleHeadless(search) }), [search]);
  // Style sheets use the attribute. This runs after the effect above, which reads the value that the script in the head
  // set before the first paint.
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-headless', headless);
  }, [headless]);

  // An open panel covers the tab stops after it (rule MENU-6).
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
