/**
 * Runs something one at a time: a call during a run has another follow, since the first may have passed what it is
 * about. However many calls there are, one follows for all of them, at once if any of them is to be.
 * @returns what calls it, and resolves once a run is over that began after the call
 */
export function oneMore(run: (atOnce: boolean) => Promise<void>): (atOnce?: boolean) => Promise<void> {
  let current: Promise<void> | null = null;
  let following: Promise<void> | null = null;
  let followsAtOnce = false;
  const call = (atOnce = false): Promise<void> => {
    if (!current) {
      current = run(atOnce).finally(() => {
        current = null;
      });
      return current;
    }
    followsAtOnce ||= atOnce;
    const follow = () => {
      const next = followsAtOnce;
      following = null;
      followsAtOnce = false;
      return call(next);
    };
    following ??= current.then(follow, follow);
    return following;
  };
  return call;
}
