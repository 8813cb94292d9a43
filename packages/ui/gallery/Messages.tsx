import { formatMoney } from '@hofn/texts/format.ts';
import {
  Alert,
  Button,
  buttonClass,
  Card,
  DataScreen,
  type DataState,
  DelayedLoading,
  EmptyState,
  ErrorState,
  KeyFigure,
  KeyFigures,
  Notification,
  PageHead,
  PageHeadFrame,
  PageHeadParts,
  PriceBox,
  Row,
  Skeleton,
  StatusRegion,
  Tag,
  Toast,
} from '@hofn/ui';
import styles from './gallery.module.css';
import { Part, type SectionProps } from './Part.tsx';

/** Tags in every tone. */
const TagExamples = (props: SectionProps) => {
  const { w } = props;
  return (
    <Part {...props} id="tags" of={['Tag']}>
      <Row>
        <Tag icon="done" kind="success">
          {w.tags.active}
        </Tag>
        <Tag icon="done" kind="success" isSubtle>
          {w.tags.active}
        </Tag>
        <Tag icon="clock">{w.tags.pending}</Tag>
        <Tag icon="clock" kind="info">
          {w.tags.renewing}
        </Tag>
        <Tag icon="stop" kind="danger">
          {w.tags.cancelled}
        </Tag>
        <Tag icon="minus">{w.tags.expired}</Tag>
        <Tag icon="info" kind="info">
          {w.tags.received}
        </Tag>
        <Tag icon="clock">{w.tags.working}</Tag>
        <Tag icon="clock" kind="warning">
          {w.tags.missing}
        </Tag>
        <Tag icon="eye" kind="info">
          {w.tags.inspected}
        </Tag>
        <Tag icon="clock" kind="warning">
          {w.tags.unpaid}
        </Tag>
        <Tag icon="pen" kind="warning">
          {w.tags.unsigned}
        </Tag>
      </Row>
    </Part>
  );
};

/** Alerts, a notification and toasts. */
const AlertExamples = (props: SectionProps) => {
  const { w } = props;
  const m = w.messages;
  return (
    <Part {...props} id="messages" of={['Alert', 'Notification', 'StatusRegion']} hasColumns>
      <div className={styles.form}>
        <Alert title={m.closedDays} closeLabel={w.close}>
          {m.closedDaysText}
        </Alert>
        <StatusRegion>
          <Alert kind="success" title={m.arrived}>
            {m.arrivedText}
          </Alert>
        </StatusRegion>
        <Alert kind="warning" title={m.offline}>
          {m.offlineText}
        </Alert>
        <Alert kind="error" title={m.card}>
          {m.cardText}
        </Alert>
      </div>
      <div className={styles.form}>
        <Alert kind="error" title={m.overdue} action={<Button size="small">{m.pay}</Button>}>
          {m.overdueText}
        </Alert>
        <Notification id="gallery-storm" kind="warning" title={m.storm} closeLabel={w.close}>
          {m.stormText}
        </Notification>
        <div className={styles.static}>
          <Toast closeLabel={w.close} onClose={() => {}}>
            {w.overlays.updated}
          </Toast>
          <Toast kind="error" closeLabel={w.close} onClose={() => {}}>
            {m.failed}
          </Toast>
        </div>
      </div>
    </Part>
  );
};

/** Key figures, one of them empty. */
const KeyFigureExamples = (props: SectionProps) => {
  const { w, language } = props;
  const money = (isk: number) => formatMoney(language, isk);
  return (
    <Part {...props} id="keyFigures" of={['KeyFigures', 'KeyFigure']}>
      <KeyFigures>
        <KeyFigure term={w.cards.price} value={money(12_480)}>
          <dd>{w.cards.until}</dd>
        </KeyFigure>
        <KeyFigure term={w.cards.parts.kasko} value={money(8560)} />
        <KeyFigure term={w.cards.parts.liability}>
          <dd>{w.states.empty}</dd>
        </KeyFigure>
      </KeyFigures>
    </Part>
  );
};

