import { Memo } from '../portal/documents/Memo.tsx';

export default Memo;
