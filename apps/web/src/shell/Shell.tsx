import { lazy, type ReactNode, Suspense, use } from 'react';
import type { Site } from '../content/site.ts';
import { Boundary, Served } from '../engine/Boundary.tsx';
import { loadChunk } from '../engine/chunks.ts';
import { publicFrame } from '../engine/frame.ts';
import type { Location, PageContext } from '../engine/types.ts';
import { SkipLink } from './SkipLink.tsx';

/** Frames that bring the session with them, which a public page never loads. */
const frames = {
  portal: lazy(() => loadChunk<typeof import('./PortalFrame.tsx')>('shell/PortalFrame')),
  staff: lazy(() => loadChunk<typeof import('./StaffFrame.tsx')>('shell/StaffFrame')),
};

type FrameProps = { of: 'header' | 'footer'; context: PageContext; site: Site };

const FramePart = ({ of, ...props }: FrameProps) => {
  const Part = use(publicFrame)?.[of];
  return Part ? <Part {...props} /> : <Served of={of} />;
};

const FrameRegion = (props: FrameProps) => {
  const served = <Served of={props.of} />;
  return (
    <Boundary fallback={served}>
      {/* Also where React renders the page without the server's markup, since a part of it could not be hydrated. */}
      <Suspense fallback={served}>
        <FramePart {...props} />
      </Suspense>
    </Boundary>
  );
};

export type ShellProps = {
  context: PageContext;
  location: Location;
  site: Site;
  /** Whether the page is the one that the document came with. */
  isServed: boolean;
  children: ReactNode;
};

/** What surrounds every page: skip link, header with its menus, the page in `main`, and footer (rule SITE-4). */
export const Shell = (props: ShellProps) => {
  const { context, location, site, isServed, children } = props;
  const Frame = context.area === 'site' ? undefined : frames[context.area];
  return (
    <>
      <SkipLink />
      {Frame ? (
        <Suspense fallback={<main id="main" />}>
          <Frame {...props} />
        </Suspense>
      ) : (
        <>
          <FrameRegion of="header" context={context} site={site} />
          <main id="main">
            <Boundary
              at={location.path}
              fallback={<Served of={isServed ? '#main > *' : undefined} withNotice />}
            >
              {children}
            </Boundary>
          </main>
          <FrameRegion of="footer" context={context} site={site} />
        </>
      )}
    </>
  );
};
