import { expect } from 'playwright/test'
import { expectAccessible } from './accessible'
import { cardOf, logOf, messageOf, saidIn } from './dock'
import { test } from './journey'

test('what the agent says appears while it says it, and can be stopped', async ({ page, installation }) => {
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  await installation.play(session, [{ text: 'Word after word. '.repeat(200), chunkMs: 50 }])
  await expect(saidIn(page, 'Word after word. Word')).toBeVisible()
  await expect(page.getByText('Writing…')).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(logOf(page).getByText('Stopped by you.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden()
  await expect(saidIn(page, 'Word after word.')).toHaveCount(1)
})

test('a call appears while the agent writes it, and becomes one to decide', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  const content = `first line\u202e ${'word '.repeat(60)}the end`
  const write = { name: 'write_file', arguments: { path: 'notes.md', content } }
  await installation.play(session, [{ text: 'I will write it down.', calls: [write], chunkMs: 50 }])
  await expect(saidIn(page, 'write_file')).toBeVisible()
  await expect(saidIn(page, '"path":"notes.md","content":"first line⟦U+202E⟧ word')).toBeVisible()
  await expect(page.getByText('Writing…')).toBeVisible()
  await expect(cardOf(page, 'write_file')).toBeHidden()
  await expect(cardOf(page, 'write_file')).toBeVisible()
  await expect(saidIn(page, '"path":"notes.md"')).toHaveCount(0)
})

test('a message sent while the agent works waits in the queue, and can be taken back', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  await installation.play(session, [{ text: 'Slowly. '.repeat(100), chunkMs: 100 }, { text: 'Heard.' }])
  await expect(saidIn(page, 'Slowly.')).toBeVisible()
  await messageOf(page).fill('One more thing')
  await messageOf(page).press('Enter')
  const queue = page.getByRole('list', { name: 'Queued messages' })
  await expect(queue.getByText('One more thing')).toBeVisible()
  await expect(messageOf(page)).toHaveValue('')
  await page.reload()
  await queue.getByRole('button', { name: 'Take back' }).click()
  await expect(queue).toBeHidden()
  await expect(logOf(page).getByText('One more thing')).toBeHidden()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(logOf(page).getByText('Stopped by you.')).toBeVisible()
})

test('a message that could not be sent is kept, and sent once when it can be', async ({
  page,
  installation,
  expected,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'New session' }).click()
  await expect(page.getByText('No messages yet.')).toBeVisible()
  expected.push(/ERR_/)
  await page.route('**/messages', async route => {
    await route.fetch()
    await route.abort()
  })
  await messageOf(page).fill('List the files')
  await messageOf(page).press('Enter')
  await expect(page.getByRole('alert').getByText('Your text is kept here.')).toBeVisible()
  await expect(messageOf(page)).toHaveValue('List the files')
  await page.unroute('**/messages')
  await messageOf(page).press('Enter')
  await expect(messageOf(page)).toHaveValue('')
  await expect(logOf(page).getByRole('article', { name: 'You' })).toHaveCount(1)
  const [session] = (await installation.ask<{ items: { id: string }[] }>('GET', '/api/sessions')).items
  const view = await installation.ask<{ transcript: { kind: string }[]; queue: unknown[] }>(
    'GET',
    `/api/sessions/${session?.id}`,
  )
  expect(view.transcript.filter(entry => entry.kind === 'user')).toHaveLength(1)
  expect(view.queue).toEqual([])
})

test('what is typed while a message is on its way stays, without that message', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted()
  await page.goto(`/sessions/${session.id}`)
  const typing = Promise.withResolvers<void>()
  await page.route('**/messages', async route => {
    await typing.promise
    await route.continue()
  })
  await messageOf(page).fill('First.')
  await messageOf(page).press('Enter')
  await messageOf(page).pressSequentially('Second.')
  typing.resolve()
  await expect(messageOf(page)).toHaveValue('Second.')
  await expect(logOf(page).getByText('First.', { exact: true })).toBeVisible()
})

test('a double click sends once, and Enter within a composed word sends nothing', async ({
  page,
  installation,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'New session' }).click()
  await expect(page.getByText('No messages yet.')).toBeVisible()
  await messageOf(page).fill('にほん')
  await messageOf(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true })
  await messageOf(page).dispatchEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true })
  await messageOf(page).press('Shift+Enter')
  await messageOf(page).pressSequentially('go')
  await expect(messageOf(page)).toHaveValue('にほん\ngo')
  await page.getByRole('button', { name: 'Send', exact: true }).dblclick()
  await expect(saidIn(page, 'I am scripted:demo, a small program')).toBeVisible()
  const [session] = (await installation.ask<{ items: { id: string }[] }>('GET', '/api/sessions')).items
  const view = await installation.ask<{ transcript: { kind: string }[]; queue: unknown[] }>(
    'GET',
    `/api/sessions/${session?.id}`,
  )
  expect(view.transcript.filter(entry => entry.kind === 'user')).toHaveLength(1)
})

test('a model that fails is said to be tried again, and what happened in the end too', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted({ limits: { modelRetries: 1 } })
  await page.goto(`/sessions/${session.id}`)
  await installation.play(session, [{ fault: 'http_500' }, { fault: 'http_500' }])
  await expect(page.getByText(/^The model did not answer\. Trying again at \d\d:\d\d:\d\d\.$/)).toBeVisible()
  const notice = logOf(page).getByRole('article', { name: 'Notice' })
  await expect(notice).toContainText('A scripted failure')
  await expect(notice).toContainText('Everything up to here is kept.')
  await expect(notice).toContainText('The provider failed')
  await expectAccessible(page)
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(logOf(page).getByText('Continued.')).toBeVisible()
})

test('a page that is never painted hears what is said all the same', async ({ page, installation }) => {
  const session = await installation.scripted()
  await page.addInitScript(() => {
    window.requestAnimationFrame = () => 0
  })
  await page.goto(`/sessions/${session.id}`)
  // The first may be found by the page as it comes to work; the second it has to hear.
  for (const text of ['Found.', 'Heard.']) {
    await installation.play(session, [{ text }])
    await expect.poll(() => logOf(page).evaluate(log => log.textContent)).toContain(`Agent${text}`)
  }
})
