import { Documents } from '../portal/documents/Documents.tsx';

export default Documents;
