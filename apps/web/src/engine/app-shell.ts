import type { ComponentType, ReactNode } from 'react';
import type { PageParts } from './chunks.ts';
import type { LoadedPage } from './loaded-page.ts';
import type { Location, PageContext, PageData } from './types.ts';

/** A page shown as a modal over another (rule PATH-13a), and its location. */
export type Modal = { page: LoadedPage<PageParts>; location: Location };

export type ShellProps = {
  context: PageContext;
  location: Location;
  /** Whether the page is the embedded one. */
  isServed: boolean;
  /** The modal over this page, if any. */
  modal: Modal | undefined;
  children: ReactNode;
};

/** The shell around every page, injected so that the engine doesn't depend on it. */
export type AppShell = {
  Shell: ComponentType<ShellProps>;
  /** Loads the frame that is hydrated with a page. */
  load(page: PageData): Promise<unknown>;
  /** Loads the code needed before a page is shown, left, or covered by a modal. */
  beforeChange(page: LoadedPage<PageParts>, isCovered?: boolean): Promise<void>;
  /** Loads the code needed before the location changes within the page. */
  beforeMove(page: LoadedPage<PageParts>): Promise<void>;
  /** Whether the target is in markup that is not hydrated yet, where React swallows clicks. */
  isUnhydrated(target: EventTarget | null): boolean;
};
