import { Button, Row, SelectField, Stack } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { Detail } from '../../parts/Detail.tsx';
import { useColleagues } from './useColleagues.ts';

/** Chooses the colleagues that a note mentions from those who may open the case. */
export const Mentions = ({
  caseId,
  keys,
  isOpen,
  onOpen,
  onChange,
}: {
  caseId: string;
  keys: readonly string[];
  isOpen: boolean;
  onOpen: () => void;
  /** @param added name of the colleague who was chosen; left out when somebody was taken off the list */
  onChange: (keys: string[], added?: string) => void;
}) => {
  const t = useTexts<'staff'>();
  const { isLoading, items } = useColleagues(caseId, isOpen || keys.length > 0);
  const nameOf = (key: string) => items.find((one) => one.key === key)?.name ?? key;
  const others = items.filter(({ key }) => !keys.includes(key));
  return (
    <Stack gap="s">
      {keys.length > 0 && (
        <Row gap="s">
          {keys.map((key) => (
            <Button
              key={key}
              kind="secondary"
              size="small"
              icon="close"
              aria-label={t('caseNotes|unlist', { name: nameOf(key) })}
              onClick={() => onChange(keys.filter((one) => one !== key))}
            >
              {nameOf(key)}
            </Button>
          ))}
        </Row>
      )}
      {!isOpen && (
        <Button kind="text" size="small" icon="user" onClick={onOpen}>
          {t('caseNotes|mention')}
        </Button>
      )}
      {isOpen && isLoading && <Detail as="p">{t('caseNotes|loading')}</Detail>}
      {isOpen && !isLoading && items.length === 0 && <p>{t('caseNotes|nobody')}</p>}
      {isOpen && others.length > 0 && (
        <SelectField
          label={t('caseNotes|mentionWho')}
          hint={t('caseNotes|mentionHint')}
          value=""
          onChange={({ target: { value } }) => value && onChange([...keys, value], nameOf(value))}
          options={[
            { value: '', label: t('caseNotes|choose') },
            ...others.map(({ key, name }) => ({ value: key, label: name })),
          ]}
        />
      )}
    </Stack>
  );
};
