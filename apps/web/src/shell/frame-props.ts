import type { ReactNode } from 'react';
import type { Site } from '../content/site.ts';
import type { PageContext } from '../engine/types.ts';

/** Props of the portal's and the staff portal's frame. */
export type FrameProps = { context: PageContext; site: Site; children: ReactNode };
