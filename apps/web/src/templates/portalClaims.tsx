import { Claims } from '../portal/claims/Claims.tsx';

export default Claims;
