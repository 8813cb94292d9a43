import { Alert, Button, TextField } from '@hofn/ui';
import { useTexts } from '../engine/index.ts';
import { PageHead } from '../parts/Page.tsx';
import styles from './Draft.module.css';

/**
 * Where an editor comes with the reference of a draft. The form asks the server for this page with the reference, with or
 * without script; a good one leads on to the draft, so that whoever is still here with one gave one that shows nothing.
 */
export const Preview = ({ search }: { search: string }) => {
  const t = useTexts();
  const token = new URLSearchParams(search).get('token') ?? '';
  return (
    <div className={`page-width ${styles.preview}`}>
      <PageHead crumbs={[]} title={t('preview|title')} lead={t('preview|lead')} />
      {token !== '' && <Alert kind="error" title={t('preview|ended')} live />}
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
