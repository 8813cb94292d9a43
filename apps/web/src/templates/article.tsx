import type { TemplateProps } from '../engine/types.ts';
import { Article } from '../site/Advice.tsx';
import type { ArticleDocument } from '../site/documents.ts';

const ArticleTemplate = ({ data }: TemplateProps<ArticleDocument>) => <Article article={data} />;

export default ArticleTemplate;
