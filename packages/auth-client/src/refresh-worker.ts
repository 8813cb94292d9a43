// Entry point of the worker thread.
import { createRefreshHandler, type WorkerRequest } from './worker.ts';

const handle = createRefreshHandler((...request) => fetch(...request));

self.addEventListener('message', (event: MessageEvent<WorkerRequest>) => {
  const port = event.ports[0];
  void handle(event.data).then((answer) => port?.postMessage(answer));
});
