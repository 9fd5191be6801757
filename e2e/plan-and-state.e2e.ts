import { expect, type Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { approve, cardOf, dockOf, saidIn } from './dock'
import { test } from './journey'
import { picture } from './picture'
import { openSettings } from './settings'

const plan = (...steps: Record<string, unknown>[]) => ({
  calls: [{ name: 'update_plan', arguments: { steps } }],
})
const read = { id: 'read', title: 'Read the notes' }
const write = { id: 'write', title: 'Write the summary', dependsOn: ['read'] }

const inspectorOf = (page: Page) => page.getByRole('region', { name: 'Inspector' })

async function inspect(page: Page, tab: 'Plan' | 'State') {
  if (!(await inspectorOf(page).isVisible())) await page.getByRole('button', { name: 'Inspector' }).click()
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
  await dialog.getByRole('radio', { name: /^Plan first/ }).check()
  await expectAccessible(page, 'dialog')
  await dialog.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Planning: the agent only reads')).toBeVisible()

  const file1 = { name: 'write_file', arguments: { path: 'summary.md', content: 'Short.' } }
  await installation.play(session, [
    plan(read, write, { id: 'send', title: 'Send it to everybody', dependsOn: ['write'] }),
    { text: 'I begin.', calls: [file1] },
    { ...plan({ ...read, status: 'done' }, { ...write, status: 'active' }) },
    { text: 'All done.' },
  ])
  await expect(cardOf(page, 'update_plan')).toContainText('Send it to everybody')
  await picture(page, 'proposed')
  await cardOf(page, 'update_plan').getByRole('button', { name: 'Edit' }).click()
  await dockOf(page).getByRole('tab', { name: 'JSON' }).click()
  const json = dockOf(page).getByRole('textbox', { name: 'Arguments (JSON)' })
  await json.fill(JSON.stringify({ steps: [read, write] }))
  await dockOf(page).getByRole('button', { name: 'Review change' }).click()
  await dockOf(page).getByRole('button', { name: 'Approve edited' }).click()

  await expect(cardOf(page, 'write_file')).toBeVisible()
  await expect(page.getByText('Planning: the agent only reads')).toBeHidden()
  const panel = await inspect(page, 'Plan')
  await expect(panel.getByRole('list', { name: 'Steps of the plan' }).getByRole('listitem')).toHaveCount(2)
  await expect(panel).toContainText('Revision 1, approved')
  await expect(panel).toContainText('because you changed the plan: removed “Send it to everybody”')
  await approve(cardOf(page, 'write_file'))
  await expect(saidIn(page, 'All done.')).toBeVisible()
  await expect(panel).toContainText('Revision 2, approved')
  await expect(panel).toContainText('done')
  await expectAccessible(page)
  await picture(page, 'carried-out')
})

test('somebody corrects the plan by the keyboard; who was faster is not written over', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted({ title: 'Corrected' })
  await page.goto(`/sessions/${session.id}`)
  const panel = await inspect(page, 'Plan')
  await expect(panel).toContainText('The agent has made no plan.')
  await panel.getByRole('button', { name: 'Write a plan' }).press('Enter')
  const form = panel.getByRole('form', { name: 'Edit plan' })
  await expect(form.getByRole('textbox', { name: 'Step 1' })).toBeFocused()
  await page.keyboard.type('Read the notes')
  await form.getByRole('button', { name: 'Add step' }).press('Enter')
  await expect(form.getByRole('textbox', { name: 'Step 2' })).toBeFocused()
  await page.keyboard.type('Write the summary')
  await form.getByRole('button', { name: 'Move step 2 up' }).press('Enter')
  await expect(form.getByRole('textbox', { name: 'Step 1' })).toHaveValue('Write the summary')
  await expect(form.getByRole('button', { name: 'Move step 1 up' })).toBeFocused()
  await form.getByRole('button', { name: 'Move step 1 down' }).press('Enter')
  await form.getByText('Step 2 waits for no other step').click()
  await form.getByRole('checkbox', { name: 'Read the notes' }).check()
  await expectAccessible(page)
  await picture(page, 'editing')
  await form.getByRole('button', { name: 'Save plan' }).press('Enter')
  await expect(panel.getByRole('button', { name: 'Edit plan' })).toBeFocused()
  await expect(panel).toContainText('after Read the notes')

  await panel.getByRole('button', { name: 'Edit plan' }).click()
  await form.getByRole('combobox', { name: 'Status of step 1' }).selectOption('done')
  const { plan: now } = await installation.view(session)
  const others = now.steps.map(step => ({ ...step, title: `${step.title}, all` }))
  await installation.ask('PUT', `/api/sessions/${session.id}/plan`, { steps: others, revision: now.revision })
  await expect(form.getByRole('alert')).toContainText('The plan has been revised since you started.')
  await picture(page, 'overtaken')
  await form.getByRole('button', { name: 'Keep my version' }).click()
  await form.getByRole('button', { name: 'Save plan' }).click()
  await expect(panel).toContainText('Revision 3')
  await panel.getByText('Revisions', { exact: true }).click()
  await expect(panel).toContainText('because you changed the plan: renamed')
  const [step] = await panel.getByRole('list', { name: 'Steps of the plan' }).getByRole('listitem').all()
  await expect(step ?? panel).toContainText('Changed by you in revision 3, because you changed the plan')
  await expectAccessible(page)
  await picture(page, 'history')
})

