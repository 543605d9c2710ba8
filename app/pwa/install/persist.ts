/**
 * Asks the browser not to clear away what is stored here when the device runs low: once there is something to lose, a
 * message that waits or an app that was installed. Some browsers ask the person, none says why not.
 */
export async function askToPersist(): Promise<void> {
  const { storage } = navigator;
  if (!storage?.persist || (await storage.persisted())) return;
  await storage.persist();
}
