import path from 'node:path'
import { expect } from 'playwright/test'
import { approve, cardOf, logOf, saidIn } from './dock'
import { Installation } from './installation'
import { test } from './journey'

const NODE = process.execPath
const SUM = 'export const sum = (a, b) => a - b\n'
const TEST = `import { equal } from 'node:assert'
import { test } from 'node:test'
import { sum } from './sum.mjs'

test('it adds', () => equal(sum(2, 3), 5))
`

const write = (file: string, content: string) => ({ name: 'write_file', arguments: { path: file, content } })
const runTests = { name: 'run_command', arguments: { command: `"${NODE}" --test` } }
const mend = { name: 'edit_file', arguments: { path: 'sum.mjs', old: 'a - b', new: 'a + b' } }

test('an agent writes a small program, runs its tests in the sandbox and mends it, each step decided, and the record verifies', async ({
  anotherBrowser,
}) => {
  const own = await Installation.open({ COUNTERSIGN_SANDBOX_READ: path.dirname(path.dirname(NODE)) })
  try {
    const page = await anotherBrowser(own)
    const session = await own.scripted({ title: 'A sum' })
    await own.play(session, [
      { text: 'A program and its test.', calls: [write('sum.mjs', SUM), write('sum.test.mjs', TEST)] },
      { text: 'Does it work?', calls: [runTests] },
      { text: 'It subtracts.', calls: [mend] },
      { text: 'And now?', calls: [runTests] },
      { text: 'It adds.' },
    ])
    await page.goto(`/sessions/${session.id}`)
    const writes = cardOf(page, 'write_file')
    await approve(writes.first())
    await approve(writes.first())
    const command = cardOf(page, 'run_command')
    await expect(command).toContainText('sandboxed · no network')
    await approve(command)
    const edit = cardOf(page, 'edit_file')
    await expect(edit.getByRole('figure', { name: 'Change' })).toContainText('a + b')
    await approve(edit)
    await approve(command)
    await expect(saidIn(page, 'It adds.')).toBeVisible()

    const runs = logOf(page).getByRole('article', { name: 'Call of run_command' })
    await expect(runs).toHaveCount(2)
    const { transcript } = await own.view(session)
    const results = transcript.flatMap(({ call }) => (call ? [`${call.tool} ${call.result}`] : []))
    expect(results).toEqual([
      'write_file ok',
      'write_file ok',
      'run_command error',
      'edit_file ok',
      'run_command ok',
    ])
    expect(await own.read('sum.mjs')).toContain('a + b')
    await page.goto('/health')
    await page.getByRole('button', { name: 'Verify record' }).click()
    await expect(page.getByText(/^\d+ events of 1 session verified, up to the signed heads\./)).toBeVisible()
    // A browser complains where a server ends under it.
    await page.close()
  } finally {
    await own.close()
  }
})
