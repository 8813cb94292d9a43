export { useIsLoadDelayed, useLocation, usePage, useStaticQuery } from './App.tsx';
export { Link, type LinkProps } from './Link.tsx';
export { navigate } from './navigate.ts';
export type { NavigateOptions } from './router.ts';
export { useTexts } from './texts.ts';
export type { Language, Location, PageContext, PageData, Template, TemplateProps } from './types.ts';
