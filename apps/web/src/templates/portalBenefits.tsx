import { Benefits } from '../portal/benefits/Benefits.tsx';

export default Benefits;
