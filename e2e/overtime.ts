import type { Page } from 'playwright';

/** Enters the length of work from a page where a team member is signed in. @returns the answer's status */
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
