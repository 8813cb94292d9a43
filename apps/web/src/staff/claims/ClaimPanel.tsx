import type { StaffCase, StaffClaim } from '@hofn/contracts';
import { formatDateTime } from '@hofn/texts';
import { Alert, Button, Row, Section, Skeleton, Stack } from '@hofn/ui';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../engine/index.ts';
import { CallScreen } from '../../parts/CallScreen.tsx';
import { useCall, useRefetch } from '../../session/index.ts';
import { ApprovalBox } from '../approvals/ApprovalBox.tsx';
import { useCaseDrafts } from '../drafts/CaseDrafts.tsx';
import { AskForm } from './AskForm.tsx';
import {
  ClaimHistory,
  ClaimMoney,
  ClaimPayments,
  Decision,
  EarlierClaims,
  JudgedBy,
} from './ClaimFigures.tsx';
import { DecideForm } from './DecideForm.tsx';
import { NoteForm } from './NoteForm.tsx';
import { leftToPay, PayForm } from './PayForm.tsx';
import { PolicyForm } from './PolicyForm.tsx';
import { ReserveForm } from './ReserveForm.tsx';
import { useClaimAction } from './useClaimAction.ts';

type Kind = StaffClaim['acts'][number];

const kinds = [
  ...(['claim.decide', 'claim.pay', 'claim.ask', 'claim.reserve', 'claim.reopen', 'claim.close'] as const),
] as const satisfies readonly Kind[];

/** The order of the buttons; which policy counts comes first where none does yet. */
const kindsOf = ({ judgedBy }: StaffClaim): readonly Kind[] =>
  judgedBy?.policy ? [...kinds, 'claim.policy'] : ['claim.policy', ...kinds];

/** Whether there is anything to do it with. */
const hasChoice = (kind: Kind, claim: StaffClaim): boolean => {
  if (kind === 'claim.pay') return leftToPay(claim) > 0;
  return kind !== 'claim.policy' || claim.policies.length > 0;
};

type PanelProps = { data: StaffCase; claim: StaffClaim; onActed: (lastEvent: number) => void };

/** What can be done with the claim, one form at a time. */
const Acts = ({ data, claim, onActed }: PanelProps) => {
  const t = useTexts<'staff'>();
  const claimAction = useClaimAction(data.id, onActed);
  const { get } = useCaseDrafts();
  const [open, setOpen] = useState<Kind | undefined>(() => {
    if (get('claimDecide').changedAt !== null) return 'claim.decide';
    return get('claimAsk').changedAt === null ? undefined : 'claim.ask';
  });
  const place = useRef<HTMLDivElement>(null);
  const previous = useRef(open);
  useEffect(() => {
    if (!previous.current && open)
      place.current?.querySelector<HTMLElement>('form :is(input, select, textarea)')?.focus();
    if (previous.current && !open && document.activeElement === document.body)
      place.current?.querySelector('button')?.focus();
    previous.current = open;
  }, [open]);
  const possible = kindsOf(claim).filter((kind) => claim.acts.includes(kind) && hasChoice(kind, claim));
  const asked = claim.history.find(({ state }) => state === 'asked');
  const props = { claim, claimAction, onLeave: () => setOpen(undefined) };
  const shown = open && possible.includes(open) ? open : undefined;
  if (data.assignee !== null && !data.mine)
    return <p>{t('claimDesk|othersCase', { name: data.assignee })}</p>;
  return (
    <div ref={place}>
      {asked && (
        <Alert title={t('claimDesk|waiting')}>
          {t('claimDesk|waitingText', { at: formatDateTime(t.language, asked.at) })}
        </Alert>
      )}
      {shown === 'claim.policy' && <PolicyForm {...props} />}
      {shown === 'claim.decide' && <DecideForm data={data} {...props} />}
      {shown === 'claim.pay' && <PayForm {...props} />}
      {shown === 'claim.ask' && <AskForm {...props} />}
      {shown === 'claim.reserve' && <ReserveForm {...props} />}
      {(shown === 'claim.close' || shown === 'claim.reopen') && (
        <NoteForm key={shown} kind={shown} {...props} />
      )}
      {!shown && (
        <Row>
          {possible.map((kind, index) => (
            <Button
              key={kind}
              kind={index === 0 ? 'primary' : 'secondary'}
              {...(kind === 'claim.decide' && { 'aria-keyshortcuts': 'd' })}
              onClick={() => setOpen(kind)}
            >
              {t(`claimDesk|act.${kind}`)}
            </Button>
          ))}
        </Row>
      )}
    </div>
  );
};

/** Waiting proposals, and the latest one if it was not approved (rule ROLE-3). */
const Proposals = ({ claim, onDecided }: { claim: StaffClaim; onDecided: () => void }) => {
  const shown = claim.approvals.filter(
    ({ state }, index) => state === 'waiting' || (index === 0 && state !== 'approved'),
  );
  return shown.map((approval) => (
    <ApprovalBox key={approval.id} approval={approval} heading="h3" onDecided={onDecided} />
  ));
};

const Panel = ({ data, claim, onActed }: PanelProps) => {
  const t = useTexts<'staff'>();
  const refresh = useRefetch();
  return (
    <Section title={t('claimDesk|title')} gap="l">
      <ClaimMoney claim={claim} />
      <Acts data={data} claim={claim} onActed={onActed} />
      <Proposals
        claim={claim}
        onDecided={() => {
          refresh('/api/staff/v1/cases/{id}/claim');
          refresh('/api/staff/v1/cases/{id}');
        }}
      />
      <Decision claim={claim} />
      <ClaimPayments claim={claim} />
      <Section title={t('claimDesk|judgedBy')} heading="h3">
        <JudgedBy claim={claim} />
      </Section>
      <EarlierClaims claim={claim} />
      <ClaimHistory claim={claim} />
    </Section>
  );
};

/**
 * A claim as its handler decides on it: money, what can be done, cover on the day of loss, earlier claims (rule DESK-8).
 * @param onActed with the last event in the history of the case that an act of this screen has caused
 */
export const ClaimPanel = ({ data, onActed }: Omit<PanelProps, 'claim'>) => {
  const t = useTexts<'staff'>();
  const { id } = data;
  const call = useCall('/api/staff/v1/cases/{id}/claim', { params: { id }, dropOnClose: true });
  return (
    <Stack>
      <CallScreen
        call={call}
        loading={t('claimDesk|loading')}
        skeleton={<Skeleton rows={6} />}
        isEmpty={() => false}
        empty={null}
      >
        {(claim) => <Panel data={data} claim={claim} onActed={onActed} />}
      </CallScreen>
    </Stack>
  );
};
