import type { TemplateProps } from '../engine/types.ts';
import { DownloadScreen } from '../portal/documents/DownloadScreen.tsx';

const DocumentDownloadTemplate = ({ location }: TemplateProps) => (
  <DownloadScreen id={location.params.id ?? ''} />
);

export default DocumentDownloadTemplate;
