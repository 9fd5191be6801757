import { expect, type Page } from 'playwright/test'
import { approve, cardOf } from './dock'
import type { Installation } from './installation'

/** The server dies after a call had its effect and before anybody could write that down. */
export async function crashDuring(page: Page, installation: Installation) {
  await installation.write('a.txt', 'one one')
  const session = await installation.scripted()
  const edit = { name: 'edit_file', arguments: { path: 'a.txt', old: 'one', new: 'two', all: true } }
  await installation.play(session, [{ calls: [edit] }, { text: 'I know now.' }])
  await page.goto(`/sessions/${session.id}`)
  const letGo = await installation.holdTranscript()
  await approve(cardOf(page, 'edit_file'))
  await expect(page.getByText('Running…', { exact: true })).toBeVisible()
  await expect.poll(() => installation.read('a.txt')).toBe('two two')
  await installation.kill()
  await letGo('lost')
  await installation.restart()
  await expect(page.getByText('Outcome unknown')).toBeVisible()
  return session
}
