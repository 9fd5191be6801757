import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { expect } from 'playwright/test'
import type { CallSet } from '@/lib/domain/call/call'
import type { InstallationSettings } from '@/lib/domain/contract/installation-operations'
import type { Session } from '@/lib/domain/session/session'
import type { SessionView } from '@/lib/domain/session/view'
import { scratchName } from '@/scripts/postgres/test-postgres.mjs'
import { asAdmin, copyTemplate, withName } from '@/test/database/admin-database'
import { freePort } from '@/test/http/free-port'
import { type ServerProcess, startServer } from '@/test/http/server-process'
import { fillTranscript } from '@/test/long-transcript'

/** What a scripted model says and calls, one after the other. */
export type Cue = {
  text?: string
  reasoning?: string
  calls?: { name: string; arguments: unknown }[]
  raw?: string
  delayMs?: number
  chunkMs?: number
  fault?: string
}

/** Servers work by `databaseUrl`; by the administrator's a test does what they may not. */
type Place = { databaseUrl: string; adminUrl: string; folder: string }

let made = 0

/** What can be deleted one by one. */
const DELETABLE = [
  ...['/api/sessions?archived=false&limit=200', '/api/sessions?archived=true&limit=200'],
  ...[
    '/api/memories?limit=200',
    '/api/rules?limit=200',
    '/api/mcp-servers',
    '/api/channels',
    '/api/schedules',
  ],
]

/** Where nothing may be left when all of that is gone. */
const LASTING = [
  ...['Session', 'Rule', 'ModelSetting', 'Memory', 'RecordCheck', 'RecordFault'],
  ...['McpServer', 'ToolPin', 'Channel', 'Schedule'],
]

/** A server of its own with its own database and workspace, and what a test may do beside the page. */
export class Installation {
  private readonly others: Installation[] = []
  /** As it was begun, but for what can be deleted. */
  private isUntouched = true
  private isUp = true

  /** What is set where nobody has set anything. */
  private settings: InstallationSettings | null = null

  private constructor(
    private server: ServerProcess,
    private readonly start: () => Promise<ServerProcess>,
    private readonly place: Place,
  ) {}

  static async open(env: Record<string, string> = {}): Promise<Installation> {
    made += 1
    const adminUrl = process.env.E2E_ADMIN_URL ?? ''
    const name = scratchName('e2e', `${made}`)
    await copyTemplate(adminUrl, { template: process.env.E2E_TEMPLATE ?? '', name })
    const folder = await mkdtemp(path.join(tmpdir(), 'countersign-e2e-'))
    const databaseUrl = withName(process.env.E2E_SERVER_URL ?? '', name)
    const place = { databaseUrl, adminUrl: withName(adminUrl, name), folder }
    const installation = await Installation.serve(place, env)
    installation.settings = await installation.readSettings()
    return installation
  }

  private static async serve(place: Place, env: Record<string, string>): Promise<Installation> {
    const port = await freePort()
    const start = () => startServer({ databaseUrl: place.databaseUrl, dataDir: place.folder, port, env })
    return new Installation(await start(), start, place)
  }

  /** One more server on the same database and the same workspace; it goes when this one is closed. */
  async another(env: Record<string, string> = {}): Promise<Installation> {
    this.isUntouched = false
    const other = await Installation.serve(this.place, env)
    this.others.push(other)
    return other
  }

  /** How one of its servers ended by itself; null where none did. */
  death(): string | null {
    return [this, ...this.others].map(({ server }) => server.death()).find(Boolean) ?? null
  }

  get url(): string {
    return this.server.url
  }

  get token(): string {
    return this.server.token
  }

  /** The link that the server prints when it starts. */
  get link(): string {
    return `${this.server.url}/?token=${this.server.token}`
  }

  /** Kill -9, with no word to anybody. */
  kill = (): Promise<void> => {
    this.isUp = false
    return this.server.kill9()
  }

  /** The server stands still where it is, as by SIGSTOP; `thaw` lets it go on. */
  freeze(): void {
    this.isUntouched = false
    process.kill(this.server.pid, 'SIGSTOP')
  }

  thaw = (): boolean => process.kill(this.server.pid, 'SIGCONT')

  async restart(): Promise<void> {
    this.server = await this.start()
    this.isUp = true
  }

