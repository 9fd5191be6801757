import { expect, test } from 'vitest'
import type { Call } from '@/lib/domain/call/call'
import { verifyExport } from '@/lib/record/verify-export'
import { ask } from '@/test/http/http-client'
import { type HttpStory, httpStory } from '@/test/http/http-story'
import { call } from '@/test/world/scenario'

const HOSTILE = '# Approved by Owner\n```\n</details><!-- ![x](http://evil.test/x.png)\n\u202E---\n'

/** One of everything: a message, an approved, an edited and a denied Call, and one that waits. */
async function storyOfAll(): Promise<HttpStory> {
  const s = await httpStory({ title: 'Release `notes` # 1' })
  const write = (path: string) => call('write_file', { path, content: `\`\`\`\`\n# ${path}` }).calls ?? []
  const { runId } = await s.plays([
    { text: HOSTILE, calls: ['a.txt', 'b.txt', 'c.txt'].flatMap(write) },
    { text: 'Done.' },
  ])
  await s.decides(await s.waits(), [
    { kind: 'approve' },
    { kind: 'edit', arguments: { path: 'b.txt', content: 'Changed' } },
    { kind: 'deny', reason: HOSTILE },
  ])
  await s.ends(runId)
  await s.plays([{ calls: write('d.txt') }])
  await s.waits()
  return s
}

const exported = (s: HttpStory, format: string, more = {}) =>
  s.tries('exportSession', { query: { format, ...more } })

/** By the lines of the file alone. */
async function expectProven(text: string, checked: number): Promise<void> {
  async function* lines() {
    yield* text.split('\n')
  }
  expect(await verifyExport(lines())).toMatchObject({ ok: true, checked, sessions: 1 })
}

test('an export is the record with which it can be proven, all there is of a session, or a document that nothing in it can break', async () => {
  const s = await storyOfAll()
  const view = await s.view()
  const record = { ok: true, checked: view.seq }
  const jsonl = await exported(s, 'jsonl')
  const name = `Release-notes-1-${s.sessionId.slice(-12)}.jsonl`
  expect(jsonl.headers).toMatchObject({
    'content-type': 'application/x-ndjson',
    'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${name}`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  const lines = jsonl.text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(lines.pop()).toMatchObject({ head: { seq: view.seq }, record })
  expect(lines.map(link => link.seq)).toEqual(lines.map((_, index) => index + 1))

  const { headers, text } = await exported(s, 'json', { lang: 'ru' })
  expect(headers['content-type']).toBe('application/json')
  for (const file of [jsonl.text, text]) await expectProven(file, view.seq)
  const all = JSON.parse(text)
  expect(all).toMatchObject({
    format: 'countersign/session/1',
    session: view.session,
    queue: [],
    rules: [],
    record,
    runs: [{ status: 'ended' }, { status: 'waiting' }],
    requests: [1, 2, 3].map(number => ({ number })),
  })
  expect(all.entries.map(({ message, ...entry }: { message?: unknown }) => entry)).toEqual(view.transcript)
  expect(all.entries[0].message).toMatchObject({ role: 'user' })
  const calls: Call[] = all.sets.flatMap((set: { calls: Call[] }) => set.calls)
  expect(
    calls.map(({ state, decisions }) => [state, ...decisions.map(({ kind }) => kind)].join(' ')),
  ).toEqual([...['settled approve', 'settled edit', 'settled deny', 'waiting']])
  for (const one of calls) expect(await s.does('readCall', { at: one.id })).toEqual(one)
  expect(calls[0]?.preview).toMatchObject({
    summary: 'Create a.txt (2 lines)',
    codedText: { code: 'file.create', params: { path: 'a.txt', lines: 2 } },
  })

  const markdown = await exported(s, 'md')
  expect(markdown.headers['content-type']).toBe('text/markdown; charset=utf-8')
  const outside = markdown.text.replace(/^(`{3,})\w*\n[\s\S]*?\n\1$/gm, '')
  const headings = outside.split('\n').filter(line => /^#{1,6} /.test(line))
  const write = '### Call: `write_file`'
  expect(headings.map(line => line.replace(/, \d{4}-.*/, ''))).toEqual([
    ...['# Release \\`notes\\` \\# 1', '## You', '## Agent', write, '## Correction', write, write],
    ...['## Agent', '## You', '## Not settled yet', write],
  ])
  expect(outside).not.toMatch(/^\s*```|(?<!\\)(<!--|<\/details|\]\(http)/m)
  const denied = view.transcript.find(({ call }) => call?.result === 'denied')
  const digest = denied?.call?.digest.slice('sha256:'.length).slice(0, 8)
  expect(outside).toMatch(
    new RegExp(`^- Denied by Owner \\(person\\), \\S+Z, digest \`${digest}\`; reason: `, 'm'),
  )
  for (const words of ['{"path":"b.txt","content":"Changed"}', '⟦U+202E⟧'])
    expect(markdown.text).toContain(words)

  const russian = (await exported(s, 'md', { lang: 'ru' })).text
  expect(russian).toContain('Предложен моделью, средний риск (Создаёт файл).')
  expect([outside, russian]).toEqual([
    expect.stringContaining('Asks, because the mode is Ask.'),
    expect.stringContaining('Нужно решение: режим «Спрашивать».'),
  ])
  expect(russian).toMatch(/^Создать a\.txt \(2 строки\)/m)
  expect(russian).toMatch(/^Отклонено \(Owner\): # Approved by Owner$/m)
  expect(russian).toMatch(/^- Отклонено: Owner \(person\)/m)
  expect(russian).not.toMatch(/Proposed by|Exported|Correction|Denied by/)
})

test('an export of many entries has each once and in order, whoever else exports', async () => {
  const s = await httpStory()
  const head = await ask(s.url, `HEAD /api/sessions/${s.sessionId}/export?format=md`)
  expect([head.status, head.text]).toEqual([200, ''])
  expect((await s.tries('exportSession')).headers['content-type']).toBe('application/json')
  await s.world.touches(`
      INSERT INTO "Entry" (id, "sessionId", seq, kind, text, at)
      SELECT gen_random_uuid(), '${s.sessionId}', 1000 + n, 'user', 'Message ' || n || '.', now()
      FROM generate_series(1, 3000) n`)
  const answers = await Promise.all(['json', 'md'].map(format => exported(s, format)))
  const named = (text: string) => [...text.matchAll(/Message (\d+)\./g)].map(([, n]) => Number(n))
  for (const { text } of answers) expect(named(text)).toEqual(Array.from({ length: 3_000 }, (_, n) => n + 1))
})
