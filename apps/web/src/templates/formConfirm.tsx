import type { FormConfirmDocument } from '../content/documents.ts';
import type { TemplateProps } from '../engine/types.ts';
import { FormConfirm } from '../site/FormConfirm.tsx';

const FormConfirmTemplate = ({ data }: TemplateProps<FormConfirmDocument>) => <FormConfirm words={data} />;

export default FormConfirmTemplate;
