/** The help windows of every page, of which one is open at a time (rule HELP-4a). */
export const helpModals = ['assistant', 'chat', 'inquiry'] as const;
export type HelpModal = 'none' | (typeof helpModals)[number];

/** The state of help (rule HELP-10). */
export type HelpState = {
  modal: HelpModal;
  /** The prompt was shown in this visit, after scrolling far. */
  triggered: boolean;
  /** A help button was clicked in this visit, so the prompt is not shown again. */
  clicked: boolean;
  status: 'hidden' | 'attention';
};

export type HelpAction =
  | { type: 'pressed' }
  | { type: 'opened'; modal: Exclude<HelpModal, 'none'> }
  /** By then another window may be open. */
  | { type: 'closed'; modal: Exclude<HelpModal, 'none'> }
  /** The scroll position crossed `promptAfter`; `height` is the window's. */
  | { type: 'scrolled'; y: number; height: number };

/** Hashes of an address that open chat and inquiry (rule HELP-3). */
export const chatHash = '#netspjall';
export const inquiryHash = '#fyrirspurn';
/** Scroll position after which the prompt is shown, in pixels (rule HELP-5a). */
export const promptAfter = 800;
/** Maximum window height in which the prompt is shown repeatedly, in pixels (rule HELP-5b). */
export const lowWindow = 920;

export const helpAtStart: HelpState = { modal: 'none', triggered: false, clicked: false, status: 'hidden' };

/** All changes of the help state. */
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
