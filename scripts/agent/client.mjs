import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Fault } from '../process/fault.mjs'

/** Why the server refused something: its problem details. */
export class ApiProblem extends Error {
  constructor(status, problem) {
    super(problem?.detail ?? `The server answered ${status}.`)
    this.problem = problem ?? {}
    this.isPassing = status === 429 || status >= 500
  }
}

/** The longest silence of a connection that lives, and how often one that does not is opened again. */
const SILENCE_MS = 40_000
const TRIES = 60

/** The API of the server that these settings describe. What is asked ends where `leaving` fires. */
export function openClient({ origin, host, port, token, dataDir }, leaving) {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  const url = origin?.replace(/\/$/, '') ?? `http://${name}:${port}`
  const headers = {
    authorization: `Bearer ${token ?? keptToken(dataDir)}`,
    'content-type': 'application/json',
  }

  async function ask(line, options) {
    const [method, address] = line.split(' ')
    const response = await fetch(url + address, { method, headers, ...options })
    if (response.ok) return response
    throw new ApiProblem(response.status, await response.json().catch(() => null))
  }

  async function send(line, body) {
    const response = await ask(line, { body: body && JSON.stringify(body), signal: leaving }).catch(error => {
      throw error instanceof ApiProblem
        ? error
        : new Fault(`No Countersign answers at ${url}: start it first.`)
    })
    return response.json()
  }

  /** The events of a session after one of them, without gap or repeat, however often the connection breaks. */
  async function* events(sessionId, { after: last, signal }) {
    for (let tries = 0; !signal.aborted; tries += 1) {
      const silence = new AbortController()
      const timer = setTimeout(() => silence.abort(), SILENCE_MS)
      try {
        const sent = { ...headers, 'last-event-id': String(last) }
        const options = { headers: sent, signal: AbortSignal.any([signal, silence.signal]) }
        const { body } = await ask(`GET /api/sessions/${sessionId}/events`, options)
        const onChunk = () => {
          tries = 0
          timer.refresh()
        }
        for await (const event of eventsIn(body, onChunk)) {
          last = event.id ?? last
          yield event
        }
      } catch (error) {
        if (error.isPassing === false || tries > TRIES) throw error
      } finally {
        clearTimeout(timer)
      }
      await pause(1_000, null, { signal }).catch(() => undefined)
    }
  }

  return { url, send, events }
}

function keptToken(dataDir) {
  const file = path.join(dataDir, 'token')
  if (fs.existsSync(file)) return fs.readFileSync(file, 'utf8').trim()
  throw new Fault(`There is no ${file}: start Countersign first, or set COUNTERSIGN_TOKEN.`)
}

async function* eventsIn(body, onChunk) {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body) {
    onChunk()
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
    rest = blocks.pop()
    for (const block of blocks) {
      const fields = Object.fromEntries(
        [...block.matchAll(/^(\w+): ?([^\n]*)/gm)].map(([, name, value]) => [name, value]),
      )
      if (fields.data && fields.event !== 'heartbeat')
        yield { id: fields.id, type: fields.event, data: JSON.parse(fields.data) }
    }
  }
}
