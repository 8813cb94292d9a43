import type { ArticleDocument } from '../content/documents.ts';
import type { TemplateProps } from '../engine/types.ts';
import { Article } from './Advice.tsx';

const ArticleTemplate = ({ data }: TemplateProps<ArticleDocument>) => <Article article={data} />;

export default ArticleTemplate;
