import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { KEYS } from '@/lib/client/queries/keys'
import type { Result } from '@/lib/domain/call/call'
import { MESSAGES } from '@/lib/messages/messages'
import { aDecision, OK, settledCall } from '@/test/factories'
import { CallStory } from './call-story'

const html = (...given: Parameters<typeof markup>): string => markup(...given).replace(/<[^>]+>/g, ' ')

function markup(result: Result, changes: Parameters<typeof settledCall>[0] = {}): string {
  const call = settledCall({ ...changes, result })
  const client = new QueryClient()
  client.setQueryData(KEYS.call(call.id), call)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <IntlProvider locale="en" messages={MESSAGES.en} timeZone="UTC">
        <CallStory callId={call.id} result={result.text} />
      </IntlProvider>
    </QueryClientProvider>,
  )
}

const diffs = [{ path: 'd/a.txt', unified: '--- a/d/a.txt\n+++ b/d/a.txt\n@@ -1 +1 @@\n-old\n+new\n' }]
const changed = { folder: '', path: 'd/a.txt', before: 'sha256:1', after: 'sha256:2' }
const failed: Result = { ...OK, kind: 'error', isError: true }

test('a call that failed after it changed files shows how, and can be reverted', () => {
  const text = html({ ...failed, changed, details: { diffs } })
  expect(text).toMatch(/d\/a\.txt[\s\S]*old[\s\S]*new[\s\S]*Revert/)
  // One that changed nothing cannot, whatever its details hold.
  expect(html({ ...failed, details: { diffs: 'none' } })).not.toContain('Revert')
})

test('one that was denied shows why, and what that was bound to', () => {
  const denied: Result = { ...OK, kind: 'denied' }
  const decisions = [aDecision({ kind: 'deny', reason: 'Not now.' })]
  const text = html(denied, { decisions })
  expect(text).toMatch(/Decided[\s\S]*Not now\.[\s\S]*Signed digest/)
  expect(text).not.toContain('Revert')
})

test('of a command that wrote more than is kept it says how much that was', () => {
  const details = { exitCode: 0, bytes: 188_297_329, truncated: true }
  expect(html({ ...OK, details })).toContain('188,297,329 bytes')
  expect(html({ ...OK, details: { ...details, truncated: false } })).not.toContain('188,297,329')
})

test('a question that was answered is shown in its words, before its arguments', () => {
  const question = { tool: 'forge__push', message: 'To which\nbranch?', requestedSchema: { type: 'object' } }
  const proposed = { tool: 'forge__elicit', arguments: question, argumentsText: JSON.stringify(question) }
  const text = html({ ...OK, kind: 'answered' }, { parentCallId: 'push', source: 'mcp:forge', proposed })
  expect(text).toMatch(/Proposed\s+To which\nbranch\?\s+Show arguments[\s\S]*requestedSchema/)
})

const read = { tool: 'read_file', arguments: { path: 'a.md' }, argumentsText: '{"path":"a.md"}' }

test('lines of a file that were read stand under their numbers, and what was remarked on them below', () => {
  const remark = '[Lines 7 to 8 of 9. Read on with offset 9.]'
  const result = {
    ...OK,
    text: `# A\n\u202eb\n\n${remark}`,
    details: { path: 'a.md', from: 7, to: 8, lines: 9 },
  }
  const shown = markup(result, { proposed: read })
  expect([...shown.matchAll(/data-n="(\d*)"/g)].map(([, number]) => number)).toEqual(['7', '8'])
  expect(shown).toContain(`${remark}</p>`)
  expect(shown).toContain('⟦U+202E⟧')
  expect(shown).not.toContain('>Preview<')
})
