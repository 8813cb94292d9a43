import type { ComponentType, ReactNode } from 'react';
import type { PageParts } from './chunks.ts';
import type { LoadedPage } from './loaded-page.ts';
import type { Location, PageContext, PageData } from './types.ts';

/** A page that stands over another as a modal (rule PATH-13a), and where it is. */
export type Modal = { page: LoadedPage<PageParts>; location: Location };

export type ShellProps = {
  context: PageContext;
  location: Location;
  /** Whether the page is the one that the document came with. */
  isServed: boolean;
  /** The page over this one, if any. */
  modal: Modal | undefined;
  children: ReactNode;
};

/** What surrounds every page: the engine is given it, and knows nothing of what is in it. */
export type AppShell = {
  Shell: ComponentType<ShellProps>;
  /** Loads what is hydrated around a page. */
  load(page: PageData): Promise<unknown>;
  /** Loads what must be here before a page may come on the screen or leave it, or be covered by a modal. */
  beforeChange(page: LoadedPage<PageParts>, isCovered?: boolean): Promise<void>;
  /** Loads what must be here before the page on the screen has another location. */
  beforeMove(page: LoadedPage<PageParts>): Promise<void>;
  /** Whether an event is on markup that is not hydrated yet: React lets no such click through. */
  isUnhydrated(target: EventTarget | null): boolean;
};
