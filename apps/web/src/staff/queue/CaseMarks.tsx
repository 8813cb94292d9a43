import type { CaseLine } from '@hofn/contracts';
import { Tag } from '@hofn/ui';
import { useTexts } from '../../engine/index.ts';
import { Detail } from '../../parts/Detail.tsx';
import { awayText, waitText } from './waits.ts';

/** What a row says beside its state: who is waited for and since when, who is away, and whether a note mentions the reader. */
export const CaseMarks = ({ line }: { line: CaseLine }) => {
  const t = useTexts<'staff'>();
  return (
    <>
      {line.mentioned && (
        <Tag icon="user" kind="info">
          {t('queue|isMentioned')}
        </Tag>
      )}
      {[waitText(t, line), awayText(t, line)].map((text) => text && <Detail key={text}>{text}</Detail>)}
    </>
  );
};
