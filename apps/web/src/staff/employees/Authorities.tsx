import type { Authority, AuthorityList } from '@hofn/contracts/authorities.ts';
import { Alert, Button, EmptyState, PageHead, Section, Skeleton, Stack, StatusRegion } from '@hofn/ui';
import { useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { useCall } from '../../session/index.ts';
import { useHeadingAfterChange } from '../../shell/useHeadingAfterChange.ts';
import { AuthorityForm } from './AuthorityForm.tsx';
import { AuthorityDialog } from './AuthoritySteps.tsx';
import { type AuthorityStep, AuthorityTable } from './AuthorityTable.tsx';

type OnStep = (step: AuthorityStep, authority: Authority) => void;

const Lists = ({
  list: { items, administrators, people },
  onStep,
}: {
  list: AuthorityList;
  onStep: OnStep;
}) => {
  const t = useTexts<'staff'>();
  const of = (...states: Authority['state'][]) => items.filter(({ state }) => states.includes(state));
  const waiting = of('waiting');
  const held = of('holds', 'coming');
  const earlier = of('over', 'ended');
  return (
    <Stack gap="xl">
      {(administrators === 0 || people.length === 0) && (
        <StatusRegion>
          {administrators === 0 && (
            <Alert kind="warning" title={t('authorities|alone')}>
              {t('authorities|aloneText')}
            </Alert>
          )}
          {people.length === 0 && <Alert title={t('authorities|nobody')} />}
        </StatusRegion>
      )}
      {items.length === 0 && (
        <EmptyState title={t('authorities|none')}>{t('authorities|noneText')}</EmptyState>
      )}
      {waiting.length > 0 && (
        <Section title={t('authorities|waiting')}>
          <AuthorityTable title={t('authorities|waiting')} items={waiting} onStep={onStep} />
        </Section>
      )}
      {held.length > 0 && (
        <Section title={t('authorities|held')}>
          <AuthorityTable title={t('authorities|held')} items={held} onStep={onStep} />
        </Section>
      )}
      {earlier.length > 0 && (
        <Section title={t('authorities|earlier')}>
          <AuthorityTable title={t('authorities|earlier')} items={earlier} onStep={onStep} />
        </Section>
      )}
    </Stack>
  );
};

/** Administrators give employees authority, confirm what another has given, lower and end it (rules ROLE-3 and ROLE-5). */
export const Authorities = () => {
  const t = useTexts<'staff'>();
  const call = useCall('/api/staff/v1/authorities', { dropOnClose: true });
  const [isGiving, setIsGiving] = useState(false);
  const [open, setOpen] = useState<{ step: AuthorityStep; authority: Authority }>();
  const noteChange = useHeadingAfterChange(call.data);
  const mayGive = call.data !== undefined && call.data.people.length > 0;
  return (
    <>
      <PageHead
        title={t('authorities|title')}
        actions={mayGive && <Button onClick={() => setIsGiving(true)}>{t('authorities|give')}</Button>}
      >
        <p>{t('authorities|lead')}</p>
      </PageHead>
      <CallScreen
        call={call}
        loading={t('authorities|loading')}
        skeleton={<Skeleton rows={4} />}
        isEmpty={() => false}
        empty={null}
      >
        {(list) => <Lists list={list} onStep={(step, authority) => setOpen({ step, authority })} />}
      </CallScreen>
      {isGiving && call.data && (
        <AuthorityForm people={call.data.people} onSaved={call.retry} onClose={() => setIsGiving(false)} />
      )}
      {open && (
        <AuthorityDialog
          {...open}
          onDone={() => {
            noteChange();
            call.retry();
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
};

export default Authorities;
