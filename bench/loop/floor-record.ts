import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import pg from 'pg'
import { type Asked, config, die } from './plain-server'

export type Call = { id: string; type: 'function'; function: { name: string; arguments: string } }
export type Message = { role: string; content: string | null; tool_calls?: Call[]; tool_call_id?: string }

/** A session as a request finds it. `append` is one commit, and resolves with what watchers are told of a call that waits. */
export type Thread = {
  messages: Message[]
  append: (kind: 'message' | 'decision' | 'result' | 'reply', body: Message | object) => Promise<object>
}

const pool = new pg.Pool({ connectionString: config.databaseUrl, max: 10 })

/** One append-only table is all there is, read once for each request; nothing is checked. */
export async function openBare({ session }: Asked): Promise<Thread> {
  const text = `SELECT body FROM floor WHERE session = $1 AND kind <> 'decision' ORDER BY seq`
  const { rows } = await pool.query<{ body: Message }>({ name: 'messages', text, values: [session] })
  const append: Thread['append'] = async (kind, body) => {
    const text = 'INSERT INTO floor (session, kind, body) VALUES ($1, $2, $3)'
    await pool.query({ name: 'append', text, values: [session, kind, JSON.stringify(body)] })
    return {}
  }
  return { messages: rows.map(({ body }) => body), append }
}

/** What is kept of a session beside its head: by the first column, in one table each. */
const COLUMNS = {
  event: 'version int, payload text, hash text',
  entry: 'version int, message json',
  call: 'id text, digest text, state text, proposed json',
  request: 'version int, received json',
  key: 'key text',
}
type Table = keyof typeof COLUMNS
type Rows = Partial<Record<Table, object>>

export async function prepare(): Promise<void> {
  const kept = Object.entries(COLUMNS).map(([table, columns]) => {
    const key = `PRIMARY KEY (session, ${columns.split(' ')[0]})`
    return `CREATE TABLE kept_${table} (session text, ${columns}, ${key});`
  })
  await pool.query(
    config.keeps
      ? `CREATE TABLE kept_head (
           session text PRIMARY KEY, version int NOT NULL, head text NOT NULL, signature text NOT NULL);
         ${kept.join('')}`
      : `CREATE TABLE floor (
           seq bigserial PRIMARY KEY, session text NOT NULL, kind text NOT NULL, body json NOT NULL);
         CREATE INDEX floor_session ON floor (session, seq)`,
  )
}

/** Moves the head where it is as it was read, and only then writes anything. */
function commitOf(tables: Table[]): string {
  const inserts = tables.map((table, at) => {
    const columns = COLUMNS[table]
    const names = columns.replace(/ \w+(,|$)/g, '$1')
    return `, ${table}_row AS (INSERT INTO kept_${table} (session, ${names})
      SELECT $1, ${names} FROM moved, json_to_record($${at + 6}) AS row(${columns})
      ${table === 'call' ? 'ON CONFLICT (session, id) DO UPDATE SET state = excluded.state' : ''})`
  })
  return `WITH moved AS (
      INSERT INTO kept_head AS h (session, version, head, signature) VALUES ($1, 1, $4, $5)
      ON CONFLICT (session) DO UPDATE
        SET version = h.version + 1, head = excluded.head, signature = excluded.signature
        WHERE h.version = $2 AND h.head = $3
      RETURNING 1)${inserts.join('')}
    SELECT FROM moved`
}

/** A row for each entry: to gather them in one takes twice as long once they are many. */
const READ = `SELECT h.version, head, message,
    EXISTS (SELECT FROM kept_key WHERE session = $1 AND key = $2) AS answered,
    (SELECT digest FROM kept_call WHERE session = $1 AND id = $3 AND state = 'waiting') AS digest
  FROM kept_head h JOIN kept_entry e USING (session) WHERE session = $1 ORDER BY e.version`
type Read = { version: number; head: string; message: Message; answered: boolean; digest: string | null }

const { privateKey } = generateKeyPairSync('ed25519')
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
const digestOf = ({ function: { name, arguments: text } }: Call): string =>
  hashOf(JSON.stringify([name, text]))

/** The least that keeps the record: null where the request was answered before. */
export async function openKept({ session, key, what, body: asked }: Asked): Promise<Thread | null> {
  const named = what === 'decisions' ? asked : {}
  const { rows } = await pool.query<Read>({ name: 'read', text: READ, values: [session, key, named.callId] })
  const { answered = false, digest, version = 0, head = '' } = rows[0] ?? {}
  if (answered) return null
  const at = { version, head }
  const messages = rows.map(({ message }) => message)
  const proposal = messages.at(-1)?.tool_calls?.[0]
  const waiting = { id: named.callId, digest }
  const digests = [digest, proposal && digestOf(proposal)]
  if (what === 'decisions' && (!proposal || digests.some(digest => digest !== named.digest)))
    throw new Error('What is decided is not what was proposed.')
  const append: Thread['append'] = async (kind, body) => {
    const { version, head } = at
    const payload = JSON.stringify({ version: version + 1, kind, at: new Date().toISOString(), body })
    const next = { version: version + 1, head: hashOf(head + payload) }
    const proposed = 'tool_calls' in body ? body.tool_calls?.[0] : undefined
    const call = proposed && { id: proposed.id, digest: digestOf(proposed), state: 'waiting', proposed }
    const event = { version: next.version, payload, hash: next.head }
    const entry = { version: next.version, message: body }
    const rows: Record<typeof kind, Rows> = {
      message: { event, entry, key: { key } },
      decision: { event, call: { ...waiting, state: 'approved' }, key: { key } },
      result: { event, entry, call: { ...waiting, state: 'done' } },
      reply: { event, entry, request: { version: next.version, received: body }, ...(call && { call }) },
    }
    const signed = Buffer.from(`${session} ${next.version} ${next.head}`)
    const signature = sign(null, signed, privateKey).toString('base64')
    const values = [session, version, head, next.head, signature]
    values.push(...Object.values(rows[kind]).map(row => JSON.stringify(row)))
    const tables = Object.keys(rows[kind]) as Table[]
    const { rowCount } = await pool.query({ name: tables.join(), text: commitOf(tables), values })
    if (rowCount !== 1) throw new Error('Somebody else has moved the head.')
    Object.assign(at, next)
    pool.query(`SELECT pg_notify('kept', $1)`, [`${session} ${next.version}`]).catch(die)
    return call ? { callId: call.id, digest: call.digest } : {}
  }
  return { messages, append }
}
