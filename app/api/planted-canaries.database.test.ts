import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { Redaction } from '@/lib/agent/process/redaction'
import { pdfOf } from '@/lib/tools/testing/pdf'
import { serveWeb } from '@/lib/tools/web/testing/web'
import { createTestDatabase } from '@/test/database/database'
import { databaseText } from '@/test/database/database-text'
import { ask, listen } from '@/test/http/http-client'
import { serveApi } from '@/test/http/http-server'
import { anotherStory } from '@/test/http/http-story'
import { logLines } from '@/test/log-lines'
import { tapped } from '@/test/world/cable'
import { call } from '@/test/world/scenario'
import { AUDIT_KEY, createWorld } from '@/test/world/world'

/** What the server holds, by the place where an agent comes upon it. */
const CANARIES = {
  dotenv: 'canary-one-Kx71qLw0',
  search: 'canary-two-Vb82mTn4',
  fileName: 'canary-three-Zc93pRy8',
  folderName: 'canary-four-Hd04sUe2',
  chunks: 'canary-five-Jf15dXa6',
  errors: 'canary-six-Mg26fPo1',
  command: 'canary-seven-Ah37gKi5',
  picture: 'canary-eight-Sj48hEu9',
  pdf: 'canary-nine-Wl59jBy3',
  body: 'canary-ten-Qn60kDo7',
  location: 'canary-eleven-Ro71lFi2',
  header: 'canary-twelve-Tp82mGa6',
  query: 'canary-thirteen-Yq93nHe0',
  diff: 'canary-fourteen-Us04pJu4',
  missing: 'canary-fifteen-Iv15qLo8',
  json: 'canary-sixteen-Ow26rMi2',
  encoded: 'canary-seventeen-Px37sNa6',
  question: 'canary-eighteen-Ey48tPe0',
}
const HELD = Object.values(CANARIES)

/** Also in the forms in which it travels. */
const formsOf = (text: string): string[] => [
  ...[text, encodeURIComponent(text), Buffer.from(text).toString('base64').replace(/=+$/, '').slice(0, -1)],
  ...[Buffer.from(text).toString('hex'), [...text].join('\u200b')],
]

const KEPT_FOR_REVERT = '"Content" '

/** What is put into the workspace for the agent to find. */
async function plant(workspace: string, puts: (name: string, content: string) => Promise<unknown>) {
  await puts('.env', `A_KEY=${CANARIES.dotenv}\n`)
  await puts('deep/notes.txt', `before\nfind me: ${CANARIES.search}\nafter\n`)
  await puts(`${CANARIES.fileName}.txt`, 'x\n')
  await puts(`${CANARIES.folderName}/inside.txt`, 'x\n')
  await puts('config.json', JSON.stringify({ [CANARIES.json]: [CANARIES.json] }))
  await puts('changed.txt', `old ${CANARIES.diff}\nstays\n`)
  await puts('encoded.txt', `${Buffer.from(CANARIES.encoded).toString('base64')}\n`)
  const picture = sharp({ create: { width: 20, height: 20, channels: 3, background: '#07c' } })
  const exif = { IFD0: { Copyright: CANARIES.picture, ImageDescription: CANARIES.picture } }
  await writeFile(path.join(workspace, 'sea.jpg'), await picture.jpeg().withExif(exif).toBuffer())
  await writeFile(path.join(workspace, 'report.pdf'), pdfOf([[`Third quarter ${CANARIES.pdf}`]]))
}

