import { Alert } from '@hofn/ui';
import { type ComponentType, lazy, Suspense } from 'react';
import type { DraftDocument } from '../content/documents.ts';
import { loadChunk } from '../engine/chunks.ts';
import { Link, useTexts } from '../engine/index.ts';
import type { Location, TemplateProps } from '../engine/types.ts';
import { LinkList } from '../parts/LinkList.tsx';
import { PageHead } from '../parts/Page.tsx';
import styles from './Draft.module.css';

const templates = new Map<string, ComponentType<TemplateProps>>();

/** The site's template by name; the same component for each name, unless its code could not be loaded. */
const templateOf = (name: string): ComponentType<TemplateProps> => {
  const known = templates.get(name);
  if (known) return known;
  const made = lazy(() =>
    loadChunk(`templates/${name}`).catch((error: unknown) => {
      // A lazy component fails for ever: the next draft that needs it is to try again.
      templates.delete(name);
      throw error;
    }),
  );
  templates.set(name, made);
  return made;
};

/** A draft in its own template, below a notice; or the list of changes. */
export const Draft = ({ draft, location }: { draft: DraftDocument; location: Location }) => {
  const t = useTexts();
  if ('changes' in draft)
    return (
      <div className="page-width">
        <PageHead crumbs={[]} title={t('draft|title')} lead={t('draft|lead')} />
        {draft.changes.length > 0 ? (
          <LinkList links={draft.changes.map((change) => ({ ...change, page: change.path, icon: 'pen' }))} />
        ) : (
          <p>{t('draft|nothing')}</p>
        )}
      </div>
    );
  const { list, page } = draft;
  const Own = templateOf(page.template);
  return (
    <>
      <div className={`page-width ${styles.bar}`}>
        <Alert
          kind="warning"
          title={t('draft|notPublished')}
          action={<Link to={list.path}>{t('draft|all')}</Link>}
        >
          {page.path === undefined ? t('draft|isNew') : <Link to={page.path}>{t('draft|published')}</Link>}
        </Alert>
      </div>
      <Suspense>
        <Own data={page.data} context={page.context} location={location} />
      </Suspense>
    </>
  );
};

const DraftTemplate = ({ data, location }: TemplateProps<DraftDocument>) => (
  <Draft draft={data} location={location} />
);

export default DraftTemplate;
