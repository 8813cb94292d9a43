import type { BoardMemberDocument } from '../content/documents.ts';
import type { TemplateProps } from '../engine/types.ts';
import { BoardMember } from '../site/BoardMember.tsx';

const BoardMemberTemplate = ({ data }: TemplateProps<BoardMemberDocument>) => <BoardMember member={data} />;

export default BoardMemberTemplate;
