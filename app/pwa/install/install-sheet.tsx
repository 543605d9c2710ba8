import './install.css';
import { oneText } from '../../lib/one-text.ts';
import { useBusinessName } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialogs/sheet.tsx';
import type { InstallWay } from './install.ts';
import { InstallPicture } from './install-pictures.tsx';

const where = {
  iphone: 'It is in the bar at the bottom of the screen, on newer ones under the three dots.',
  ipad: 'It is at the top right, beside the address.',
};

/** The steps to install the app by hand on an iPhone or iPad, which offer no other way. */
export default function InstallSheet({
  way,
  open,
  onClose,
}: {
  way: Extract<InstallWay, 'iphone' | 'ipad'>;
  open: boolean;
  onClose: () => void;
}) {
  const name = useBusinessName();
  const steps = [
    { title: 'Tap Share', text: where[way] },
    { title: 'Choose Add to Home Screen', text: 'Scroll down the list if it is not there at once.' },
    {
      title: 'Tap Add',
      text: oneText`${name} is then beside your other apps. Open it from there and sign in once.`,
    },
  ];
  return (
    <Sheet open={open} title="Install the app" onClose={onClose}>
      <ol className="install-steps">
        {steps.map(({ title, text }, step) => (
          <li key={title}>
            <InstallPicture step={step as 0 | 1 | 2} way={way} />
            <div>
              <h3>{oneText`${step + 1}. ${title}`}</h3>
              <p className="muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <Button wide kind="quiet" onClick={onClose}>
        Done
      </Button>
    </Sheet>
  );
}
