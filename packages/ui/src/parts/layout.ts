import type { ComponentPropsWithRef, ElementType, JSX, ReactNode } from 'react';
import styles from './layout.module.css';

/** Distance between neighbours; how many pixels each step is depends on the density (see `tokens.ts`). */
export type Gap = 'none' | 'xs' | 's' | 'm' | 'l' | 'xl' | 'xxl';

/** An element that a layout part may be, where its meaning needs another than `div`. */
export type LayoutElement = Extract<
  keyof JSX.IntrinsicElements,
  | 'article'
  | 'aside'
  | 'div'
  | 'fieldset'
  | 'footer'
  | 'form'
  | 'header'
  | 'hgroup'
  | 'li'
  | 'nav'
  | 'ol'
  | 'p'
  | 'section'
  | 'span'
  | 'ul'
>;

/** Props of every layout part: its element with that element's own attributes, but no styles. */
export type LayoutProps<As extends LayoutElement> = {
  /** The element; `div` by default. */
  as?: As;
  children?: ReactNode;
} & Omit<ComponentPropsWithRef<As>, 'as' | 'children' | 'className' | 'style'>;

/** The element, as one that takes any of the attributes that the part's own type has checked. */
export const elementOf = (as: LayoutElement = 'div'): ElementType => as;

/** Class that sets `--gap`, which layout parts space their children by. */
export const gapClass = (gap: Gap): string => styles[gap] ?? '';

/** A class attribute of those that are set; undefined if none is. */
export const classes = (...names: (string | false | undefined)[]): string | undefined =>
  names.filter(Boolean).join(' ') || undefined;
