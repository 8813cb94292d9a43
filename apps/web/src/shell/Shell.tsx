import { lazy, type ReactNode, Suspense } from 'react';
import type { Location, PageContext } from '../engine/types.ts';
import { PublicFooter } from './PublicFooter.tsx';
import { PublicHeader } from './PublicHeader.tsx';
import { SkipLink } from './SkipLink.tsx';
import type { Site } from './site.ts';

/** The portal's frame brings the session with it, which a public page never loads. */
const PortalFrame = lazy(() => import('./PortalFrame.tsx'));

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
          <PublicHeader context={context} site={site} />
          <main id="main">{children}</main>
          <PublicFooter context={context} site={site} />
        </>
      )}
    </>
  );
};
