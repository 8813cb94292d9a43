import { errorText, formatDateTime } from '@hofn/texts';
import { Alert, DataScreen, type DataState, ErrorState, Skeleton, StatusRegion } from '@hofn/ui';
import type { ReactNode } from 'react';
import type { Site } from '../content/site.ts';
import { useStaticQuery, useTexts } from '../engine/index.ts';
import type { ApiError, CallResult } from '../session/index.ts';

type Props<Data> = {
  call: CallResult<Data>;
  /** What is on its way: «Sæki tryggingar». */
  loading: string;
  skeleton?: ReactNode;
  isEmpty: (data: Data) => boolean;
  empty: ReactNode;
  /** For what is not there, or not the reader's; other failures have the one shape below. */
  notFound?: ReactNode;
  children: (data: Data) => ReactNode;
};

const stateOf = <Data,>({ state, data, error, retry }: CallResult<Data>): DataState<Data, ApiError> => {
  if (state === 'ready') return { status: 'ready', data };
  return state === 'error' ? { status: 'failed', failure: error, retry } : { status: 'loading' };
};

/** Says that there is no network, and how old is what stands below (rule PATH-16). */
const Age = ({ at }: { at: number }) => {
  const t = useTexts<'portal'>();
  const time = formatDateTime(t.language, new Date(at));
  return <Alert kind="warning" title={t('global|offlineData', { time })} />;
};

/** A screen that stands on one call, with its four states (rule UI-5). */
export const CallScreen = <Data,>({
  call,
  loading,
  skeleton,
  isEmpty,
  empty,
  notFound,
  children,
}: Props<Data>) => {
  const t = useTexts<'portal'>();
  const { company } = useStaticQuery<Site>('site');
  return (
    <>
      <StatusRegion>
        {call.state === 'ready' && call.keptAt !== undefined && <Age at={call.keptAt} />}
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
