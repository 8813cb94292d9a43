import { lazy, type ReactNode, Suspense, use } from 'react';
import { loadChunk } from '../engine/chunks.ts';
import { publicFrame } from '../engine/frame.ts';
import type { Location, PageContext } from '../engine/types.ts';
import { SkipLink } from './SkipLink.tsx';
import type { Site } from './site.ts';

/** The portal's frame brings the session with it, which a public page never loads. */
const PortalFrame = lazy(() => loadChunk<typeof import('./PortalFrame.tsx')>('shell/PortalFrame'));

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
  return (
    <>
      <SkipLink />
      {context.area === 'portal' ? (
        <Suspense fallback={<main id="main" />}>
          <PortalFrame {...props} />
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
