import { Component, type ReactNode } from 'react';

/** A part of a page that is not necessary: if it fails, `instead` is shown without a notice. */
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
