import type { CustomerMatter } from '@hofn/contracts';
import { dayOfInstant, formatDate, formatDateTime } from '@hofn/texts';
import { pathOf } from '@hofn/texts/paths.ts';
import { buttonClass, EmptyState, PageHead, Tag } from '@hofn/ui';
import { Link, useTexts } from '../../engine/index.ts';
import { ForRole } from '../../parts/ForRole.tsx';
import { DatedFilters } from '../../parts/list/DatedFilters.tsx';
import { ListActions } from '../../parts/list/ListActions.tsx';
import { ListScreen } from '../../parts/list/ListScreen.tsx';
import { useDatedList } from '../../parts/list/useDatedList.ts';
import { useListData } from '../../parts/list/usePages.ts';
import { useCall, useUser } from '../../session/index.ts';
import { ComplaintStatus } from '../complaints/ComplaintStatus.tsx';
import { RequestStatus } from '../requests/RequestStatus.tsx';
import { RequestTag } from '../requests/RequestTag.tsx';
import { pathToWrite } from './about-message.ts';
import styles from './Matters.module.css';

const stateLook = {
  open: { icon: 'clock', kind: 'neutral' },
  waiting: { icon: 'info', kind: 'info' },
  answered: { icon: 'done', kind: 'success' },
  closed: { icon: 'check', kind: 'neutral' },
} as const;

const states = ['open', 'waiting', 'answered', 'closed'] as const;
const pageSize = 25;

/** Whether we have answered; a question about a request has a field of its own. */
const canWriteAgain = ({ answers, request, complaint }: CustomerMatter): boolean =>
  answers.length > 0 && !request && !complaint;

const Matter = ({ matter }: { matter: CustomerMatter }) => {
  const t = useTexts<'portal'>();
  const { kind, form, about, reference, openedAt, state, letter, text, answers, request, complaint } = matter;
  const kindName = kind === 'form' && form ? t(`caseForm|${form}`) : t(`caseKind|${kind}`);
  const name = request ? t(`requests|${request.kind}`) : kindName;
  // An inquiry begins with its text, whose first line is the subject of a chat.
  const heading = (about ?? name).split('\n', 1)[0] ?? name;
  return (
    <li className={styles.matter}>
      <div className={styles.head}>
        <h2>{heading}</h2>
        {request ? (
          <RequestTag status={request} />
        ) : (
          <Tag {...stateLook[state]}>{t(`matters|state.${state}`)}</Tag>
        )}
      </div>
      <p className={styles.detail}>
        {[
          about === null ? null : name,
          reference,
          t('matters|sent', { date: formatDate(t.language, dayOfInstant(new Date(openedAt))) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {letter && (
        <>
          <p className={styles.written}>{letter.text}</p>
          <p>
            <Link to={pathOf('portal.document', t.language, { id: letter.document })}>
              {t('documents|memoOpen')}
            </Link>
          </p>
        </>
      )}
      {text && text !== heading && <p className={styles.written}>{text}</p>}
      {complaint && <ComplaintStatus status={complaint} />}
      {answers.length === 0 &&
        !complaint &&
        (!request || (request.state === 'open' && request.messages.length === 0)) && (
          <p>{t(state === 'closed' ? 'matters|closedText' : 'matters|noAnswer')}</p>
        )}
      {request && <RequestStatus status={request} />}
      {answers.map(({ author, text, at, fromUs = true }) => (
        <div key={`${at} ${author}`} className={fromUs ? styles.answer : styles.reply}>
          <p className={styles.detail}>
            {t(fromUs ? 'matters|from' : 'matters|byMail', { name: author })} ·{' '}
            {formatDateTime(t.language, at)}
          </p>
          <p className={styles.written}>{text}</p>
        </div>
      ))}
      {canWriteAgain(matter) && (
        <ForRole requires="Full" isSilent>
          <p>
            <Link to={pathToWrite(t.language, heading)}>
              {t('matters|again')}
              <span className="visually-hidden">: {heading}</span>
            </Link>
          </p>
        </ForRole>
      )}
    </li>
  );
};

/** Messages and requests that the subject sent while signed in, with our answers (rule STAFF-6). */
export const Matters = () => {
  const t = useTexts<'portal'>();
  const subject = useUser().data?.currentProxyUser;
  const other = subject === undefined || subject.via === 'self' ? undefined : subject.fullName;
  const list = useDatedList('matters', pageSize);
  const state = states.find((option) => option === list.filter.state);
  const byState = state && { state };
  const call = useCall('/api/user/v1/matters', {
    query: { ...list.query, ...byState },
    enabled: list.enabled,
    dropOnClose: true,
  });
  const { total = 0, items = [] } = useListData(call, list.pages) ?? {};
  const writeButton = (
    <ForRole requires="Full" isSilent>
      <Link to={pathOf('portal.memo', t.language)} className={buttonClass()}>
        {t('matters|write')}
      </Link>
    </ForRole>
  );
  return (
    <>
      <PageHead title={t('matters|title')} actions={writeButton}>
        <p>{other ? t('matters|leadOf', { name: other }) : t('matters|lead')}</p>
        <p>
          {t(other ? 'matters|replyOf' : 'matters|reply')}{' '}
          {items.some(canWriteAgain) && (
            <ForRole requires="Full" isSilent>
              {t('matters|againText')}
            </ForRole>
          )}
        </p>
      </PageHead>
      {(total > 0 || list.isNarrow) && (
        <DatedFilters
          list={list}
          searchLabel={t('matters|search')}
          searchHint={t('matters|searchHint')}
          rows={total}
          states={{
            label: t('table|state'),
            options: [
              { value: '', label: t('overview|allStates') },
              ...states.map((value) => ({ value, label: t(`matters|state.${value}`) })),
            ],
          }}
        />
      )}
      <ListScreen
        list={list}
        label={t('matters|title')}
        total={total}
        call={call}
        loading={t('matters|loading')}
        empty={
          other ? (
            <EmptyState title={t('matters|emptyOf', { name: other })} />
          ) : (
            <EmptyState title={t('matters|empty')}>{t('matters|emptyText')}</EmptyState>
          )
        }
      >
        {({ items }) => (
          <ul className={styles.matters}>
            {items.map((matter) => (
              <Matter key={matter.id} matter={matter} />
            ))}
          </ul>
        )}
      </ListScreen>
      {total > 0 && list.enabled && (
        <ListActions path="/api/user/v1/matters" query={{ ...list.filterQuery, ...byState }} />
      )}
    </>
  );
};

export default Matters;
