import type { BoardMemberDocument } from '../content/documents.ts';
import { useTexts } from '../engine/index.ts';
import type { TemplateProps } from '../engine/types.ts';
import { TextPage } from '../parts/Page.tsx';

/** A member of the board. */
const BoardMember = ({ data: member }: TemplateProps<BoardMemberDocument>) => {
  const t = useTexts();
  return (
    <TextPage crumbs={member.crumbs} title={member.name} lead={member.role}>
      <p>{member.bio}</p>
      <ul>
        <li>{t('page|boardSince', { year: String(member.since) })}</li>
        <li>{member.independent ? t('page|independent') : t('page|notIndependent')}</li>
      </ul>
    </TextPage>
  );
};

export default BoardMember;
