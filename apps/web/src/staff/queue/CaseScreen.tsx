import type { StaffCase } from '@hofn/contracts';
import { formatKennitala, formatPhone } from '@hofn/domain';
import { formatDateTime } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { Button, Card, Columns, DescriptionList, PageHeadParts, Row, Skeleton, Stack, Tag } from '@hofn/ui';
import { useState } from 'react';
import { Link, useTexts } from '../../engine/index.ts';
import type { TemplateProps } from '../../engine/types.ts';
import { Detail } from '../../parts/Detail.tsx';
import { DetailScreen } from '../../parts/DetailScreen.tsx';
import { useCall, useRefetch } from '../../session/index.ts';
import { ClaimPanel } from '../claims/ClaimPanel.tsx';
import { DecideComplaint } from '../complaints/DecideComplaint.tsx';
import { Desk } from '../desk/Desk.tsx';
import { CaseDrafts, useCaseDrafts } from '../drafts/CaseDrafts.tsx';
import { ChangedSince } from '../drafts/ChangedSince.tsx';
import { CaseNews } from '../live/CaseNews.tsx';
import { LiveDesk } from '../live/LiveDesk.tsx';
import { Settle } from '../requests/Settle.tsx';
import { LookUp } from '../view/LookUp.tsx';
import { Actions } from './Actions.tsx';
import { AnswerForm, Messages } from './AnswerForm.tsx';
import { CaseFiles } from './CaseFiles.tsx';
import styles from './CaseScreen.module.css';
import { CaseTag } from './CaseTag.tsx';
import { HandOver } from './HandOver.tsx';
import { dayOf, headingOf, subjectOf } from './labels.ts';
import { Notes } from './Notes.tsx';
import { SentMatter } from './SentMatter.tsx';
import { useCaseAction } from './useCaseAction.ts';
import { Waiting } from './Waiting.tsx';
import { awayText, eventText } from './waits.ts';

/** Who sent the case, how they were identified, and a look-up of their data. */
const Sender = ({ data }: { data: StaffCase }) => {
  const t = useTexts<'staff'>();
  const [isLookUpOpen, setIsLookUpOpen] = useState(false);
  const { sender, known, ssn, email, phone } = data;
  return (
    <Stack as="section" aria-labelledby="sendandi">
      <h2 id="sendandi">{t('queue|from')}</h2>
      <Row as="p" gap="s">
        <b>{sender ?? t('queue|nameless')}</b>
        <Tag icon={known ? 'done' : 'user'} kind={known ? 'success' : 'neutral'}>
          {t(known ? 'queue|known' : 'queue|unproved')}
        </Tag>
      </Row>
      <DescriptionList
        items={[
          { term: t('queue|ssn'), value: ssn && <span className="figures">{formatKennitala(ssn)}</span> },
          { term: t('queue|email'), value: email && <a href={`mailto:${email}`}>{email}</a> },
          {
            term: t('queue|phone'),
            value: phone && (
              <a className="figures" href={`tel:+354${phone}`}>
                {formatPhone(phone)}
              </a>
            ),
          },
          { term: t('queue|language'), value: t(`queue|language.${data.language}`) },
        ]}
      />
      <Stack gap="s">
        {data.customerId && (
          <Link to={pathOf('staff.customer', t.language, { id: data.customerId })}>
            {t('customerPage|link')}
          </Link>
        )}
        <Detail as="p">{t(known ? 'queue|customerSees' : 'queue|unprovedText')}</Detail>
        {ssn && (
          <Button
            kind="text"
            size="small"
            aria-expanded={isLookUpOpen}
            onClick={() => setIsLookUpOpen(!isLookUpOpen)}
          >
            {t('queue|view')}
          </Button>
        )}
        {ssn && isLookUpOpen && <LookUp initialSsn={ssn} />}
      </Stack>
    </Stack>
  );
};

