import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

const iterations = 4096;

/**
 * A password as PostgreSQL stores it (SCRAM-SHA-256, RFC 5803), so that `alter role` does not send the password itself,
 * which the server might log. Only for passwords in ASCII, whose SASLprep is the password.
 */
export const scramVerifier = (password: string, salt: Buffer = randomBytes(16)): string => {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const mac = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(mac('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${mac('Server Key').toString('base64')}`;
};
