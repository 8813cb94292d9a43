import { ToSign } from '../portal/signing/ToSign.tsx';

export default ToSign;
