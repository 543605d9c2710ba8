interface Badge {
  setAppBadge?: (count: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
}

/** Shows the number of unread messages on the app's icon, if the device supports it; nothing for 0. */
export async function showBadge(count: number): Promise<void> {
  const badge = navigator as Badge;
  // Some browsers have the function and refuse it, such as for an app that may show no notifications.
  await (count ? badge.setAppBadge?.(count) : badge.clearAppBadge?.())?.catch(() => {});
}
