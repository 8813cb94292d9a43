import type { StatusDocument } from '../content/documents.ts';
import type { TemplateProps } from '../engine/types.ts';
import { Status } from './Status.tsx';

const NotFoundTemplate = ({ data }: TemplateProps<StatusDocument>) => <Status document={data} />;

export default NotFoundTemplate;
