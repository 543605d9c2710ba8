import type { Page } from 'playwright';

/** The team's word that work took so long, from a page where one of them is signed in. @returns the answer's status */
export async function tookLonger(
  admin: Page,
  id: string,
  actualHours: number,
  reason: string,
): Promise<number> {
  const { origin } = new URL(admin.url());
  const answer = await admin.request.patch(`/api/admin/bookings/${id}/status`, {
    data: { status: 'completed', actualHours, reason },
    headers: { origin },
  });
  return answer.status();
}
