interface Badge {
  setAppBadge?: (count: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
}

/** On the app's icon, where there is such a thing: how much is unread; nothing for 0. */
export async function showBadge(count: number): Promise<void> {
  const badge = navigator as Badge;
  // Some browsers have it and refuse it, such as to an app that may show no notifications.
  await (count ? badge.setAppBadge?.(count) : badge.clearAppBadge?.())?.catch(() => {});
}
