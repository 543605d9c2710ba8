/**
 * Runs a function one at a time. A call during a run causes one more run, since the present one may have passed the
 * new work already. One run follows for any number of calls, at once if any of them asks for that.
 * @returns a function that requests a run, and resolves after a run that began after the request
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
