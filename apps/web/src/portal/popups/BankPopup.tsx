import { Button, Dialog } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { BankSection } from '../paymentdetails/sections.tsx';
import { useDelayedClose } from './useDelayedClose.ts';

/** Asks for a bank account (rule PAY-12). */
export const BankPopup = ({ onClose }: { onClose: (outcome: 'done' | 'dismissed') => void }) => {
  const t = useTexts<'portal'>();
  const closeSoon = useDelayedClose(() => onClose('done'));
  return (
    <Dialog
      title={t('bank|popupTitle')}
      closeLabel={t('global|close')}
      onClose={() => onClose('dismissed')}
      size="large"
      actions={
        <Button kind="text" onClick={() => onClose('dismissed')}>
          {t('contactInfoPopup|later')}
        </Button>
      }
    >
      <BankSection description={t('bank|popupText')} onSaved={closeSoon} />
    </Dialog>
  );
};
