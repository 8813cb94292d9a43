import { Icon } from '@hofn/ui';
import type { Site } from '../content/site.ts';
import { useTexts } from '../engine/index.ts';
import { command } from '../parts/dialog-commands.ts';
import { assistanceId } from './Assistance.tsx';
import styles from './HelpRow.module.css';

/** Chat and assistance below the portal's header on a narrow window, where nothing floats (rule HOLD-22). */
export const HelpRow = ({ site }: { site: Site }) => {
  const t = useTexts<'portal'>();
  return (
    <div className={styles.help}>
      <button type="button" className={styles.chat} data-help="chat" aria-haspopup="dialog">
        <Icon name="chat" size={20} />
        {t('shell|chat')}
      </button>
      <button type="button" data-help="assistant" {...command(assistanceId, 'show-modal')}>
        <Icon name="help" size={20} />
        {site.assistance.button}
      </button>
    </div>
  );
};
