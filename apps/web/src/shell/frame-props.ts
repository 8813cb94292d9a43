import type { ReactNode } from 'react';
import type { Site } from '../content/site.ts';
import type { PageContext } from '../engine/types.ts';

/** What the frame of a page with a session is given: the page, and the content around every page. */
export type FrameProps = { context: PageContext; site: Site; children: ReactNode };
