/** A socket as what holds it needs it; the browser's own fits. */
export type Socket = {
  send(text: string): void;
  close(): void;
  addEventListener(type: 'open' | 'close', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
};

export type Line<Word> = {
  /** Says a word, if the line stands. */
  say(word: Word): void;
  /** Tries at once, without waiting for its turn: the network is back, or the reader asks. */
  hurry(): void;
  /** Ends it for good. */
  end(): void;
};

/** How long after each break in a row it is tried again, in milliseconds; the last one then stays. */
const pauses = [0, 500, 1_000, 2_000, 4_000, 8_000];
/** Nothing was heard for so long that the line is dead: the service says a word every 20 s. */
const silenceMs = 45_000;

type Parts<News> = {
  /** Opens a socket; throws where not even that is possible. */
  connect: () => Promise<Socket>;
  /** The line stands: now is the time for the first word. May throw: then the line is tried again. */
  opened: () => Promise<void> | void;
  heard: (news: News) => void;
  /** The line broke; `tries` counts the breaks in a row, with nothing heard between. */
  broken: (tries: number) => void;
  /** @returns what takes it back */
  later: (run: () => void, ms: number) => () => void;
};

/** Makes a line that comes back by itself however often it breaks, until it is ended. */
export const createLine = <Word, News>(parts: Parts<News>): Line<Word> => {
  const { connect, opened, heard, broken, later } = parts;
  let socket: Socket | undefined;
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
    cancelTry = later(() => void open(), pauses[Math.min(tries, pauses.length - 1)] ?? 0);
  };

  const watchSilence = (from: Socket): void => {
    cancelSilence();
    cancelSilence = later(() => {
      from.close();
      lost(from);
    }, silenceMs);
  };

  const open = async (): Promise<void> => {
    cancelTry();
    let fresh: Socket;
    try {
      fresh = await connect();
    } catch {
      lost(undefined);
      return;
    }
    if (ended) return fresh.close();
    socket = fresh;
    watchSilence(fresh);
    fresh.addEventListener('open', () => {
      if (fresh !== socket) return;
      Promise.resolve()
        .then(opened)
        .catch(() => fresh.close());
    });
    fresh.addEventListener('message', ({ data }) => {
      if (ended || fresh !== socket) return;
      tries = 0;
      watchSilence(fresh);
      heard(JSON.parse(String(data)) as News);
    });
    fresh.addEventListener('close', () => lost(fresh));
  };
  void open();

  return {
    say: (word) => socket?.send(JSON.stringify(word)),
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
