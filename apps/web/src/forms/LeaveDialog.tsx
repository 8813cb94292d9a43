import { useTexts } from '../engine/index.ts';
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';

/** Dialog that confirms leaving a page with unsaved changes. */
export const LeaveDialog = ({ onAnswer }: { onAnswer: (isLeaving: boolean) => void }) => {
  const t = useTexts<'portal'>();
  return (
    <ConfirmDialog
      title={t('global|unsavedTitle')}
      confirmLabel={t('global|leave')}
      cancelLabel={t('global|stay')}
      onConfirm={() => onAnswer(true)}
      onClose={() => onAnswer(false)}
    >
      <p>{t('global|unsavedChanges')}</p>
    </ConfirmDialog>
  );
};
