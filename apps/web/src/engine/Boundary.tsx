import { Component, type ReactNode } from 'react';
import { failureEvent } from './embedded-page.ts';

type Props = {
  /** Shown instead of `children` after an error. */
  fallback: ReactNode;
  /** A change shows `children` again after an error; the path, for a region that shows pages. */
  resetKey?: string;
  children: ReactNode;
};
type State = { resetKey?: string | undefined; hasFailed?: boolean };

/** Error boundary of one region of the page (rule HOLD-1). */
export class Boundary extends Component<Props, State> {
  static getDerivedStateFromError = (): State => ({ hasFailed: true });
  static getDerivedStateFromProps = ({ resetKey }: Props, state: State): State | null =>
    state.resetKey === resetKey ? null : { resetKey, hasFailed: false };
  override state: State = {};
  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}

let serverMarkup: Element | undefined;

/** Copies the server's markup before hydration: React removes what it cannot render. */
export const saveServerMarkup = (root: Element): void => {
  serverMarkup = root.cloneNode(true) as Element;
};

type ServerMarkupProps = {
  /** Selector of nodes in the server's markup. Undefined if the document is another page's, which reloads it. */
  selector: string | undefined;
  /** Shows an error notice with a retry. */
  withNotice?: boolean;
};

/** A region as rendered by the server. Its links work, because the document handles clicks. */
export const ServerMarkup = ({ selector, withNotice }: ServerMarkupProps) => (
  <div
    style={{ display: 'contents' }}
    ref={(host) => {
      // Filled once, because a dialog in it may be open.
      if (!host || host.firstChild) return;
      if (!selector) return location.reload();
      host.append(
        ...Array.from(serverMarkup?.querySelectorAll(selector) ?? [], (node) => node.cloneNode(true)),
      );
      if (withNotice) host.dispatchEvent(new Event(failureEvent, { bubbles: true }));
    }}
  />
);
