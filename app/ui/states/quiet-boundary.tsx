import { Component, type ReactNode } from 'react';

/** What can do without its inside: where that fails, `instead` stands there and nothing is said. */
export class QuietBoundary extends Component<
  { children: ReactNode; instead?: ReactNode },
  { broken: boolean }
> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? this.props.instead : this.props.children;
  }
}
