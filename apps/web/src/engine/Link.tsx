import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { useLinkPaths } from './App.tsx';
import style from './app.module.css';
import { hrefOf, opensNewTab } from './link-rules.ts';
import { useTexts } from './texts.ts';

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target' | 'rel'> & {
  /** A site path (`/tryggingar`), a hash, `tel:`, `mailto:`, or a URL. */
  to: string;
  /** Opens the page as a modal (rule PATH-13a), if scripts run. */
  modal?: boolean | undefined;
  children: ReactNode;
};

/**
 * A link that follows the link rules. A plain anchor, so that it works before hydration and without scripts;
 * `clicks.ts` handles all clicks of the document.
 */
export const Link = ({ to, modal, children, ...rest }: LinkProps) => {
  const { newTabPaths } = useLinkPaths();
  const t = useTexts();
  const newTab = opensNewTab(to, newTabPaths);
  return (
    <a
      {...rest}
      href={hrefOf(to)}
      data-modal={modal ? '' : undefined}
      {...(newTab ? { target: '_blank', rel: 'noopener' } : {})}
    >
      {children}
      {newTab && <span className={style.spoken}> ({t('shell|opensInNewTab')})</span>}
    </a>
  );
};
