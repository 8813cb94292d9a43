import type { PreviewedLetter } from '@hofn/contracts/claim-decisions.ts';
import { formatMoney, type Language } from '@hofn/texts';
import { Alert, Tabs } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { LetterView } from './LetterView.tsx';
import type { ClaimAction } from './useClaimAction.ts';

const languages = ['is', 'en'] as const;

/** The letter of a decision as the customer would get it, in both languages; confirming it decides. */
export const DecisionDialog = ({
  claimAction,
  preview: { letters, payable, sentIn },
  isAbove,
  onConfirm,
  onClose,
}: {
  claimAction: ClaimAction;
  preview: {
    letters: Record<Language, PreviewedLetter>;
    payable: number;
    sentIn: Language;
  };
  /** Whether somebody else has to approve it. */
  isAbove: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) => {
  const t = useTexts<'staff'>();
  const [language, setLanguage] = useState<Language>(sentIn);
  const { refusal, busy } = claimAction;
  const amount = formatMoney(t.language, payable);
  const label = isAbove
    ? t('claimDesk|proposeIt')
    : payable === 0
      ? t('claimDesk|refuse')
      : t('claimDesk|decideFor', { amount });
  return (
    <ConfirmDialog
      title={t('claimDesk|previewTitle')}
      confirmLabel={label}
      busyLabel={t('claimDesk|working')}
      kind={payable === 0 ? 'danger' : 'primary'}
      size="large"
      isBusy={busy === 'claim.decide'}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{t(isAbove ? 'claimDesk|previewAbove' : `claimDesk|previewSent.${sentIn}`)}</p>
      <Tabs
        label={t('claimDesk|letter')}
        selectedKey={language}
        onSelectedKeyChange={setLanguage}
        tabs={languages.map((one) => ({
          key: one,
          title: t(`claimDesk|letter.${one}`),
          panel: <LetterView letter={letters[one]} language={one} />,
        }))}
      />
      {refusal?.kind === 'claim.decide' && (
        <Alert kind="error" isLive title={t('claimDesk|refused')}>
          {refusal.reasons.join(' ')}
        </Alert>
      )}
    </ConfirmDialog>
  );
};
