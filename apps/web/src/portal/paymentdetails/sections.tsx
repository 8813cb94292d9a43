import type { CardInfo } from '@hofn/contracts';
import { errorText } from '@hofn/texts';
import { Alert, Button, DataScreen, type DataState, Skeleton, StatusRegion } from '@hofn/ui';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { ForRole, useIsStaffView } from '../../parts/ForRole.tsx';
import { setNotification } from '../../parts/notices.ts';
import { SettingsSection } from '../../parts/SettingsSection.tsx';
import { type ApiError, type CallResult, useCall } from '../../session/index.ts';
import { BankForm } from './BankForm.tsx';
import { CardForm } from './CardForm.tsx';
import { MethodForm, MethodSummary } from './MethodForm.tsx';
import { RegisteredCard } from './RegisteredCard.tsx';
import { useRefetchDetails } from './useRefetchDetails.ts';

const stateOf = <Data,>({
  state,
  data,
  error,
  retry,
}: CallResult<Data>): DataState<{ value: Data }, ApiError> => {
  if (state === 'ready') return { status: 'ready', data: { value: data } };
  return state === 'error' ? { status: 'failed', failure: error, retry } : { status: 'loading' };
};

/** Content of a section, or its loading and failure states (rules PAY-15 and PAY-17a). */
const SectionContent = <Data,>(props: {
  call: CallResult<Data>;
  loading: string;
  failedTitle: string;
  rows: number;
  children: (data: Data) => ReactNode;
}) => {
  const t = useTexts<'portal'>();
  const { call } = props;
  return (
    <DataScreen<{ value: Data }, ApiError>
      state={stateOf(call)}
      loadingLabel={props.loading}
      skeleton={<Skeleton rows={props.rows} />}
      // `null` is data too: nothing is registered yet.
      isEmpty={() => false}
      empty={null}
      error={(failure, retry) => (
        <Alert
          kind="error"
          isLive
          title={props.failedTitle}
          action={
            <Button kind="secondary" size="small" onClick={retry}>
              {t('global|retry')}
            </Button>
          }
        >
          {errorText(t, failure.errorCode)}
        </Alert>
      )}
    >
      {({ value }) => props.children(value)}
    </DataScreen>
  );
};

/** Returns a function that reports a saved change and refetches the data that shows it (rule PAY-17b). */
export const useOnSaved = (): (() => Promise<void>) => {
  const t = useTexts<'portal'>();
  const refetch = useRefetchDetails();
  return async () => {
    setNotification({ id: 'paymentDetails', text: t('paymentDetails|updated') });
    await refetch();
  };
};

type SectionTexts = { title?: string; description?: string; anchor?: string };

/** The bank account form, with the title and description given (rule PAY-15). */
export const BankSection = ({ onSaved, ...texts }: SectionTexts & { onSaved?: () => void }) => {
  const t = useTexts<'portal'>();
  const notifySaved = useOnSaved();
  const call = useCall('/api/user/v1/settings/bankinfo', {});
  const handleSaved = async () => {
    await notifySaved();
    onSaved?.();
  };
  return (
    <SettingsSection {...texts}>
      <SectionContent
        call={call}
        loading={t('paymentDetails|loadingBank')}
        failedTitle={t('bank|loadFailed')}
        rows={3}
      >
        {(account) => <BankForm account={account} onSaved={() => void handleSaved()} />}
      </SectionContent>
    </SettingsSection>
  );
};

/** The registered card and registration of a new one, with the title and description given (rule PAY-15). */
export const CardSection = ({ onSaved, ...texts }: SectionTexts & { onSaved?: (card: CardInfo) => void }) => {
  const t = useTexts<'portal'>();
  const notifySaved = useOnSaved();
  const call = useCall('/api/user/v1/settings/ccard/info', {});
  const [registered, setRegistered] = useState<CardInfo>();
  const handleRegistered = async (card: CardInfo) => {
    setRegistered(card);
    await notifySaved();
    onSaved?.(card);
  };
  return (
    <SettingsSection {...texts}>
      <SectionContent
        call={call}
        loading={t('paymentDetails|loadingCard')}
        failedTitle={t('card|loadFailed')}
        rows={3}
      >
        {(card) => (
          <CardForm card={card} onRegistered={(registeredCard) => void handleRegistered(registeredCard)} />
        )}
      </SectionContent>
      <StatusRegion>
        {registered && registered.cardNumberMasked === call.data?.cardNumberMasked && (
          <RegisteredCard card={registered} />
        )}
      </StatusRegion>
    </SettingsSection>
  );
};

/** How premiums are paid. */
export const MethodSection = (texts: SectionTexts) => {
  const t = useTexts<'portal'>();
  const call = useCall('/api/user/v1/settings/paymentmethod', {});
  // The page already explains that staff view is read-only.
  const isStaffView = useIsStaffView();
  return (
    <SettingsSection {...texts}>
      <SectionContent
        call={call}
        loading={t('paymentDetails|loadingMethod')}
        failedTitle={t('global|errorTitle')}
        rows={4}
      >
        {(paymentMethod) => (
          <ForRole
            requires="Full"
            act="method"
            isSilent={isStaffView}
            readOnlyView={<MethodSummary paymentMethod={paymentMethod} />}
          >
            <MethodForm paymentMethod={paymentMethod} />
          </ForRole>
        )}
      </SectionContent>
    </SettingsSection>
  );
};
