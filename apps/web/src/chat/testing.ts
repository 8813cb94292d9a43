import type { Socket } from './reconnecting-line.ts';

/** A socket that a test holds the other end of. */
export type Held<Word, News> = {
  said: Word[];
  open(): void;
  hear(news: News): void;
  break(): void;
};

/** Sockets and timers in a test's hands: nothing opens, arrives or runs out before it says so. */
export const createHands = <Word, News>() => {
  /** What a socket of the browser is: not open yet, open, closed. */
  const opening = 0;
  const standing = 1;
  const closed = 3;
  const sockets: Held<Word, News>[] = [];
  const timers: { run: () => void; ms: number }[] = [];
  const control = { refuse: false, chance: 0 };
  let count = 0;
  const settle = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  const line = (): Held<Word, News> => {
    const last = sockets.at(-1);
    if (!last) throw new Error('no line was opened');
    return last;
  };
  return {
    sockets,
    timers,
    control,
    line,
    connect: async (): Promise<Socket> => {
      if (control.refuse) throw new Error('no network');
      const listeners: Record<string, ((event: { data: unknown }) => void)[]> = {};
      const emit = (type: string, data?: unknown) => {
        for (const listener of listeners[type] ?? []) listener({ data });
      };
      const said: Word[] = [];
      let readyState = opening;
      const close = () => {
        if (readyState === closed) return;
        readyState = closed;
        emit('close');
      };
      sockets.push({
        said,
        open: () => {
          readyState = standing;
          emit('open');
        },
        hear: (news) => emit('message', JSON.stringify(news)),
        break: close,
      });
      return {
        get readyState() {
          return readyState;
        },
        send: (text) => {
          if (readyState === opening) throw new DOMException('Still connecting', 'InvalidStateError');
          if (readyState === standing) said.push(JSON.parse(text));
        },
        close,
        addEventListener: (type: string, listener: (event: { data: unknown }) => void) => {
          listeners[type] = [...(listeners[type] ?? []), listener];
        },
      };
    },
    chance: () => control.chance,
    random: (bytes: number) => {
      count += 1;
      return `${bytes}-${count}`;
    },
    later: (run: () => void, ms: number) => {
      const timer = { run, ms };
      timers.push(timer);
      return () => void (timers.includes(timer) && timers.splice(timers.indexOf(timer), 1));
    },
    /** Runs the timers that are due within so long. */
    pass: async (ms: number) => {
      for (const timer of timers.filter((one) => one.ms <= ms)) {
        timers.splice(timers.indexOf(timer), 1);
        timer.run();
      }
      await settle();
    },
    /** Opens the line that was asked for, and lets the first word be said. */
    lift: async () => {
      await settle();
      line().open();
      await settle();
    },
  };
};
