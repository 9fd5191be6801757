import { existsSync } from 'node:fs'
import { expect, type Page } from 'playwright/test'
import { isRunning } from '@/lib/tools/testing/is-running'
import { approve, cardOf, saidIn } from './dock'
import type { Installation } from './installation'
import { LOST, test } from './journey'

let made = 0

/** A command runs that would write a file once it may. `name` is that of its process, and of no other. */
async function runCommand(page: Page, installation: Installation) {
  made += 1
  const name = `waits-${process.pid}-${made}`
  const wait = `while [ ! -e go ]; do sleep 0.05; done; touch late`
  const command = `echo begun; exec -a ${name} bash -c '${wait}'`
  const session = await installation.scripted()
  await installation.play(session, [
    { calls: [{ name: 'run_command', arguments: { command } }] },
    { text: 'I know now.' },
  ])
  await page.goto(`/sessions/${session.id}`)
  await approve(cardOf(page, 'run_command'))
  await expect(page.locator('pre', { hasText: /^begun\s*$/ })).toBeVisible()
  await expect.poll(() => isRunning(name)).toBe(true)
  await expect.poll(() => installation.lastOutput(session)).toBe('begun\n')
  return { name, session }
}

/** A person is asked, is shown what it printed last, and nothing of it acts any more. */
async function expectAsked(page: Page, at: Installation, name: string): Promise<void> {
  const card = cardOf(page, 'run_command')
  await expect(card.getByText('Outcome unknown')).toBeVisible()
  await expect(card).toContainText('Last output:begun')
  await expect.poll(() => isRunning(name)).toBe(false)
  await at.write('go', '')
  await card.getByRole('button', { name: "Tell the agent we don't know" }).click()
  await expect(saidIn(page, 'I know now.')).toBeVisible()
}

test('where the server is killed, its command ends, and a person is asked', async ({
  page,
  installation,
  expected,
}) => {
  expected.push(LOST)
  const { name } = await runCommand(page, installation)
  await installation.kill()
  await expect.poll(() => isRunning(name)).toBe(false)
  await installation.restart()
  await expectAsked(page, installation, name)
  expect(existsSync(installation.file('late'))).toBe(false)
})

test('where the server stands still, its command ends, another server asks, and the first one does nothing when it wakes', async ({
  page,
  installation,
  anotherBrowser,
  expected,
}) => {
  expected.push(LOST)
  const { name, session } = await runCommand(page, installation)
  const second = await installation.another()
  const there = await anotherBrowser(second)
  await there.goto(`/sessions/${session.id}`)
  installation.freeze()
  await expectAsked(there, second, name)
  installation.thaw()
  await expect(saidIn(page, 'I know now.')).toBeVisible()
  expect((await installation.view(session)).pendingSet).toBeUndefined()
  expect(existsSync(installation.file('late'))).toBe(false)
})
