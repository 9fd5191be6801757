import { expect } from 'playwright/test'
import { expectAccessible } from './accessible'
import { approve, approveChange, cardOf, dockOf, saidIn } from './dock'
import { test } from './journey'
import { picture } from './picture'
import { openSettings } from './settings'

const plan = (...steps: Record<string, unknown>[]) => ({
  calls: [{ name: 'update_plan', arguments: { steps } }],
})
const read = { id: 'read', title: 'Read the notes' }
const write = { id: 'write', title: 'Write the summary', dependsOn: ['read'] }

test('somebody lets the agent plan first, changes the plan, and sees it carried out', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted({ title: 'Planned' })
  await page.goto(`/sessions/${session.id}`)
  const dialog = await openSettings(page, 'Planned')
  await dialog.getByRole('radio', { name: /^Plan/ }).check()
  await expectAccessible(page, 'dialog')
  await dialog.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Plan mode: the agent only reads')).toBeVisible()

  const file1 = { name: 'write_file', arguments: { path: 'summary.md', content: 'Short.' } }
  await installation.play(session, [
    plan(read, write, { id: 'send', title: 'Send it to everybody', dependsOn: ['write'] }),
    { text: 'I begin.', calls: [file1] },
    { ...plan({ ...read, status: 'done' }, { ...write, status: 'active' }) },
    { text: 'All done.' },
  ])
  await expect(cardOf(page, 'update_plan')).toContainText('Send it to everybody')
  await expect(page.getByRole('button', { name: 'Approve plan and start' })).toBeVisible()
  await picture(page, 'proposed')
  await cardOf(page, 'update_plan').getByRole('button', { name: 'Edit' }).click()
  await dockOf(page).getByRole('button', { name: 'Remove step 3' }).click()
  await approveChange(dockOf(page))

  await expect(cardOf(page, 'write_file')).toBeVisible()
  await expect(page.getByText('Plan mode: the agent only reads')).toBeHidden()
  await page.getByRole('button', { name: 'Details' }).click()
  await page.getByRole('tab', { name: 'Plan' }).click()
  const panel = page.getByRole('tabpanel', { name: 'Plan' })
  await expect(panel.getByRole('list', { name: 'Steps of the plan' }).getByRole('listitem')).toHaveCount(2)
  await expect(panel).toContainText('Revision 1, approved')
  await expect(panel).toContainText('Reason: Changed the plan: removed “Send it to everybody”.')
  await approve(cardOf(page, 'write_file'))
  await expect(saidIn(page, 'All done.')).toBeVisible()
  await expect(panel).toContainText('Revision 2, approved')
  await expect(panel).toContainText('done')
  await picture(page, 'carried-out')
})
