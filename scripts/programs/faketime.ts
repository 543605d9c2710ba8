import { canInstall, installPackages, onPath } from './packages.ts';

/** Makes sure of Debian's `faketime`, which sets the date of the processes that it starts. @throws if it is missing. */
export function findFaketime(): void {
  if (!onPath('faketime') && canInstall()) installPackages('faketime');
  if (!onPath('faketime'))
    throw new Error(
      'No faketime was found or could be installed, for which we need Debian or its kin, and root: apt-get install faketime',
    );
}
