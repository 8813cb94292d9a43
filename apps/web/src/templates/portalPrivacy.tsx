import { Privacy } from '../portal/privacy/Privacy.tsx';

export default Privacy;
