import type { Authority } from '@hofn/contracts/authorities.ts';
import { formatMoney } from '@hofn/texts';
import { Button, Row, Table, Tag } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { Detail } from '../../parts/Detail.tsx';
import { stateLooks, useAuthorityTexts } from './authority-texts.ts';

/** What an administrator does with authority that has been given. */
export type AuthorityStep = 'confirm' | 'reject' | 'lower' | 'end';

const stepsOf = ({ state, mayConfirm }: Authority): AuthorityStep[] => {
  if (state === 'waiting') return [...(mayConfirm ? (['confirm'] as const) : []), 'reject'];
  return state === 'holds' || state === 'coming' ? ['lower', 'end'] : [];
};

/** Authority with who gave and confirmed it, and what can be done with it. */
export const AuthorityTable = ({
  title,
  items,
  onStep,
}: {
  title: string;
  items: Authority[];
  onStep: (step: AuthorityStep, authority: Authority) => void;
}) => {
  const t = useTexts<'staff'>();
  const texts = useAuthorityTexts();
  return (
    <Table
      caption={title}
      isCaptionHidden
      rows={items}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'who',
          heading: t('authorities|who'),
          isRowHeading: true,
          cell: ({ employee }) => employee.name,
        },
        {
          key: 'act',
          heading: t('authorities|act'),
          isProse: true,
          cell: (authority) => (
            <>
              {texts.whatOf(authority)}
              {texts.stepsOf(authority).map((step) => (
                <Detail key={step}>{step}</Detail>
              ))}
            </>
          ),
        },
        {
          key: 'upTo',
          heading: t('authorities|upTo'),
          isNumeric: true,
          cell: ({ upTo }) => formatMoney(t.language, upTo),
        },
        { key: 'days', heading: t('authorities|days'), cell: texts.daysOf },
        {
          key: 'state',
          heading: t('authorities|state'),
          cell: ({ state, withoutRole }) => (
            <>
              <Tag {...stateLooks[state]}>{t(`authorities|state.${state}`)}</Tag>
              {withoutRole && (state === 'holds' || state === 'waiting') && (
                <Detail>{t('authorities|withoutRole')}</Detail>
              )}
            </>
          ),
        },
        {
          key: 'actions',
          heading: t('authorities|actions'),
          cell: (authority) => {
            const { state, mayConfirm, employee } = authority;
            const of = { name: employee.name, what: texts.whatOf(authority) };
            return (
              <>
                <Row as="span" gap="s">
                  {stepsOf(authority).map((step) => (
                    <Button
                      key={step}
                      kind={step === 'confirm' ? 'primary' : 'secondary'}
                      size="small"
                      aria-label={t(`authorities|${step}Of`, of)}
                      onClick={() => onStep(step, authority)}
                    >
                      {t(`authorities|${step}`)}
                    </Button>
                  ))}
                </Row>
                {state === 'waiting' && !mayConfirm && <Detail>{t('authorities|otherConfirms')}</Detail>}
              </>
            );
          },
        },
      ]}
    />
  );
};
