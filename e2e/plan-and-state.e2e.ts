import { expect, type Page } from 'playwright/test'
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

const inspectorOf = (page: Page) => page.getByRole('region', { name: 'Details' })

async function inspect(page: Page, tab: 'Plan' | 'State') {
  if (!(await inspectorOf(page).isVisible())) await page.getByRole('button', { name: 'Details' }).click()
  await inspectorOf(page).getByRole('tab', { name: tab }).click()
  return inspectorOf(page).getByRole('tabpanel', { name: tab })
}

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
  const panel = await inspect(page, 'Plan')
  await expect(panel.getByRole('list', { name: 'Steps of the plan' }).getByRole('listitem')).toHaveCount(2)
  await expect(panel).toContainText('Revision 1, approved')
  await expect(panel).toContainText('Reason: Changed the plan: removed “Send it to everybody”.')
  await approve(cardOf(page, 'write_file'))
  await expect(saidIn(page, 'All done.')).toBeVisible()
  await expect(panel).toContainText('Revision 2, approved')
  await expect(panel).toContainText('done')
  await picture(page, 'carried-out')
})

test('somebody corrects what the agent keeps in mind while it changes it: nothing is written over unseen', async ({
  page,
  anotherTab,
  installation,
}) => {
  const session = await installation.scripted({ title: 'Kept in mind' })
  const sets = (patch: Record<string, unknown>) =>
    installation.play(session, [
      { calls: [{ name: 'set_state', arguments: { patch } }] },
      { text: 'I keep that in mind.' },
    ])
  await sets({ port: 80, hosts: ['a', 'b'], note: 'Ask before deploying.' })
  await page.goto(`/sessions/${session.id}`)
  const other = await anotherTab()
  await other.goto(`/sessions/${session.id}`)
  const [panel, elsewhere] = [await inspect(page, 'State'), await inspect(other, 'State')]
  await expect(panel).toContainText('Ask before deploying.')
  await panel.getByRole('button', { name: 'Edit state' }).click()
  const field = panel.getByRole('textbox', { name: 'State (JSON)' })
  await expect(field).toBeFocused()
  const mine = JSON.stringify({ port: 8080, hosts: ['a', 'b'] })
  await field.fill(mine)
  await sets({ hosts: ['c'] })
  await expect(panel.getByRole('alert')).toContainText('The state changed since you started.')
  await expect(panel.getByRole('button', { name: 'Save state' })).toBeDisabled()
  await expectAccessible(page)
  await picture(page, 'overtaken-state')
  await panel.getByRole('button', { name: 'Keep my version' }).click()
  await expect(field).toHaveValue(mine)
  await panel.getByRole('button', { name: 'Save state' }).click()
  await expect(panel.getByRole('button', { name: 'Edit state' })).toBeFocused()
  expect((await installation.view(session)).state).toEqual({ port: 8080, hosts: ['c'] })
  await expect(elsewhere).toContainText('8080')
  await expect(elsewhere).not.toContainText('Ask before deploying.')
  await expect(panel).toContainText('"port": 8080')
  await panel.getByText(/^Changes \(/).click()
  await expect(panel).toContainText('by the agent')
  await expect(panel).toContainText('removed')
  await picture(page, 'state')

  await sets({ port: 80 })
  await expect(panel.getByRole('note').first()).toContainText('The agent overwrote your values')
  await expect(panel.getByRole('note').first()).toContainText('/port')
  await picture(page, 'state-conflict')
})
