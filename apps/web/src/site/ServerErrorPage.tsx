import type { StatusDocument } from '../content/documents.ts';
import type { TemplateProps } from '../engine/types.ts';
import { Status } from './Status.tsx';

const ServerErrorTemplate = ({ data }: TemplateProps<StatusDocument>) => <Status document={data} canRetry />;

export default ServerErrorTemplate;
