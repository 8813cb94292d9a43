import type { GroupDocument } from '../content/documents.ts';
import type { TemplateProps } from '../engine/types.ts';
import { Group } from '../site/Group.tsx';

const GroupTemplate = ({ data }: TemplateProps<GroupDocument>) => <Group group={data} />;

export default GroupTemplate;
