import type { StaffCase } from '@hofn/contracts';
import { formatList } from '@hofn/texts';
import { Alert, Button, Row, Stack } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import type { CaseAction } from './useCaseAction.ts';

type Owner = NonNullable<Extract<StaffCase['matter'], { kind: 'claim' }>['owner']>;

const partNames = {
  name: 'queue|owner.part.name',
  phone: 'queue|owner.part.phone',
  plate: 'queue|owner.part.plate',
} as const;

/**
 * Whose kennitala was given in a claim that was reported without signing in, and what else of the report is theirs. Staff
 * decide whether it is their claim (rule ACT-7a).
 */
export const ClaimOwner = ({
  data,
  owner,
  caseAction,
}: {
  data: StaffCase;
  owner: Owner;
  caseAction: CaseAction;
}) => {
  const t = useTexts<'staff'>();
  const { version, assignee, mine } = data;
  const { name, agrees, differs, linked, refusedBy } = owner;
  const names = (kinds: Owner['agrees']) =>
    formatList(
      t.language,
      kinds.map((kind) => t(partNames[kind])),
    );
  const button = (act: 'link' | 'refuseLink', label: string) => (
    <Button
      kind="secondary"
      size="small"
      isLoading={caseAction.busy === act}
      loadingLabel={t('queue|working')}
      onClick={() => caseAction.busy || void caseAction.act({ act, version })}
    >
      {label}
    </Button>
  );
  return (
    <Stack as="section" gap="s" aria-labelledby="eigandi-kennitolu">
      <h3 id="eigandi-kennitolu">{t('queue|owner.title')}</h3>
      <Alert kind={agrees.length > 0 ? 'info' : 'warning'} title={t('queue|owner.is', { name })}>
        {[
          agrees.length > 0 && t('queue|owner.agrees', { parts: names(agrees) }),
          differs.length > 0 && t('queue|owner.differs', { parts: names(differs) }),
          refusedBy !== null && t('queue|owner.refusedBy', { name: refusedBy }),
          t(linked ? 'queue|owner.linked' : 'queue|owner.unlinked'),
        ]
          .filter(Boolean)
          .join(' ')}
      </Alert>
      {(assignee === null || mine) && (
        <Row>
          {button('link', t(linked ? 'queue|owner.verify' : 'queue|owner.link'))}
          {!linked && refusedBy === null && button('refuseLink', t('queue|owner.refuse'))}
        </Row>
      )}
    </Stack>
  );
};
