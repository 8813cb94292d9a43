import { lazy, type ReactNode, Suspense, use } from 'react';
import { loadChunk } from '../engine/chunks.ts';
import { publicFrame } from '../engine/frame.ts';
import type { Location, PageContext } from '../engine/types.ts';
import { SkipLink } from './SkipLink.tsx';
import type { Site } from './site.ts';

/** Frames that bring the session with them, which a public page never loads. */
const frames = {
  portal: lazy(() => loadChunk<typeof import('./PortalFrame.tsx')>('shell/PortalFrame')),
  staff: lazy(() => loadChunk<typeof import('./StaffFrame.tsx')>('shell/StaffFrame')),
};

type FrameProps = { context: PageContext; site: Site };

const Header = (props: FrameProps) => {
  const { PublicHeader } = use(publicFrame);
  return <PublicHeader {...props} />;
};

const Footer = (props: FrameProps) => {
  const { PublicFooter } = use(publicFrame);
  return <PublicFooter {...props} />;
};

export type ShellProps = { context: PageContext; location: Location; site: Site; children: ReactNode };

/** What surrounds every page: skip link, header with its menus, the page in `main`, and footer (rule SITE-4). */
export const Shell = (props: ShellProps) => {
  const { context, site, children } = props;
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
          <Suspense>
            <Header context={context} site={site} />
          </Suspense>
          <main id="main">{children}</main>
          <Suspense>
            <Footer context={context} site={site} />
          </Suspense>
        </>
      )}
    </>
  );
};