test('somebody sees what the agent keeps in mind, corrects it, and in another tab it is there', async ({
  page,
  context,
  installation,
}) => {
  const session = await installation.scripted({ title: 'Kept in mind' })
  const patch = { port: 80, hosts: ['a', 'b'], note: 'Ask before deploying.' }
  await installation.play(session, [
    { calls: [{ name: 'set_state', arguments: { patch } }] },
    { text: 'I keep that in mind.' },
  ])
  await page.goto(`/sessions/${session.id}`)
  const other = await context.newPage()
  await other.goto(`/sessions/${session.id}`)
  const [panel, elsewhere] = [await inspect(page, 'State'), await inspect(other, 'State')]
  await expect(panel).toContainText('Ask before deploying.')
  await panel.getByRole('button', { name: 'Edit state' }).click()
  const field = panel.getByRole('textbox', { name: 'State (JSON)' })
  await expect(field).toBeFocused()
  await field.fill('{"port": 8080,')
  await panel.getByRole('button', { name: 'Save state' }).click()
  await expect(panel.getByRole('alert')).toContainText('Not valid JSON')
  await picture(page, 'refused')
  await field.fill(JSON.stringify({ ...patch, port: 8080, note: undefined }))
  await panel.getByRole('button', { name: 'Save state' }).click()
  await expect(panel.getByRole('button', { name: 'Edit state' })).toBeFocused()
  await expect(elsewhere).toContainText('8080')
  await expect(elsewhere).not.toContainText('Ask before deploying.')
  await expect(panel.getByRole('listitem').filter({ hasText: 'port' })).toContainText('8080 set by you')
  await expect(panel.getByRole('group').filter({ hasText: 'hosts' })).not.toContainText('set by you')
  await panel.getByText('Changes', { exact: true }).click()
  await expect(panel).toContainText('by the agent')
  await expect(panel).toContainText('removed')
  await expectAccessible(page)
  await picture(page, 'state')
})

test('somebody corrects the state while the agent changes it: nothing is written over unseen', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted({ title: 'Both at it' })
  const at = `/api/sessions/${session.id}/state`
  await installation.ask('PATCH', at, { port: 80, host: 'a' })
  await page.goto(`/sessions/${session.id}`)
  const panel = await inspect(page, 'State')
  await panel.getByRole('button', { name: 'Edit state' }).click()
  const field = panel.getByRole('textbox', { name: 'State (JSON)' })
  await field.fill('{"port": 8080, "host": "a"}')
  await installation.play(session, [
    { calls: [{ name: 'set_state', arguments: { patch: { host: 'b' } } }] },
    { text: 'The host is b.' },
  ])
  await expect(panel.getByRole('alert')).toContainText('The state has changed since you started.')
  await expect(panel.getByRole('button', { name: 'Save state' })).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  await picture(page, 'overtaken-state')
  await panel.getByRole('button', { name: 'Keep my version' }).click()
  await expect(field).toHaveValue('{"port": 8080, "host": "a"}')
  await panel.getByRole('button', { name: 'Save state' }).click()
  await expect(panel.getByRole('button', { name: 'Edit state' })).toBeFocused()
  expect((await installation.view(session)).state).toEqual({ port: 8080, host: 'b' })
})

test('somebody is told what the agent wrote over that they had set', async ({ page, installation }) => {
  const session = await installation.scripted({ title: 'Written over' })
  const sets = (patch: Record<string, unknown>) => ({ calls: [{ name: 'set_state', arguments: { patch } }] })
  await installation.play(session, [sets({ port: 80, host: 'a' }), { text: 'I keep that in mind.' }])
  await page.goto(`/sessions/${session.id}`)
  const panel = await inspect(page, 'State')
  await panel.getByRole('button', { name: 'Edit state' }).click()
  await panel.getByRole('textbox', { name: 'State (JSON)' }).fill('{"port": 8080, "host": "a"}')
  await panel.getByRole('button', { name: 'Save state' }).click()
  await expect(panel.getByRole('button', { name: 'Edit state' })).toBeFocused()
  await expect(panel.getByRole('note')).toBeHidden()
  await installation.play(session, [sets({ port: 80 }), { text: 'The port it was.' }])
  await expect(panel.getByRole('note')).toContainText('The agent overwrote what you had set')
  await expect(panel.getByRole('note')).toContainText('/port')
  await expect(panel.getByRole('listitem').filter({ hasText: 'port' })).toContainText('You had set 8080')
  await expectAccessible(page)
  await picture(page, 'state-conflict')
})
