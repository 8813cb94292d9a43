import { LoggedIn } from '../portal/login/LoggedIn.tsx';

export default LoggedIn;
