import type { FaqDocument } from '../content/documents.ts';
import type { TemplateProps } from '../engine/types.ts';
import { FaqPage } from '../site/FaqPage.tsx';

const FaqTemplate = ({ data }: TemplateProps<FaqDocument>) => <FaqPage document={data} />;

export default FaqTemplate;