const readingAll = (url: string) =>
  [
    call('read_file', { path: '.env' }),
    call('search_files', { pattern: 'find me' }),
    call('list_files', {}),
    call('file_info', { path: `${CANARIES.fileName}.txt` }),
    call('read_file', { path: `${CANARIES.folderName}/inside.txt` }),
    call('read_file', { path: 'config.json' }),
    call('read_file', { path: 'encoded.txt' }),
    call('write_file', { path: 'changed.txt', content: 'new\nstays\n' }),
    call('read_file', { path: `nowhere/${CANARIES.missing}` }),
    call('read_file', { path: 'sea.jpg' }),
    call('read_file', { path: 'report.pdf' }),
    call('run_command', {
      command: [
        `for sign in ${[...CANARIES.chunks].join(' ')}; do printf %s "$sign"; sleep 0.01; done`,
        `printf '${CANARIES.errors.slice(0, 9)}' >&2; printf '${CANARIES.errors.slice(9)}\\n' >&2; exit 3`,
      ].join('\n'),
    }),
    call('run_command', { command: `echo ${CANARIES.command}` }),
    call('fetch_url', { url: `${url}/body` }),
    call('fetch_url', { url: `${url}/moved` }),
    call('fetch_url', { url: `${url}/echo`, headers: { Authorization: `Bearer ${CANARIES.header}` } }),
    call('fetch_url', { url: `${url}/echo?key=${CANARIES.query}` }),
  ].flatMap(turn => turn.calls ?? [])

async function servesCanaries() {
  return serveWeb((response, request) => {
    if (request.path.startsWith('/moved'))
      return response.writeHead(302, { location: `https://elsewhere.example/?k=${CANARIES.location}` }).end()
    if (request.path.startsWith('/body'))
      return response.writeHead(200, { 'x-key': CANARIES.body }).end(`It is ${CANARIES.body}.`)
    return response.writeHead(500).end(`You sent ${JSON.stringify(request)}`)
  })
}

test('18 known secrets that an agent comes upon in as many places are found nowhere, and their places are', async () => {
  expect(HELD.length).toBe(18)
  const web = await servesCanaries()
  const { log, lines } = logLines(new Redaction(HELD, AUDIT_KEY))
  const database = await tapped(await createTestDatabase())
  const world = await createWorld(database)
  const sandbox = { kind: 'bubblewrap' as const, read: [] }
  const start = () => world.startServer({ log, secrets: HELD, sandbox })
  const s = await anotherStory({ world, ...(await serveApi({ start })) })
  await s.does('changeSettings', { body: { internalHosts: [web.host] } })
  await plant(world.workspace, world.puts)
  const at = `/api/sessions/${s.sessionId}`
  const told = await listen(s.url, `${at}/events?after=0`)
  const { runId } = await s.plays([{ calls: readingAll(web.url) }, { text: `I say ${CANARIES.question}.` }])
  await s.decides(await s.waits())
  await s.ends(runId)
  await told.until('the end', events => events.some(({ type }) => type === 'run.ended'))

  const paths = ['', '/transcript', '/secrets', '/requests/1', '/requests/2', '/export?format=md']
  const more = ['/export?format=json', '/export?format=jsonl']
  const reads = [
    ...[...paths, ...more].map(each => `GET ${at}${each}`),
    'GET /api/search?q=canary',
    'GET /api/sessions',
  ]
  const answers = await Promise.all(reads.map(line => ask(s.url, line)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const output = told.events
    .flatMap(event => (event.type === 'call.output.delta' ? [event.data.text] : []))
    .join('')
  const places: Record<string, string[]> = {
    'the stream': [JSON.stringify(told.events), output],
    'the answers': answers.map(({ text }) => text),
    'the database': (await databaseText(world.db)).filter(row => !row.includes(KEPT_FOR_REVERT)),
    'what Postgres was sent': database.sent(),
    'the log': lines,
  }
  const hits = Object.entries(places).flatMap(([place, texts]) =>
    Object.entries(CANARIES).flatMap(([name, canary]) =>
      formsOf(canary).some(form => texts.some(text => text.includes(form))) ? [`${name} in ${place}`] : [],
    ),
  )
  // What a changed file held is kept to the byte, or it could not be put back. It is in no answer and in no export.
  expect(hits).toEqual(['diff in what Postgres was sent'])
  expect(
    Object.entries(places)
      .filter(([, texts]) => texts.some(text => text.includes('⟦secret:')))
      .map(([place]) => place),
  ).toEqual(expect.arrayContaining(['the stream', 'the answers', 'the database']))
  const read = JSON.stringify(await s.view())
  for (const words of [
    /Third quarter ⟦secret:\d+⟧/,
    /find me: ⟦secret:\d+⟧/,
    /It is ⟦secret:\d+⟧\./,
    /I say ⟦secret:\d+⟧/,
  ])
    expect(read).toMatch(words)
})
