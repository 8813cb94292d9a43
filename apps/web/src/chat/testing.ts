import type { Socket } from './connection.ts';

/** A fake socket, controlled by the test from the server's end. */
export type TestSocket<Outgoing, Incoming> = {
  sent: Outgoing[];
  open(): void;
  receive(message: Incoming): void;
  break(): void;
};

/** Fake sockets and timers that advance only when the test drives them. */
export const createTestSockets = <Outgoing, Incoming>() => {
  /** readyState values of a WebSocket. */
  const opening = 0;
  const open = 1;
  const closed = 3;
  const sockets: TestSocket<Outgoing, Incoming>[] = [];
  const timers: { run: () => void; ms: number }[] = [];
  const control = { refuse: false, randomFraction: 0 };
  let count = 0;
  const settle = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  const lastSocket = (): TestSocket<Outgoing, Incoming> => {
    const last = sockets.at(-1);
    if (!last) throw new Error('no line was opened');
    return last;
  };
  return {
    sockets,
    timers,
    control,
    lastSocket,
    connect: async (): Promise<Socket> => {
      if (control.refuse) throw new Error('no network');
      const listeners: Record<string, ((event: { data: unknown }) => void)[]> = {};
      const emit = (type: string, data?: unknown) => {
        for (const listener of listeners[type] ?? []) listener({ data });
      };
      const sent: Outgoing[] = [];
      let readyState = opening;
      const close = () => {
        if (readyState === closed) return;
        readyState = closed;
        emit('close');
      };
      sockets.push({
        sent,
        open: () => {
          readyState = open;
          emit('open');
        },
        receive: (message) => emit('message', JSON.stringify(message)),
        break: close,
      });
      return {
        get readyState() {
          return readyState;
        },
        send: (text) => {
          if (readyState === opening) throw new DOMException('Still connecting', 'InvalidStateError');
          if (readyState === open) sent.push(JSON.parse(text));
        },
        close,
        addEventListener: (type: string, listener: (event: { data: unknown }) => void) => {
          listeners[type] = [...(listeners[type] ?? []), listener];
        },
      };
    },
    randomFraction: () => control.randomFraction,
    random: (bytes: number) => {
      count += 1;
      return `${bytes}-${count}`;
    },
    schedule: (run: () => void, ms: number) => {
      const timer = { run, ms };
      timers.push(timer);
      return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1));
    },
    /** Runs the timers due within `ms`. */
    runTimers: async (ms: number) => {
      for (const timer of timers.filter((candidate) => candidate.ms <= ms)) {
        timers.splice(timers.indexOf(timer), 1);
        timer.run();
      }
      await settle();
    },
    /** Opens the last socket and flushes its first message. */
    openSocket: async () => {
      await settle();
      lastSocket().open();
      await settle();
    },
  };
};
