import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { useLinkPaths } from './App.tsx';
import style from './app.module.css';
import { hrefOf, opensNewTab } from './link-rules.ts';
import { useTexts } from './texts.ts';

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target' | 'rel'> & {
  /** A site path (`/tryggingar`), a hash, `tel:`, `mailto:`, or a whole address. */
  to: string;
  /** Opens the page over this one (rule PATH-13a), where the browser half is. */
  modal?: boolean;
  children: ReactNode;
};

/**
 * A link by the link rules. It is a plain anchor, so that it works before and without the browser half; clicks are
 * taken for the whole document in `clicks.ts`.
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
