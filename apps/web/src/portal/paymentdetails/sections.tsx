import type { CardInfo } from '@hofn/contracts';
import { errorText } from '@hofn/texts';
import { Alert, Button, DataScreen, type DataState, Skeleton } from '@hofn/ui';
import type { ReactNode } from 'react';
import { useTexts } from '../../engine/index.ts';
import { ForRole, useIsStaffView } from '../../parts/ForRole.tsx';
import { setNotification } from '../../parts/notices.ts';
import { SettingsSection } from '../../parts/SettingsSection.tsx';
import { type ApiError, type CallResult, useCall, useRefresh, useRefreshUser } from '../../session/index.ts';
import { BankForm } from './BankForm.tsx';
import { CardForm } from './CardForm.tsx';
import { MethodForm, MethodSeen } from './MethodForm.tsx';

const stateOf = <Data,>({
  state,
  data,
  error,
  retry,
}: CallResult<Data>): DataState<{ value: Data }, ApiError> => {
  if (state === 'ready') return { status: 'ready', data: { value: data } };
  return state === 'error' ? { status: 'failed', failure: error, retry } : { status: 'loading' };
};

/** What stands in a section while its call is on its way, or when it failed (rules PAY-15 and PAY-17a). */
const Loaded = <Data,>(props: {
  call: CallResult<Data>;
  loading: string;
  failed: string;
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
      // That nothing is on file yet is data as well.
      isEmpty={() => false}
      empty={null}
      error={(failure, retry) => (
        <Alert
          kind="error"
          live
          title={props.failed}
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

/** Says that what was changed is saved, and asks anew for what shows it (rule PAY-17b). */
export const useUpdated = (): (() => Promise<void>) => {
  const t = useTexts<'portal'>();
  const refresh = useRefresh();
  const refreshUser = useRefreshUser();
  return async () => {
    setNotification({ id: 'paymentDetails', text: t('paymentDetails|updated') });
    refresh('/api/user/v1/settings/bankinfo');
    refresh('/api/user/v1/settings/ccard/info');
    refresh('/api/user/v1/settings/paymentmethod');
    refresh('/api/payment/v1/installmentsOverview');
    await refreshUser();
  };
};

type Words = { title?: string; description?: string };

/** The bank account and its form, with title and description where they are given (rule PAY-15). */
export const BankSection = ({ onSaved, ...words }: Words & { onSaved?: () => void }) => {
  const t = useTexts<'portal'>();
  const updated = useUpdated();
  const call = useCall('/api/user/v1/settings/bankinfo', {});
  const saved = async () => {
    await updated();
    onSaved?.();
  };
  return (
    <SettingsSection {...words}>
      <Loaded call={call} loading={t('paymentDetails|loadingBank')} failed={t('bank|loadFailed')} rows={3}>
        {(account) => <BankForm account={account} onSaved={() => void saved()} />}
      </Loaded>
    </SettingsSection>
  );
};

/** The card and the registration of another, with title and description where they are given (rule PAY-15). */
export const CardSection = ({ onSaved, ...words }: Words & { onSaved?: (card: CardInfo) => void }) => {
  const t = useTexts<'portal'>();
  const updated = useUpdated();
  const call = useCall('/api/user/v1/settings/ccard/info', {});
  const registered = async (card: CardInfo) => {
    await updated();
    onSaved?.(card);
  };
  return (
    <SettingsSection {...words}>
      <Loaded call={call} loading={t('paymentDetails|loadingCard')} failed={t('card|loadFailed')} rows={3}>
        {(card) => <CardForm card={card} onRegistered={(given) => void registered(given)} />}
      </Loaded>
    </SettingsSection>
  );
};

/** How premiums are paid. */
export const MethodSection = (words: Words) => {
  const t = useTexts<'portal'>();
  const updated = useUpdated();
  const call = useCall('/api/user/v1/settings/paymentmethod', {});
  // Above it stands already that staff change nothing.
  const told = useIsStaffView();
  return (
    <SettingsSection {...words}>
      <Loaded
        call={call}
        loading={t('paymentDetails|loadingMethod')}
        failed={t('global|errorTitle')}
        rows={4}
      >
        {(known) => (
          <ForRole takes="Full" silent={told} seen={<MethodSeen method={known.method} />}>
            <MethodForm known={known} onSaved={() => void updated()} />
          </ForRole>
        )}
      </Loaded>
    </SettingsSection>
  );
};