/** A card, and a price with its parts. */
const CardExamples = (props: SectionProps) => {
  const { w, language } = props;
  const money = (isk: number) => formatMoney(language, isk);
  return (
    <Part {...props} id="cards" of={['Card', 'PriceBox']} hasColumns>
      <Card
        overline={w.cards.claimNumber}
        title={<a href="#cards">{w.cards.claim}</a>}
        footer={
          <Tag icon="clock" kind="warning">
            {w.tags.missing}
          </Tag>
        }
      >
        <p>{w.cards.claimText}</p>
      </Card>
      <PriceBox
        title={w.cards.price}
        heading="h3"
        price={money(12_480)}
        period={w.cards.month}
        parts={[
          { term: w.cards.parts.liability, value: money(5320) },
          { term: w.cards.parts.kasko, value: money(8560) },
          { term: w.cards.parts.discount, value: money(-1400) },
        ]}
        until={w.cards.until}
        action={<Button isBlock>{w.cards.buy}</Button>}
      />
    </Part>
  );
};

/** A screen while loading, empty, failed and open. */
const StateExamples = (props: SectionProps) => {
  const { w } = props;
  const s = w.states;
  const screen = (state: DataState<string[], string>) => (
    <DataScreen
      state={state}
      skeleton={<Skeleton rows={3} />}
      loadingLabel={s.loading}
      isEmpty={(claims) => claims.length === 0}
      empty={
        <EmptyState
          title={s.empty}
          action={
            <a className={buttonClass({ kind: 'secondary' })} href="#form">
              {s.report}
            </a>
          }
        >
          {s.emptyText}
        </EmptyState>
      }
      error={(reference, retry) => (
        <ErrorState
          title={s.failed}
          reference={reference}
          retryLabel={s.retry}
          onRetry={retry}
          phone={{ label: '560 5000', href: 'tel:+3545605000' }}
        >
          {s.failedText}
        </ErrorState>
      )}
    >
      {(claims) =>
        claims.map((claim) => (
          <Card key={claim} title={<a href="#states">{claim}</a>}>
            <p>{w.cards.claimNumber}</p>
          </Card>
        ))
      }
    </DataScreen>
  );
  return (
    <Part
      {...props}
      id="states"
      of={['DataScreen', 'DelayedLoading', 'Skeleton', 'EmptyState', 'ErrorState']}
      hasColumns
    >
      <div>
        {screen({ status: 'loading' })}
        <DelayedLoading>
          <Skeleton rows={2} kind="lines" />
        </DelayedLoading>
      </div>
      {screen({ status: 'ready', data: [] })}
      {screen({ status: 'failed', failure: s.reference, retry: () => {} })}
      <div>{screen({ status: 'ready', data: [w.cards.claim] })}</div>
    </Part>
  );
};

/** The head of a screen that has its content, and of one whose content adds to it. */
const PageHeadExamples = (props: SectionProps) => {
  const { w } = props;
  return (
    <Part {...props} id="pageHead" of={['PageHead', 'PageHeadFrame', 'PageHeadParts']}>
      <PageHead title={w.states.open} actions={<Button kind="secondary">{w.layout.register}</Button>}>
        <p>{w.states.emptyText}</p>
      </PageHead>
      <PageHeadFrame title={w.cards.claim}>
        <PageHeadParts actions={<Button kind="secondary">{w.layout.print}</Button>}>
          <p>{w.cards.claimNumber}</p>
        </PageHeadParts>
      </PageHeadFrame>
    </Part>
  );
};

/** Tags, messages, cards, and the states of a screen with data. */
export const Messages = (props: SectionProps) => (
  <>
    <TagExamples {...props} />
    <AlertExamples {...props} />
    <KeyFigureExamples {...props} />
    <CardExamples {...props} />
    <StateExamples {...props} />
    <PageHeadExamples {...props} />
  </>
);
