import { Button, Dialog } from '@hofn/ui';
import { useTexts } from '../engine/index.ts';

/** Dialog that confirms leaving a page with unsaved changes. */
export const LeaveDialog = ({ onAnswer }: { onAnswer: (isLeaving: boolean) => void }) => {
  const t = useTexts<'portal'>();
  return (
    <Dialog
      title={t('global|unsavedTitle')}
      closeLabel={t('global|close')}
      onClose={() => onAnswer(false)}
      actions={
        <>
          <Button onClick={() => onAnswer(true)}>{t('global|leave')}</Button>
          <Button kind="secondary" onClick={() => onAnswer(false)}>
            {t('global|stay')}
          </Button>
        </>
      }
    >
      <p>{t('global|unsavedChanges')}</p>
    </Dialog>
  );
};
