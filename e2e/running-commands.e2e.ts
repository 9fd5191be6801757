import { expect } from 'playwright/test'
import { cardOf, saidIn } from './dock'
import { test } from './journey'

const COMMAND = 'echo begun; while [ ! -e go ]; do sleep 0.05; done; printf "one\\n" > made.txt; exit 3'

test('a command is shown whole, runs in the sandbox once it is approved, and its output is told while it runs', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted()
  await installation.play(session, [
    { calls: [{ name: 'run_command', arguments: { command: COMMAND } }] },
    { text: 'It ended with 3.' },
  ])
  await page.goto(`/sessions/${session.id}`)
  const card = cardOf(page, 'run_command')
  const figure = card.getByRole('figure', { name: 'Command' })
  await expect(figure).toContainText(COMMAND)
  await expect(figure).toContainText('in the workspace · sandboxed · no network')
  await card.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(page.locator('pre', { hasText: /^begun\s*$/ })).toBeVisible()
  await installation.write('go', '')
  await expect(saidIn(page, 'It ended with 3.')).toBeVisible()
  expect(await installation.read('made.txt')).toBe('one\n')
})
