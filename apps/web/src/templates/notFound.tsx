import type { TemplateProps } from '../engine/types.ts';
import type { StatusDocument } from '../site/documents.ts';
import { Status } from '../site/Status.tsx';

const NotFoundTemplate = ({ data }: TemplateProps<StatusDocument>) => <Status document={data} />;

export default NotFoundTemplate;
