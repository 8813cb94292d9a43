import { Security } from '../portal/security/Security.tsx';

export default Security;
