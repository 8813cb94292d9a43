import type { TemplateProps } from '../engine/types.ts';
import type { ProductDocument } from '../site/documents.ts';
import { Product } from '../site/Product.tsx';

const ProductTemplate = ({ data }: TemplateProps<ProductDocument>) => <Product product={data} />;

export default ProductTemplate;
