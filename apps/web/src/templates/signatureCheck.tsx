import type { TemplateProps } from '../engine/types.ts';
import { SignatureCheck, type SignatureCheckDocument } from '../site/SignatureCheck.tsx';

const SignatureCheckTemplate = ({ data }: TemplateProps<SignatureCheckDocument>) => (
  <SignatureCheck words={data} />
);

export default SignatureCheckTemplate;
