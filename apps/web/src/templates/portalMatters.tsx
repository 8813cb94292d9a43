import { Matters } from '../portal/matters/Matters.tsx';

export default Matters;
