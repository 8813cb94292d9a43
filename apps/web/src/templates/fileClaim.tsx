import type { TemplateProps } from '../engine/types.ts';
import type { FileClaimDocument } from '../site/documents.ts';
import { FileClaim } from '../site/FileClaim.tsx';

const FileClaimTemplate = ({ data }: TemplateProps<FileClaimDocument>) => <FileClaim document={data} />;

export default FileClaimTemplate;
