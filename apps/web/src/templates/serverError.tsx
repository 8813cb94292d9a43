import type { TemplateProps } from '../engine/types.ts';
import type { StatusDocument } from '../site/documents.ts';
import { Status } from '../site/Status.tsx';

const ServerErrorTemplate = ({ data }: TemplateProps<StatusDocument>) => <Status document={data} retry />;

export default ServerErrorTemplate;
