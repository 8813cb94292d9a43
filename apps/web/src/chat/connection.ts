/** The subset of WebSocket that a connection uses. */
export type Socket = {
  /** 1 (open) while messages can be sent. */
  readonly readyState: number;
  send(text: string): void;
  close(): void;
  addEventListener(type: 'open' | 'close', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
};

export type Connection<Outgoing> = {
  /** @returns whether the message was sent; false unless the connection is open */
  send(message: Outgoing): boolean;
  /** Drops the socket when the network is lost; the browser would report the loss only later. */
  disconnect(): void;
  /** Reconnects without backoff: the network is back, or the user pressed retry. */
  reconnectNow(): void;
  /** Closes the connection permanently. */
  close(): void;
};

/** Backoff in milliseconds by number of consecutive failures; the last value repeats. */
const retryDelaysMs = [0, 500, 1_000, 2_000, 4_000, 8_000];
/** Idle timeout: the server sends a heartbeat every 20 s. */
const silenceMs = 45_000;

/** Message types that don't reset the failure count. */
const nonProgressTypes = new Set(['refused', 'beat']);

type Parts<Outgoing, Incoming> = {
  /** Opens a socket, or rejects. */
  connect: () => Promise<Socket>;
  /**
   * Called when a socket opens. `send` is bound to that socket, so a delayed first message never goes out on
   * a later socket. Throwing closes the socket and retries.
   */
  onOpen: (send: (message: Outgoing) => boolean) => Promise<void> | void;
  onMessage: (message: Incoming) => void;
  /**
   * Called when the connection is lost; `failures` counts consecutive losses without progress. The callback
   * may close the connection.
   */
  onBroken: (failures: number) => void;
  /** @returns a function that cancels the timer */
  schedule: (run: () => void, ms: number) => () => void;
  /** Random number from 0 to 1: jitter, so that clients don't all reconnect at once. */
  randomFraction: () => number;
};

/** Creates a connection that reconnects until `close` is called. */
export const createConnection = <Outgoing, Incoming extends { type: string }>(
  parts: Parts<Outgoing, Incoming>,
): Connection<Outgoing> => {
  const { connect, onOpen, onMessage, onBroken, schedule, randomFraction } = parts;
  let socket: Socket | undefined;
  let isConnecting = false;
  let isClosed = false;
  let failures = 0;
  let cancelRetry = (): void => {};
  let cancelSilence = (): void => {};

  const handleLoss = (from: Socket | undefined): void => {
    if (isClosed || from !== socket) return;
    socket = undefined;
    cancelSilence();
    failures += 1;
    onBroken(failures);
    cancelRetry();
    if (isClosed) return;
    const delayMs = retryDelaysMs[Math.min(failures, retryDelaysMs.length - 1)] ?? 0;
    cancelRetry = schedule(() => void open(), delayMs * (1 + randomFraction()));
  };

  const sendTo = (target: Socket | undefined, message: Outgoing): boolean => {
    if (target?.readyState !== 1) return false;
    target.send(JSON.stringify(message));
    return true;
  };

  const watchSilence = (from: Socket): void => {
    cancelSilence();
    cancelSilence = schedule(() => {
      from.close();
      handleLoss(from);
    }, silenceMs);
  };

  const open = async (): Promise<void> => {
    if (isConnecting) return;
    isConnecting = true;
    cancelRetry();
    let newSocket: Socket;
    try {
      newSocket = await connect();
    } catch {
      isConnecting = false;
      handleLoss(undefined);
      return;
    }
    isConnecting = false;
    if (isClosed) return newSocket.close();
    socket = newSocket;
    watchSilence(newSocket);
    newSocket.addEventListener('open', () => {
      if (newSocket !== socket) return;
      Promise.resolve()
        .then(() => onOpen((message) => sendTo(newSocket, message)))
        .catch(() => newSocket.close());
    });
    newSocket.addEventListener('message', ({ data }) => {
      if (isClosed || newSocket !== socket) return;
      const message = JSON.parse(String(data)) as Incoming;
      if (!nonProgressTypes.has(message.type)) failures = 0;
      watchSilence(newSocket);
      onMessage(message);
    });
    newSocket.addEventListener('close', () => handleLoss(newSocket));
  };
  void open();

  return {
    send: (message) => sendTo(socket, message),
    disconnect: () => {
      const oldSocket = socket;
      oldSocket?.close();
      if (oldSocket) handleLoss(oldSocket);
    },
    reconnectNow: () => {
      if (!isClosed && !socket) void open();
    },
    close: () => {
      isClosed = true;
      cancelRetry();
      cancelSilence();
      socket?.close();
    },
  };
};