const History = ({ events }: Pick<StaffCase, 'events'>) => {
  const t = useTexts<'staff'>();
  return (
    <Stack as="section" aria-labelledby="saga">
      <h2 id="saga">{t('queue|history')}</h2>
      <Stack as="ol" gap="s">
        {events.map((event) => {
          const { sequence, kind, at, by, note } = event;
          return (
            <li key={sequence}>
              <b>{t(`queue|event.${kind}`)}</b>
              <Detail>{[formatDateTime(t.language, at), by].filter(Boolean).join(' · ')}</Detail>
              {eventText(t, event) && <Detail as="p">{eventText(t, event)}</Detail>}
              {note && kind !== 'noted' && <p className={styles.written}>{note}</p>}
            </li>
          );
        })}
      </Stack>
    </Stack>
  );
};

/** Whether the case is about a customer’s claim, which is decided here. */
const isDecided = ({ matter, customerId }: StaffCase): boolean =>
  matter.kind === 'claim' && matter.claimId !== null && !matter.unverified && Boolean(customerId);

const CaseBody = ({ data, onReload }: { data: StaffCase; onReload: () => void }) => {
  const t = useTexts<'staff'>();
  const caseAction = useCaseAction(data.id, onReload);
  const { writtenAt } = useCaseDrafts();
  const [claimEvent, setClaimEvent] = useState(-1);
  const refresh = useRefetch();
  const load = () => {
    onReload();
    refresh('/api/staff/v1/cases/{id}/claim');
  };
  return (
    <>
      <PageHeadParts>
        <Row>
          <CaseTag line={data} />
          <span>
            {[
              subjectOf(data),
              data.reference,
              `${t('queue|came')} ${dayOf(t.language, data.openedAt)}`,
              data.state === 'open' ? `${t('queue|due')} ${dayOf(t.language, data.dueAt)}` : null,
              awayText(t, data),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </Row>
      </PageHeadParts>
      <ChangedSince
        events={data.events}
        writtenAt={writtenAt}
        ownAct={Math.max(caseAction.lastEvent, claimEvent)}
      />
      <Columns
        size="large"
        aside={
          <Card as="div" kind="filled" gap="xl">
            <Sender data={data} />
            <History events={data.events} />
          </Card>
        }
      >
        <Stack gap="xxl">
          <Actions data={data} caseAction={caseAction} onReload={onReload}>
            <Waiting data={data} caseAction={caseAction} />
            <HandOver data={data} caseAction={caseAction} />
          </Actions>
          <Stack as="section" aria-labelledby="sent">
            <h2 id="sent">{t('queue|sent')}</h2>
            <SentMatter data={data} caseAction={caseAction} onReload={onReload} />
          </Stack>
          <Settle data={data} caseAction={caseAction} />
          {isDecided(data) && <ClaimPanel data={data} onActed={setClaimEvent} />}
          <DecideComplaint data={data} caseAction={caseAction} />
          <CaseFiles data={data} />
          <Messages data={data} />
          <AnswerForm data={data} caseAction={caseAction} />
          <Notes data={data} caseAction={caseAction} />
        </Stack>
      </Columns>
      <CaseNews data={data} isActing={caseAction.busy !== undefined} onLoad={load} />
    </>
  );
};

/** One case of the work queue, with its content and history (rule STAFF-6). */
export const CaseScreen = ({ id, query = '' }: { id: string; query?: string }) => {
  const t = useTexts<'staff'>();
  const call = useCall('/api/staff/v1/cases/{id}', { params: { id }, dropOnClose: true, isLive: true });
  return (
    <Desk openId={id}>
      <DetailScreen
        call={call}
        loading={t('queue|loading')}
        heading={t('queue|case')}
        back={{ path: `${pathOf('staff.queue', t.language)}${query}`, label: t('queue|back') }}
        notFound={{ title: t('queue|notFoundTitle'), text: t('queue|notFound') }}
        title={(data) => headingOf(t, data)}
      >
        {(data) => (
          <CaseDrafts key={data.id} caseId={data.id} loading={<Skeleton rows={6} />}>
            <CaseBody data={data} onReload={call.retry} />
          </CaseDrafts>
        )}
      </DetailScreen>
    </Desk>
  );
};

const StaffCaseTemplate = ({ location }: TemplateProps) => (
  <LiveDesk>
    <CaseScreen id={location.params.id ?? ''} query={location.search} />
  </LiveDesk>
);

export default StaffCaseTemplate;
