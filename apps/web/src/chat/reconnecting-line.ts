/** A socket as what holds it needs it; the browser's own fits. */
export type Socket = {
  /** 1 while words can be said. */
  readonly readyState: number;
  send(text: string): void;
  close(): void;
  addEventListener(type: 'open' | 'close', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
};

export type Line<Word> = {
  /** @returns whether it was said: only a line that stands takes a word */
  say(word: Word): boolean;
  /** The network is gone: the socket is dead, although the browser will not say so for a while. */
  cut(): void;
  /** Tries at once, without waiting for its turn: the network is back, or the reader asks. */
  hurry(): void;
  /** Ends it for good. */
  end(): void;
};

/** How long after each break in a row it is tried again, in milliseconds; the last one then stays. */
const pauses = [0, 500, 1_000, 2_000, 4_000, 8_000];
/** Nothing was heard for so long that the line is dead: the service says a word every 20 s. */
const silenceMs = 45_000;

/** News that says nothing of whether the next line will do better. */
const hollow = new Set(['refused', 'beat']);

type Parts<Word, News> = {
  /** Opens a socket; throws where not even that is possible. */
  connect: () => Promise<Socket>;
  /**
   * The line stands: now is the time for the first word, said to this very line and to none that follows it. May throw:
   * then the line is tried again.
   */
  opened: (say: (word: Word) => boolean) => Promise<void> | void;
  heard: (news: News) => void;
  /** The line broke; `tries` counts the breaks in a row, with no news between. It may end the line. */
  broken: (tries: number) => void;
  /** @returns what takes it back */
  later: (run: () => void, ms: number) => () => void;
  /** Any number from 0 to 1: after a break of all lines at once, they do not all come back at once. */
  chance: () => number;
};

/** Makes a line that comes back by itself however often it breaks, until it is ended. */
export const createLine = <Word, News extends { type: string }>(parts: Parts<Word, News>): Line<Word> => {
  const { connect, opened, heard, broken, later, chance } = parts;
  let socket: Socket | undefined;
  let connecting = false;
  let ended = false;
  let tries = 0;
  let cancelTry = (): void => {};
  let cancelSilence = (): void => {};

  const lost = (from: Socket | undefined): void => {
    if (ended || from !== socket) return;
    socket = undefined;
    cancelSilence();
    tries += 1;
    broken(tries);
    cancelTry();
    if (ended) return;
    const pause = pauses[Math.min(tries, pauses.length - 1)] ?? 0;
    cancelTry = later(() => void open(), pause * (1 + chance()));
  };

  const sayTo = (to: Socket | undefined, word: Word): boolean => {
    if (to?.readyState !== 1) return false;
    to.send(JSON.stringify(word));
    return true;
  };

  const watchSilence = (from: Socket): void => {
    cancelSilence();
    cancelSilence = later(() => {
      from.close();
      lost(from);
    }, silenceMs);
  };

  const open = async (): Promise<void> => {
    if (connecting) return;
    connecting = true;
    cancelTry();
    let fresh: Socket;
    try {
      fresh = await connect();
    } catch {
      connecting = false;
      lost(undefined);
      return;
    }
    connecting = false;
    if (ended) return fresh.close();
    socket = fresh;
    watchSilence(fresh);
    fresh.addEventListener('open', () => {
      if (fresh !== socket) return;
      Promise.resolve()
        .then(() => opened((word) => sayTo(fresh, word)))
        .catch(() => fresh.close());
    });
    fresh.addEventListener('message', ({ data }) => {
      if (ended || fresh !== socket) return;
      const news = JSON.parse(String(data)) as News;
      if (!hollow.has(news.type)) tries = 0;
      watchSilence(fresh);
      heard(news);
    });
    fresh.addEventListener('close', () => lost(fresh));
  };
  void open();

  return {
    say: (word) => sayTo(socket, word),
    cut: () => {
      const dead = socket;
      dead?.close();
      if (dead) lost(dead);
    },
    hurry: () => {
      if (!ended && !socket) void open();
    },
    end: () => {
      ended = true;
      cancelTry();
      cancelSilence();
      socket?.close();
    },
  };
};
