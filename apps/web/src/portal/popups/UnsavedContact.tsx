import { Button, Notification } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';

/** Reopens contact details that could not be saved, also after the toast is gone (rule HOLD-18). */
export const UnsavedContact = ({ userId, onReopen }: { userId: string; onReopen: () => void }) => {
  const t = useTexts<'portal'>();
  return (
    <Notification
      id={`contact-${userId}`}
      kind="warning"
      title={t('contactInfoPopup|updateFailed')}
      closeLabel={t('global|close')}
      action={
        <Button kind="secondary" size="small" onClick={onReopen}>
          {t('contactInfoPopup|openAgain')}
        </Button>
      }
    />
  );
};
