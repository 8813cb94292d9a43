import { lazy, Suspense, use } from 'react';
import type { Site } from '../content/site.ts';
import { useStaticQuery } from '../engine/App.tsx';
import type { ShellProps } from '../engine/app-shell.ts';
import { Boundary, Served } from '../engine/Boundary.tsx';
import { loadChunk } from '../engine/chunks.ts';
import type { PageContext } from '../engine/types.ts';
import { publicFrame } from './public-frame.ts';
import { SkipLink } from './SkipLink.tsx';

/** Frames that bring the session with them, which a public page never loads. */
const frames = {
  portal: lazy(() => loadChunk('entry.portal')),
  staff: lazy(() => loadChunk('shell/StaffFrame')),
};

const ModalPage = lazy(() => loadChunk('shell/ModalPage'));

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

/** What surrounds every page: skip link, header with its menus, the page in `main`, and footer (rule SITE-4). */
export const Shell = (props: ShellProps) => {
  const { context, location, isServed, modal, children } = props;
  const site = useStaticQuery<Site>('site');
  const Frame = context.area === 'site' ? undefined : frames[context.area];
  return (
    <>
      <SkipLink />
      {Frame ? (
        <Suspense fallback={<main id="main" />}>
          <Frame {...props} site={site} />
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
      {modal && (
        // A modal that cannot be shown is loaded as a page of its own (rule PATH-13c).
        <Boundary at={modal.page.path} fallback={<Served of={undefined} />}>
          <Suspense>
            <ModalPage key={modal.page.path} {...modal} />
          </Suspense>
        </Boundary>
      )}
    </>
  );
};
