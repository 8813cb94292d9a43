import { Password } from '../portal/password/Password.tsx';

export default Password;
