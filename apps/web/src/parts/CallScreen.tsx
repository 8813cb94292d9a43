import { errorText, formatDateTime } from '@hofn/texts';
import { Alert, DataScreen, type DataState, ErrorState, Skeleton, StatusRegion } from '@hofn/ui';
import type { ReactNode } from 'react';
import type { Site } from '../content/site.ts';
import { useStaticQuery, useTexts } from '../engine/index.ts';
import type { ApiError, CallResult } from '../session/index.ts';

export type CallScreenProps<Data> = {
  call: CallResult<Data>;
  /** Loading message, such as «Sæki tryggingar». */
  loading: string;
  skeleton?: ReactNode;
  empty: ReactNode;
  /** Shown for 404 (record missing or not the user's); other failures use the shared error state. */
  notFound?: ReactNode;
  children: (data: Data) => ReactNode;
};

const stateOf = <Data,>({ state, data, error, retry }: CallResult<Data>): DataState<Data, ApiError> => {
  if (state === 'ready') return { status: 'ready', data };
  return state === 'error' ? { status: 'failed', failure: error, retry } : { status: 'loading' };
};

/** Offline alert with the age of the data below (rule PATH-16). */
const OfflineAlert = ({ at }: { at: number }) => {
  const t = useTexts<'portal'>();
  const time = formatDateTime(t.language, new Date(at));
  return <Alert kind="warning" title={t('global|offlineData', { time })} />;
};

/** A screen backed by one API call, with the four states of a call (rule UI-5). */
export const CallScreen = <Data,>({
  call,
  loading,
  skeleton,
  isEmpty,
  empty,
  notFound,
  children,
}: CallScreenProps<Data> & { isEmpty: (data: Data) => boolean }) => {
  const t = useTexts<'portal'>();
  const { company } = useStaticQuery<Site>('site');
  return (
    <>
      <StatusRegion>
        {call.state === 'ready' && call.receivedAt !== undefined && <OfflineAlert at={call.receivedAt} />}
      </StatusRegion>
      <DataScreen
        state={stateOf(call)}
        loadingLabel={loading}
        skeleton={skeleton ?? <Skeleton rows={6} />}
        isEmpty={isEmpty}
        empty={empty}
        error={(failure, retry) =>
          failure.status === 404 && notFound ? (
            notFound
          ) : (
            <ErrorState
              title={t('global|errorTitle')}
              reference={failure.requestId && t('global|errorReference', { reference: failure.requestId })}
              retryLabel={t('global|retry')}
              onRetry={retry}
              phone={{ label: company.phone, href: company.phoneHref }}
            >
              {errorText(t, failure.errorCode)} {t('global|dataUnchanged')}{' '}
              {failure.requestId && t('global|nameReference')}
            </ErrorState>
          )
        }
      >
        {children}
      </DataScreen>
    </>
  );
};
