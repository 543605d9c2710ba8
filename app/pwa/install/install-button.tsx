import { downloadOutline } from 'ionicons/icons';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { QuietBoundary } from '../../ui/states/quiet-boundary.tsx';
import { install, useInstallWay } from './install.ts';

const InstallSheet = lazy(() => import('./install-sheet.tsx'));

/** Installs the app, or shows how. Nothing if it is installed or cannot be installed. */
export function InstallButton({
  children,
  small = false,
  onOver = () => {},
}: {
  /** The button's label; receives whether the person must install by hand. */
  children: (byHand: boolean) => ReactNode;
  small?: boolean;
  /** Called when the person has answered the browser, or has seen the steps. */
  onOver?: () => void;
}) {
  const way = useInstallWay();
  const [open, setOpen] = useState<boolean>();
  if (!way) return null;
  const byHand = way !== 'prompt';
  return (
    <>
      <Button
        {...(small ? { size: 'small' } : { kind: 'quiet', icon: downloadOutline })}
        onClick={() => (byHand ? setOpen(true) : void install().then(onOver, onOver))}
      >
        {children(byHand)}
      </Button>
      {byHand && open !== undefined && (
        <QuietBoundary>
          <Suspense>
            <InstallSheet
              way={way}
              open={open}
              onClose={() => {
                setOpen(false);
                onOver();
              }}
            />
          </Suspense>
        </QuietBoundary>
      )}
    </>
  );
}
