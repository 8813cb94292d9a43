import type { TemplateProps } from '../engine/types.ts';
import type { FaqDocument } from '../site/documents.ts';
import { FaqPage } from '../site/FaqPage.tsx';

const FaqTemplate = ({ data }: TemplateProps<FaqDocument>) => <FaqPage document={data} />;

export default FaqTemplate;
