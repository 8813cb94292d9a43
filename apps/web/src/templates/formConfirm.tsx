import type { TemplateProps } from '../engine/types.ts';
import type { FormConfirmDocument } from '../site/documents.ts';
import { FormConfirm } from '../site/FormConfirm.tsx';

const FormConfirmTemplate = ({ data }: TemplateProps<FormConfirmDocument>) => <FormConfirm words={data} />;

export default FormConfirmTemplate;
