/**
 * Asks the browser to keep the stored data when the device runs low, once there is something to lose: a waiting
 * message or an installed app. Some browsers ask the person; none names a reason for a refusal.
 */
export async function askToPersist(): Promise<void> {
  const { storage } = navigator;
  if (!storage?.persist || (await storage.persisted())) return;
  await storage.persist();
}
