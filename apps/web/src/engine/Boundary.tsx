import { Component, type ReactNode } from 'react';
import { failureEvent } from './embedded-page.ts';

type Props = {
  /** Shown instead of `children` after an error. */
  fallback: ReactNode;
  /** When it changes, `children` are shown again after an error: the path, for a region that shows pages. */
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

/** Copies the server's markup before hydration, because React removes markup that it fails to hydrate. */
export const saveServerMarkup = (root: Element): void => {
  serverMarkup = root.cloneNode(true) as Element;
};

type ServerMarkupProps = {
  /**
   * Selector of nodes in the server's markup. Undefined if the document was rendered for another page: then it is
   * reloaded.
   */
  selector: string | undefined;
  /** Shows an error notice with a retry. */
  hasNotice?: boolean;
};

/** A region as the server rendered it. Its links work, because click handling is on the document. */
export const ServerMarkup = ({ selector, hasNotice }: ServerMarkupProps) => (
  <div
    style={{ display: 'contents' }}
    ref={(host) => {
      // Filled once: filling it again would close an open dialog.
      if (!host || host.firstChild) return;
      if (!selector) return location.reload();
      host.append(
        ...Array.from(serverMarkup?.querySelectorAll(selector) ?? [], (node) => node.cloneNode(true)),
      );
      if (hasNotice) host.dispatchEvent(new Event(failureEvent, { bubbles: true }));
    }}
  />
);
