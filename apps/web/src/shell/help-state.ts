/** What of the help that floats on every page can be open; one at a time (rule HELP-4a). */
export const helpModals = ['assistant', 'chat', 'inquiry'] as const;
export type HelpModal = 'none' | (typeof helpModals)[number];

/** The state of help (rule HELP-10). */
export type HelpState = {
  modal: HelpModal;
  /** The prompt was shown in this visit because the reader had scrolled far. */
  triggered: boolean;
  /** The reader has pressed one of the buttons in this visit: nobody needs to point at them any more. */
  clicked: boolean;
  status: 'hidden' | 'attention';
};

export type HelpAction =
  | { type: 'pressed' }
  | { type: 'opened'; modal: Exclude<HelpModal, 'none'> }
  /** One was closed; another one may be open by then. */
  | { type: 'closed'; modal: Exclude<HelpModal, 'none'> }
  /** The window came to the other side of `promptAfter`; `height` is the window's. */
  | { type: 'scrolled'; y: number; height: number };

/** Hashes of an address that open chat and inquiry (rule HELP-3). */
export const chatHash = '#netspjall';
export const inquiryHash = '#fyrirspurn';
/** How far down a reader may need help, in pixels of scrolling (rule HELP-5a). */
export const promptAfter = 800;
/** The highest window in which the prompt is shown again (rule HELP-5b). */
export const lowWindow = 920;

export const helpAtStart: HelpState = { modal: 'none', triggered: false, clicked: false, status: 'hidden' };

/** The one place where help changes. */
export const helpReducer = (state: HelpState, action: HelpAction): HelpState => {
  switch (action.type) {
    case 'pressed':
      return { ...state, clicked: true, status: 'hidden' };
    case 'opened':
      return { ...state, modal: action.modal };
    case 'closed':
      return state.modal === action.modal ? { ...state, modal: 'none' } : state;
    case 'scrolled': {
      if (action.y <= promptAfter) return { ...state, status: 'hidden' };
      if (state.clicked) return state;
      const shown = !state.triggered || action.height <= lowWindow;
      return { ...state, triggered: true, status: shown ? 'attention' : 'hidden' };
    }
  }
};
