import { expect } from 'playwright/test'
import { expectAccessible } from './accessible'
import { saidIn } from './dock'
import { test } from './journey'
import { picture } from './picture'

const ACTION =
  '<ACTION><tool_name>write_file</tool_name><parameters>{"path":"a.txt","content":"A"}</parameters></ACTION>'
const fileCall = (path: string) => ({ name: 'write_file', arguments: { path, content: 'A' } })

test('what happened reads as a story, beside it what each request sent and used, and one forks from there', async ({
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
  await page.getByRole('button', { name: 'Details' }).click()
  // What stands beside it makes room.
  await expect(page.getByRole('main')).toHaveCSS('padding-right', '380px')
  const inspector = page.getByRole('region', { name: 'Details' })
  const panel = inspector.getByRole('tabpanel', { name: 'Timeline' })
  await expect(panel.getByText('waiting for a decision', { exact: true })).toHaveCount(3)
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
  await expect(older.getByText('Hello.', { exact: true })).toBeHidden()
  await expectAccessible(page)
  await picture(page, 'story')
  await lines.nth(1).getByRole('link', { name: 'Show in transcript' }).click()
  await expect(page.locator('[data-linked]')).toContainText('b.txt')
  await newest.getByRole('button', { name: 'Request 2' }).click()
  const sent = inspector.getByRole('tabpanel', { name: 'Request' })
  await expect(sent).toContainText('Request 2 of 3')
  await sent.getByText('Response').click()
  await expect(sent).toContainText('I write three files.')
  await inspector.getByRole('tab', { name: 'Request' }).press('ArrowRight')
  const usage = inspector.getByRole('tabpanel', { name: 'Usage' })
  await expect(usage.getByRole('list', { name: 'By run' })).toContainText(/Run 2.*waited/s)
  await usage.getByRole('radio', { name: 'By request' }).check()
  await expect(usage.getByRole('list', { name: 'By request' })).toContainText('Request 3')
  await expect(usage).not.toContainText('Cost')
  await expectAccessible(page)
  await picture(page, 'usage')
  for (const name of ['Plan', 'State']) {
    await inspector.getByRole('tab', { name }).click()
    await expect(inspector.getByRole('tabpanel', { name })).not.toBeEmpty()
  }
  await inspector.getByRole('tab', { name: 'Timeline' }).click()
  await panel.getByRole('button', { name: 'All events' }).click()
  const { seq } = await installation.view(session)
  await expect(panel.getByRole('list', { name: 'All events' }).getByRole('listitem')).toHaveCount(seq)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(inspector).toBeHidden()
  await expect(page.getByRole('button', { name: 'Details' })).toBeFocused()

  await installation.ask('PATCH', `/api/sessions/${session.id}`, { dialect: 'react' })
  await installation.play(session, [{ raw: `The file is missing.\n${ACTION}` }, { raw: 'It is there now.' }])
  await expect.poll(async () => (await installation.view(session)).pendingSet?.calls.length).toBe(1)
  await installation.decide(session, 'approve')
  await expect(saidIn(page, 'It is there now.')).toBeVisible()
  await page.getByRole('button', { name: 'Details' }).click()
  await expect(newest).toContainText(
    /Thought.*The file is missing\..*Action.*write_file.*Observation.*finished.*It is there now\./s,
  )
  await newest.getByRole('button', { name: 'Branch before this decision' }).click()
  await expect(page).not.toHaveURL(new RegExp(session.id))
  await expect(page.getByRole('heading', { name: '1 call waiting' })).toBeVisible()
})
