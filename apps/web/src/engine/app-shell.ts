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

/** The shell around every page. The engine receives it, and doesn't depend on its content. */
export type AppShell = {
  Shell: ComponentType<ShellProps>;
  /** Loads the frame that is hydrated with a page. */
  load(page: PageData): Promise<unknown>;
  /** Loads what showing, leaving or covering a page with a modal needs. */
  beforeChange(page: LoadedPage<PageParts>, isCovered?: boolean): Promise<void>;
  /** Loads what a change of location within the page needs. */
  beforeMove(page: LoadedPage<PageParts>): Promise<void>;
  /** Whether the target is in markup that is not hydrated yet: React swallows such clicks. */
  isUnhydrated(target: EventTarget | null): boolean;
};
