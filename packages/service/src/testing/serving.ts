import { createServer, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';

/** Starts an HTTP server with the given listener until the test ends. @returns its URL, with a trailing slash */
export const serving = async (answer: RequestListener): Promise<string> => {
  const server = createServer(answer);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`;
};
