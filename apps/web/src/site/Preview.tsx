import { Alert, Button, TextField } from '@hofn/ui';
import { useTexts } from '../engine/index.ts';
import type { TemplateProps } from '../engine/types.ts';
import { PageHead } from '../parts/Page.tsx';
import styles from './Draft.module.css';

/**
 * Entry page for previews, with a form for a draft's ref. The server redirects a valid ref to the draft, so a ref on
 * this page is unknown.
 */
export const Preview = ({ search }: { search: string }) => {
  const t = useTexts();
  const token = new URLSearchParams(search).get('token') ?? '';
  return (
    <div className={`page-width ${styles.preview}`}>
      <PageHead crumbs={[]} title={t('preview|title')} lead={t('preview|lead')} />
      {token !== '' && <Alert kind="error" title={t('preview|ended')} isLive />}
      <form method="get" className={styles.form}>
        <TextField
          key={token}
          label={t('preview|reference')}
          name="token"
          defaultValue={token}
          required
          autoComplete="off"
          spellCheck={false}
        />
        <Button type="submit">{t('preview|open')}</Button>
      </form>
      <p>{t('preview|help')}</p>
    </div>
  );
};

const PreviewTemplate = ({ location }: TemplateProps) => <Preview search={location.search} />;

export default PreviewTemplate;
