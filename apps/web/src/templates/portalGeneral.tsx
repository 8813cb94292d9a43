import { General } from '../portal/contact/General.tsx';

export default General;
