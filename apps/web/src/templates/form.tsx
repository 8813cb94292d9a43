import type { FormDocument } from '../content/documents.ts';
import type { TemplateProps } from '../engine/types.ts';
import { FormPage } from '../site/FormPage.tsx';

const FormTemplate = ({ data }: TemplateProps<FormDocument>) => <FormPage document={data} />;

export default FormTemplate;
