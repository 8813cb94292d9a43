import { Travel } from '../portal/travel/Travel.tsx';

export default Travel;
