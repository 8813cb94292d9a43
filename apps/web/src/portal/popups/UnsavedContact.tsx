import { Button, Notification } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';

/** Leads back to contact details that could not be saved, also when the toast that says so is gone (rule HOLD-18). */
export const UnsavedContact = ({ of, onOpenAgain }: { of: string; onOpenAgain: () => void }) => {
  const t = useTexts<'portal'>();
  return (
    <Notification
      id={`contact-${of}`}
      kind="warning"
      title={t('contactInfoPopup|updateFailed')}
      closeLabel={t('global|close')}
      action={
        <Button kind="secondary" size="small" onClick={onOpenAgain}>
          {t('contactInfoPopup|openAgain')}
        </Button>
      }
    />
  );
};
