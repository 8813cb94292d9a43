import type { TemplateProps } from '../engine/types.ts';
import type { GroupDocument } from '../site/documents.ts';
import { Group } from '../site/Group.tsx';

const GroupTemplate = ({ data }: TemplateProps<GroupDocument>) => <Group group={data} />;

export default GroupTemplate;
