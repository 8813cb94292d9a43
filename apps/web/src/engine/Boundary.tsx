import { Component, type ReactNode } from 'react';
import { failureEvent } from './embedded-page.ts';

type Props = {
  /** Shown instead of `children` after one of them threw. */
  fallback: ReactNode;
  /** Another value than at the time of the error shows `children` again: the path, where a region shows pages. */
  at?: string;
  children: ReactNode;
};
type State = { at?: string | undefined; hasFailed?: boolean };

/** Keeps an error of one region of the page from the others (rule HOLD-1). */
export class Boundary extends Component<Props, State> {
  static getDerivedStateFromError = (): State => ({ hasFailed: true });
  static getDerivedStateFromProps = ({ at }: Props, state: State): State | null =>
    state.at === at ? null : { at, hasFailed: false };
  override state: State = {};
  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}

let served: Element | undefined;

/** Copies the server's markup before React takes it over: React removes what it cannot render. */
export const keepServed = (root: Element): void => {
  served = root.cloneNode(true) as Element;
};

type ServedProps = {
  /** Selects the nodes of the server's markup. Nothing where the document is another page's: it is loaded again. */
  of: string | undefined;
  /** Says that something failed, with a way to try again. */
  withNotice?: boolean;
};

/** A region as the server sent it. Its links work: clicks are handled by the document, not by React. */
export const Served = ({ of, withNotice }: ServedProps) => (
  <div
    style={{ display: 'contents' }}
    ref={(host) => {
      // Filled once: a dialog in it may be open.
      if (!host || host.firstChild) return;
      if (!of) return location.reload();
      host.append(...Array.from(served?.querySelectorAll(of) ?? [], (node) => node.cloneNode(true)));
      if (withNotice) host.dispatchEvent(new Event(failureEvent, { bubbles: true }));
    }}
  />
);
