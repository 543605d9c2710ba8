import { downloadOutline } from 'ionicons/icons';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { QuietBoundary } from '../../ui/states/quiet-boundary.tsx';
import { install, useInstallWay } from './install.ts';

const InstallSheet = lazy(() => import('./install-sheet.tsx'));

/** Installs the app, or shows how. Nothing where it is installed or cannot be. */
export function InstallButton({
  children,
  small = false,
  onOver = () => {},
}: {
  /** What it says; told whether a person has to do it by hand. */
  children: (byHand: boolean) => ReactNode;
  small?: boolean;
  /** The person has answered the browser, or has seen how. */
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
