import { lazy, type ReactNode, Suspense, use } from 'react';
import { Boundary, ServerMarkup } from '../engine/Boundary.tsx';
import { loadChunk } from '../engine/chunks.ts';
import { publicFrame } from '../engine/frame.ts';
import type { Location, PageContext } from '../engine/types.ts';
import { SkipLink } from './SkipLink.tsx';
import type { Site } from './site.ts';

/** Frames with a session, which a public page never loads. */
const frames = {
  portal: lazy(() => loadChunk<typeof import('./PortalFrame.tsx')>('shell/PortalFrame')),
  staff: lazy(() => loadChunk<typeof import('./StaffFrame.tsx')>('shell/StaffFrame')),
};

type FrameProps = { region: 'header' | 'footer'; context: PageContext; site: Site };

const FramePart = ({ region, ...props }: FrameProps) => {
  const Part = use(publicFrame)?.[region];
  return Part ? <Part {...props} /> : <ServerMarkup selector={region} />;
};

const FrameRegion = (props: FrameProps) => {
  const serverMarkup = <ServerMarkup selector={props.region} />;
  return (
    <Boundary fallback={serverMarkup}>
      {/* Also used when hydration fails and React renders the page from scratch. */}
      <Suspense fallback={serverMarkup}>
        <FramePart {...props} />
      </Suspense>
    </Boundary>
  );
};

export type ShellProps = {
  context: PageContext;
  location: Location;
  site: Site;
  /** Whether the page is the embedded one. */
  isServed: boolean;
  children: ReactNode;
};

/** Skip link, header with menus, the page in `main`, and footer (rule SITE-4). */
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
          <FrameRegion region="header" context={context} site={site} />
          <main id="main">
            <Boundary
              resetKey={location.path}
              fallback={<ServerMarkup selector={isServed ? '#main > *' : undefined} withNotice />}
            >
              {children}
            </Boundary>
          </main>
          <FrameRegion region="footer" context={context} site={site} />
        </>
      )}
    </>
  );
};
