import { expect } from 'playwright/test'
import { expectAccessible } from './accessible'
import { approve, cardOf, saidIn } from './dock'
import { test } from './journey'
import { picture } from './picture'

test('somebody who wants to know sees what happened, what a request sent, and what it used', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted({ title: 'Release notes' })
  const write = { name: 'write_file', arguments: { path: 'a.txt', content: 'A' } }
  await installation.play(session, [{ text: 'I will.', calls: [write] }, { text: 'Done.' }])
  await page.goto(`/sessions/${session.id}`)
  await page.getByRole('button', { name: 'Inspector' }).click()
  // What stands beside it makes room.
  await expect(page.getByRole('main')).toHaveCSS('padding-right', '380px')
  const inspector = page.getByRole('region', { name: 'Inspector' })
  await expect(inspector.getByRole('tabpanel', { name: 'Timeline' })).toContainText('waits for a person')
  await approve(cardOf(page, 'write_file'))
  await expect(saidIn(page, 'Done.')).toBeVisible()
  await expect(inspector).toContainText('Approved by Owner')
  await expect(inspector.getByRole('heading', { name: /^Run 1/ })).toBeVisible()
  await expect(inspector).toContainText('Answered')
  await inspector.getByRole('tab', { name: 'Timeline' }).press('ArrowRight')
  const request = inspector.getByRole('tabpanel', { name: 'Request' })
  await expect(request).toContainText('Request 2 of 2')
  await request.getByRole('button', { name: 'Earlier' }).click()
  await request.getByText('What came back').click()
  await expect(request).toContainText('I will.')
  for (const name of ['Plan', 'State', 'Usage']) {
    await inspector.getByRole('tab', { name }).click()
    await expect(inspector.getByRole('tabpanel', { name })).not.toBeEmpty()
  }
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(inspector).toBeHidden()
  await expect(page.getByRole('button', { name: 'Inspector' })).toBeFocused()
})

const ACTION =
  '<ACTION><tool_name>write_file</tool_name><parameters>{"path":"a.txt","content":"A"}</parameters></ACTION>'
const fileCall = (path: string) => ({ name: 'write_file', arguments: { path, content: 'A' } })

test('a run in which calls were denied, edited and approved reads as a story; behind it is every event', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted({ title: 'Release notes' })
  await installation.play(session, [{ text: 'Hello.' }])
  await expect.poll(async () => (await installation.view(session)).lastRun?.number).toBe(1)
  const calls = ['a.txt', 'b.txt', 'c.txt'].map(fileCall)
  await installation.play(session, [{ text: 'I write three files.', calls }, { text: 'Two were written.' }])
  await expect.poll(async () => (await installation.view(session)).pendingSet?.calls.length).toBe(3)
  await page.goto(`/sessions/${session.id}`)
  await page.getByRole('button', { name: 'Inspector' }).click()
  const panel = page.getByRole('region', { name: 'Inspector' }).getByRole('tabpanel', { name: 'Timeline' })
  await expect(panel.getByText('waits for a person', { exact: true })).toHaveCount(3)
  await picture(page, 'waiting')
  const set = (await installation.view(session)).pendingSet
  const [one, two, three] = (set?.calls ?? []).map(({ id, digest }) => ({ callId: id, digest }))
  const edited = { path: 'b.txt', content: 'B' }
  await installation.ask('POST', `/api/sets/${set?.id}/decisions`, {
    decisions: [
      { ...one, kind: 'deny', reason: 'Not this one.' },
      { ...two, kind: 'edit', arguments: edited },
      { ...three, kind: 'approve' },
    ],
  })
  await expect(saidIn(page, 'Two were written.')).toBeVisible()
  const [newest, older] = [panel.getByRole('group').first(), panel.getByRole('group').last()]
  await expect(newest).toContainText('Answered')
  const request = newest.getByRole('listitem').filter({ hasText: 'I write three files.' })
  const lines = request.getByRole('listitem')
  await expect(lines).toContainText([
    /a\.txt.*Denied by Owner.*Not this one\..*not run/s,
    /b\.txt.*Approved by Owner, with changes.*waited.*ran.*finished/s,
    /c\.txt.*Approved by Owner.*finished/s,
  ])
  await expect(lines.first().locator('[data-seal]')).toBeVisible()
  await expect(newest.getByRole('list', { name: 'Phases' })).toContainText(/Model 2.*Calls 3.*Results 3/s)
  await expect(newest.getByRole('list', { name: 'What the time went on' })).toContainText(
    'Waiting for a person',
  )
  await expect(older.getByText('Hello.', { exact: true })).toBeHidden()
  await expectAccessible(page)
  await picture(page, 'story')
  await lines.nth(1).getByRole('link', { name: 'Show in transcript' }).click()
  await expect(page.locator('[data-linked]')).toContainText('b.txt')
  await newest.getByRole('button', { name: 'Request 2' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Request' })).toContainText('Request 2 of 3')
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await panel.getByRole('button', { name: 'All events' }).click()
  const { seq } = await installation.view(session)
  await expect(panel.getByRole('list', { name: 'All events' }).getByRole('listitem')).toHaveCount(seq)
  await expectAccessible(page)
})

test('where a model thinks, acts and observes in words, its story names them so', async ({
  page,
  installation,
}) => {
  const session = await installation.scripted({ title: 'Step by step', dialect: 'react' })
  await installation.play(session, [{ raw: `The file is missing.\n${ACTION}` }, { raw: 'It is there now.' }])
  await expect.poll(async () => (await installation.view(session)).pendingSet?.calls.length).toBe(1)
  await installation.decide(session, 'approve')
  await page.goto(`/sessions/${session.id}`)
  await expect(saidIn(page, 'It is there now.')).toBeVisible()
  await page.getByRole('button', { name: 'Inspector' }).click()
  const run = page.getByRole('region', { name: 'Inspector' }).getByRole('group')
  await expect(run).toContainText(
    /Thought.*The file is missing\..*Action.*write_file.*Observation.*finished.*It is there now\./s,
  )
  await picture(page, 'react')
})
