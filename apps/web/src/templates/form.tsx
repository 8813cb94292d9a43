import type { TemplateProps } from '../engine/types.ts';
import type { FormDocument } from '../site/documents.ts';
import { FormPage } from '../site/FormPage.tsx';

const FormTemplate = ({ data }: TemplateProps<FormDocument>) => <FormPage document={data} />;

export default FormTemplate;
