import { lazy, Suspense, use } from 'react';
import type { Site } from '../content/site.ts';
import { useStaticQuery } from '../engine/App.tsx';
import type { ShellProps } from '../engine/app-shell.ts';
import { Boundary, ServerMarkup } from '../engine/Boundary.tsx';
import { loadChunk } from '../engine/chunks.ts';
import { useOverlay } from '../engine/overlay.ts';
import type { PageContext } from '../engine/types.ts';
import { publicFrame } from './public-frame.ts';
import { SkipLink } from './SkipLink.tsx';

/** Frames with a session, which a public page never loads. */
const frames = {
  portal: lazy(() => loadChunk('entry.portal')),
  staff: lazy(() => loadChunk('shell/StaffFrame')),
};

const ModalPage = lazy(() => loadChunk('shell/ModalPage'));

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

/** Skip link, header with menus, the page in `main`, and footer (rule SITE-4). */
export const Shell = (props: ShellProps) => {
  const { context, location, isServed, modal, children } = props;
  const site = useStaticQuery<Site>('site');
  const Overlay = useOverlay();
  const Frame = context.area === 'site' ? undefined : frames[context.area];
  return (
    <>
      <SkipLink />
      {Overlay && <Overlay />}
      {Frame ? (
        <Suspense fallback={<main id="main" />}>
          <Frame {...props} site={site} />
        </Suspense>
      ) : (
        <>
          <FrameRegion region="header" context={context} site={site} />
          <main id="main">
            <Boundary
              resetKey={location.path}
              fallback={<ServerMarkup selector={isServed ? '#main > *' : undefined} hasNotice />}
            >
              {children}
            </Boundary>
          </main>
          <FrameRegion region="footer" context={context} site={site} />
        </>
      )}
      {modal && (
        // A modal that fails to render is loaded as a full page (rule PATH-13c).
        <Boundary resetKey={modal.page.path} fallback={<ServerMarkup selector={undefined} />}>
          <Suspense>
            <ModalPage key={modal.page.path} {...modal} />
          </Suspense>
        </Boundary>
      )}
    </>
  );
};
