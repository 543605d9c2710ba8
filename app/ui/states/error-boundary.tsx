import { Component, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import { LazyDrawing } from './lazy-drawing.tsx';

/** Shows an error instead of a broken page, so that the rest of the app continues. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <div className="empty" role="alert">
        <LazyDrawing name="broken" />
        <h1>This page did not open</h1>
        <p className="muted">What you wrote is kept. Opening it again usually helps.</p>
        <Button kind="quiet" size="small" onClick={() => location.reload()}>
          Open again
        </Button>
      </div>
    );
  }
}
