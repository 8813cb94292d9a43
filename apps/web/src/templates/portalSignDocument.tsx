import type { TemplateProps } from '../engine/types.ts';
import { SignDocument } from '../portal/signing/SignDocument.tsx';

const PortalSignDocumentTemplate = ({ location }: TemplateProps) => (
  <SignDocument id={location.params.id ?? ''} />
);

export default PortalSignDocumentTemplate;
