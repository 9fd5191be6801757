import path from 'node:path'
import { type Browser, expect, type Page } from 'playwright/test'
import {
  approve,
  approveChange,
  approveIn,
  cardOf,
  codeIn,
  dockOf,
  logOf,
  messageOf,
  openCard,
  saidIn,
} from './dock'
import type { Installation } from './installation'
import { test } from './journey'
import { WANTS_PICTURES } from './picture'

const FOLDER = path.resolve(import.meta.dirname, '../docs/pictures')

const REQUEST = `Create release-notes.md with:
# Release notes

- The waiting set is docked between transcript and message box.
- A decision is bound to what was shown.
- After a crash nothing runs twice.`

type Studio = { installation: Installation; browser: Browser; page: Page }

/** One state as it is wide and on a phone, in light and dark. */
async function picture(name: string, studio: Studio): Promise<void> {
  if (!WANTS_PICTURES) return isThere(studio.page)
  const phone = await studio.browser.newPage({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  })
  await phone.goto(studio.installation.link)
  await phone.goto(studio.page.url())
  // The list of the inbox is all that a phone shows of it at first.
  if (name === 'inbox') await expect(phone.getByRole('main').getByRole('listitem')).toHaveCount(2)
  else await expect(dockOf(phone)).toHaveCount(await dockOf(studio.page).count())
  await shoot(`${name}-1280`, studio.page)
  await shoot(`${name}-390`, phone)
  await phone.close()
}

async function shoot(name: string, tab: Page): Promise<void> {
  await isThere(tab)
  if (!WANTS_PICTURES) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await tab.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await tab.screenshot({ path: path.join(FOLDER, `${name}-${colorScheme}.png`) })
  }
}

/** What is to be in the picture is there, and can be pressed. */
async function isThere(tab: Page): Promise<void> {
  await expect(tab.getByRole('main').getByRole('heading').first()).toBeVisible()
  const wanted = dockOf(tab).getByRole('button', {
    name: /^(Approve|Run again|It worked|Approve with changes)$/,
  })
  if ((await dockOf(tab).count()) > 0) await expect(wanted.first()).toBeEnabled()
}

/** With COUNTERSIGN_PICTURES=1 they are made anew; else it is only tried whether they could be. */
test('the pictures of the guides', async ({ page, installation, browser, expected }) => {
  expected.push(/ERR_/)
  const studio = { page, installation, browser }
  await page.goto('/')
  await picture('first-steps', studio)

  await messageOf(page).fill(REQUEST)
  await messageOf(page).press('Enter')
  const write = cardOf(page, 'write_file')
  await expect(approveIn(write)).toBeEnabled()
  await picture('waiting', studio)

  await write.getByRole('button', { name: 'Edit' }).click()
  const field = write.getByRole('textbox', { name: 'content', exact: true })
  await expect.poll(() => codeIn(field)).toContain('nothing runs twice')
  await field.fill((await codeIn(field)).replace('nothing runs twice', 'a person is asked'))
  await expect(write.getByRole('button', { name: 'Approve with changes' })).toBeEnabled()
  await shoot('edited-1280', page)
  await approveChange(write)
  await expect(saidIn(page, 'done, with a change')).toBeVisible()

  await messageOf(page).fill(
    'Read release-notes.md, replace docked with anchored in release-notes.md and create todo.md with Tell everybody',
  )
  await messageOf(page).press('Enter')
  await expect(dockOf(page).getByRole('heading', { name: '3 calls waiting' })).toBeVisible()
  await expect(approveIn(cardOf(page, 'read_file'))).toBeEnabled()
  await picture('several', studio)

  await approve(cardOf(page, 'read_file'))
  await expect(logOf(page).getByRole('article', { name: 'Call of read_file' })).toContainText('Done')
  await openCard(cardOf(page, 'write_file'))
  await cardOf(page, 'write_file').getByRole('button', { name: 'Deny' }).click()
  await cardOf(page, 'write_file').getByRole('textbox', { name: 'Reason' }).fill('Everybody knows')
  await cardOf(page, 'write_file').getByRole('textbox', { name: 'Reason' }).press('Enter')
  await expect(cardOf(page, 'write_file')).toBeHidden()
  const letGo = await installation.holdTranscript()
  await approve(cardOf(page, 'edit_file'))
  await expect.poll(() => installation.read('release-notes.md')).toContain('anchored')
  await installation.kill()
  await letGo('lost')
  await installation.restart()
  await expect(cardOf(page, 'edit_file').getByRole('button', { name: 'It worked' })).toBeEnabled()
  await picture('unknown-outcome', studio)

  await cardOf(page, 'edit_file').getByRole('button', { name: 'It worked' }).click()
  await expect(saidIn(page, 'Here is what happened.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
  await picture('transcript', studio)
  await reviewing(studio)
})

/** What waits in several sessions, and what is found of all of them. */
async function reviewing(studio: Studio): Promise<void> {
  const { page, installation } = studio
  for (const [title, path] of [
    ['Nightly audit', 'audit.md'],
    ['Upgrade guide', 'docs/upgrade.md'],
  ] as const) {
    const session = await installation.scripted({ title })
    const write = { name: 'write_file', arguments: { path, content: `# ${title}\n` } }
    await installation.play(session, [{ text: 'I write it down.', calls: [write] }])
  }
  await page.goto('/inbox')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2)
  await picture('inbox', studio)
  await page.goto('/history')
  await page.getByRole('searchbox', { name: 'Search history' }).fill('release notes')
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  await shoot('history-1280', page)
}
