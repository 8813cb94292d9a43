import type { TemplateProps } from '../engine/types.ts';
import { BoardMember } from '../site/BoardMember.tsx';
import type { BoardMemberDocument } from '../site/documents.ts';

const BoardMemberTemplate = ({ data }: TemplateProps<BoardMemberDocument>) => <BoardMember member={data} />;

export default BoardMemberTemplate;
