import type { TemplateProps } from '../engine/types.ts';
import { DocumentScreen } from '../portal/documents/DocumentScreen.tsx';

const PortalDocumentTemplate = ({ location }: TemplateProps) => (
  <DocumentScreen id={location.params.id ?? ''} />
);

export default PortalDocumentTemplate;