  async close(): Promise<void> {
    for (const { server } of [this, ...this.others]) await server.kill9()
    const name = new URL(this.place.databaseUrl).pathname.slice(1)
    await asAdmin(process.env.E2E_ADMIN_URL ?? '', `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await rm(this.place.folder, { recursive: true, force: true })
  }

  /** Empties it for the next journey. False where something may be left that only a new one is without. */
  async clear(): Promise<boolean> {
    if (!this.isUntouched || !this.isUp) return false
    for (const list of DELETABLE) {
      const { items } = await this.ask<{ items: { id: string }[] }>('GET', list)
      const address = list.split('?')[0]
      for (const { id } of items) await this.ask('DELETE', `${address}/${id}`)
    }
    await rm(path.join(this.place.folder, 'provider-keys.json'), { force: true })
    if (!isDeepStrictEqual(await this.readSettings(), this.settings))
      await this.ask('PATCH', '/api/settings', this.settings)
    await rm(path.join(this.place.folder, 'skills'), { recursive: true, force: true })
    // What begins with a dot is the server's own: by it the workspace is known again.
    const names = (await readdir(this.file(''))).filter(
      name => !name.startsWith('.') || name === '.countersign',
    )
    for (const name of names) await rm(this.file(name), { recursive: true, force: true })
    return !(await this.hasLasting())
  }

  /** Whether there is anything that outlives every session. */
  private async hasLasting(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.place.adminUrl })
    await client.connect()
    try {
      const counts = LASTING.map(table => `(SELECT count(*) FROM "${table}")`).join(' + ')
      return Number((await client.query(`SELECT ${counts} AS n`)).rows[0].n) > 0
    } finally {
      await client.end()
    }
  }

  /** Somebody with a shell of the database changes rows, past all triggers. */
  async touch(sql: string): Promise<void> {
    this.isUntouched = false
    const client = new pg.Client({ connectionString: this.place.adminUrl })
    await client.connect()
    try {
      await client.query('SET session_replication_role = replica')
      await client.query(sql)
    } finally {
      await client.end()
    }
  }

  file = (name: string): string => path.join(this.place.folder, 'workspace', name)
  read = (name: string): Promise<string> => readFile(this.file(name), 'utf8')
  write = async (name: string, content: string): Promise<void> => {
    await mkdir(path.dirname(this.file(name)), { recursive: true })
    await writeFile(this.file(name), content)
  }

  /** A request as a program sends it. Fails where the answer is no success. */
  async ask<T>(method: string, address: string, body?: unknown): Promise<T> {
    const response = await fetch(this.url + address, {
      method,
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok)
      throw new Error(
        `${method} ${address}: ${response.status} ${text}\n${response.status < 500 ? '' : this.server.log()}`,
      )
    return JSON.parse(text || 'null')
  }

  private readSettings = (): Promise<InstallationSettings> => this.ask('GET', '/api/settings')

  /** A session with a model that does what the next message scripts. */
  scripted = (settings: Record<string, unknown> = {}): Promise<Session> =>
    this.ask('POST', '/api/sessions', { model: 'scripted:replay', title: 'A scripted session', ...settings })

  play = (session: Session, turns: Cue[]): Promise<unknown> =>
    this.ask('POST', `/api/sessions/${session.id}/messages`, { text: JSON.stringify({ turns }) })

  view = (session: Session): Promise<SessionView> => this.ask('GET', `/api/sessions/${session.id}`)

  /** What a call of a session that runs gave last, as far as it is kept. */
  async lastOutput({ id }: Session): Promise<string | null> {
    const client = new pg.Client({ connectionString: this.place.adminUrl })
    await client.connect()
    try {
      const { rows } = await client.query(
        `SELECT "lastOutput" FROM "Call" WHERE "sessionId" = $1 AND state = 'executing'`,
        [id],
      )
      return rows[0]?.lastOutput ?? null
    } finally {
      await client.end()
    }
  }

  /** A session in which that much has been said. */
  async long(count: number): Promise<Session> {
    const session = await this.scripted({ title: 'A long session' })
    await fillTranscript(this.place.adminUrl, session.id, count)
    return session
  }

  /** Rules about waiting Calls from outside the page. */
  async decide(session: Session, kind: string, more: Record<string, unknown> = {}): Promise<CallSet> {
    const set = (await this.view(session)).pendingSet
    const waiting = set?.calls.filter(call => call.state === 'waiting') ?? []
    const decisions = waiting.map(call => ({ callId: call.id, digest: call.digest, kind, ...more }))
    return this.ask('POST', `/api/sets/${set?.id}/decisions`, { decisions })
  }

  /**
   * Holds up whoever wants to add to the transcript, until it is let go. Where a process was killed meanwhile, what it
   * had asked for would still be done: `lost` breaks its connection first, as if it had died before it asked.
   */
  async holdTranscript(): Promise<(what?: 'lost') => Promise<void>> {
    const client = new pg.Client({ connectionString: this.place.adminUrl })
    await client.connect()
    await client.query('BEGIN')
    await client.query('LOCK TABLE "Entry" IN SHARE MODE')
    return async what => {
      if (what === 'lost') await expect.poll(() => losing(client)).toBe(0)
      await client.end()
    }
  }
}

/** Breaks the connections that wait for the transcript; how many there still were. */
async function losing(client: pg.Client): Promise<number> {
  const { rows } = await client.query(`SELECT pg_terminate_backend(pid) FROM pg_locks
    WHERE relation = '"Entry"'::regclass AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
  return rows.length
}
