import type { FileClaimDocument } from '../content/documents.ts';
import type { TemplateProps } from '../engine/types.ts';
import { FileClaim } from '../site/FileClaim.tsx';

const FileClaimTemplate = ({ data }: TemplateProps<FileClaimDocument>) => <FileClaim document={data} />;

export default FileClaimTemplate;
