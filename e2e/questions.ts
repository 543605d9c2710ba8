import type { Page } from 'playwright/test';
import { toastOf } from './steps.ts';
import { expect, personas, signInAs } from './test.ts';

/** The owner gives the service 'House and bathroom' a question that must be answered. */
export async function askInHouseService(
  page: Page,
  question: { label: string; answeredWith: string },
): Promise<void> {
  await signInAs(page, personas.admin, '/admin/settings/offer');
  await page.getByRole('button', { name: /^House and bathroom/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Edit Service' });
  await sheet.getByRole('button', { name: 'Add a Question' }).click();
  await sheet.getByLabel('Question 1', { exact: true }).fill(question.label);
  await sheet.getByLabel('Answered with').selectOption(question.answeredWith);
  await sheet.getByLabel('Must be answered').check();
  await sheet.getByRole('button', { name: 'Save Service' }).click();
  await expect(toastOf(page, 'Service saved')).toBeVisible();
}
