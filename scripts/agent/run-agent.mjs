import { addAbortSignal } from 'node:stream'
import { parseArgs } from 'node:util'
import { asMessage, readCommand } from '../../lib/domain/session/commands.ts'
import { prosePieces, withVisibleEscapes } from '../../lib/text/hidden-characters.ts'
import { openClient } from './client.mjs'
import { decide } from './decide.mjs'
import { openTerminal } from './terminal.mjs'

const USAGE = 'Usage: npm run agent -- "MESSAGE" [--session KEY] [--model ID] [--wait [SECONDS]] [--json]'
const ANSWERED = ['final_text', 'task_complete', 'no_calls', 'silent', 'hook_reply']
const RESULT_LINES = 20

/**
 * Says something and follows the Run until it ends, or somebody is needed who is not here. Gives the exit code.
 *
 * @param {object} options `signal` fires where the person leaves, of which no Run hears
 */
export async function runAgent({ args, settings, env, stdin, stdout, stderr, signal }) {
  const options = readArguments(args)
  const isPiped = options && options.message === undefined && !stdin.isTTY
  // What is piped in may be anybody's words: it is no command.
  const text = isPiped
    ? asMessage(Buffer.concat(await addAbortSignal(signal, stdin).toArray()).toString())
    : (options?.message ?? '')
  if (text.trim() === '') {
    stderr.write(`${USAGE}\n`)
    return 2
  }
  const { key, model, wait, json } = options
  const { kind } = readCommand(text)
  if (key === undefined && kind !== 'message') {
    stderr.write(
      kind === 'unknown'
        ? 'There is no such command. Begin with // to send a text that starts with a slash.\n'
        : 'A command needs the session that it is for: --session KEY\n',
    )
    return 2
  }
  const client = openClient(settings, signal)
  const session = await client.send('POST /api/sessions', { ...(key && { key }), ...(model && { model }) })
  const before = await client.send(`GET /api/sessions/${session.id}`)
  const overrides = model && model !== session.model ? { overrides: { model } } : {}
  const answer = await client.send(`POST /api/sessions/${session.id}/messages`, { text, ...overrides })
  if (answer.command) {
    stdout.write(json ? lineOf({ type: 'command', data: answer }) : `${withVisibleEscapes(answer.text)}\n`)
    return 0
  }
  const terminal = stdin.isTTY && stdout.isTTY && !json ? openTerminal({ stdin, stdout }) : null
  const link = `${client.url}/sessions/${session.id}`
  const follower = new Follower({
    client,
    terminal,
    env,
    stdout,
    stderr,
    link,
    wait,
    json,
    runId: answer.runId,
  })
  try {
    return await follower.follow(before, signal)
  } finally {
    terminal?.close()
  }
}

/** Undefined where it was asked wrongly. `wait`: in seconds, 0 for as long as it takes. */
function readArguments(args) {
  const given = args.map((arg, at) =>
    arg === '--wait' && !/^\d+$/.test(args[at + 1] ?? '') ? '--wait=' : arg,
  )
  const string = { type: 'string' }
  const options = { session: string, model: string, wait: string, json: { type: 'boolean' } }
  try {
    const { values, positionals } = parseArgs({ args: given, options, allowPositionals: true })
    const { session: key, model, wait, json = false } = values
    if (positionals.length > 1 || !/^\d{0,6}$/.test(wait ?? '')) return undefined
    return { message: positionals[0], key, model, wait: wait === undefined ? undefined : Number(wait), json }
  } catch {
    return undefined
  }
}

/** An event on a line of its own, in ASCII: nothing in it can drive a terminal. */
const lineOf = event =>
  `${JSON.stringify(event).replace(/[^\x20-\x7e]/g, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`

/** Prints what comes of a Run, and asks about its Calls. */
class Follower {
  code
  printed = ''
  isLinked = false
  callIds = new Set()
  /** What takes back the question about a Call, by its id. One is asked after the other. */
  questions = new Map()
  asking = Promise.resolve()
  end = new AbortController()

  constructor(options) {
    Object.assign(this, options)
  }

  async follow({ session, seq, pendingSets }, leaving) {
    const timeout = this.wait ? AbortSignal.timeout(this.wait * 1000) : new AbortController().signal
    const signal = AbortSignal.any([leaving, timeout, this.end.signal])
    for (const set of pendingSets) {
      for (const call of set.calls) {
        this.takeCall(call, set)
        if (call.state === 'waiting') this.needs(call)
      }
    }
    for await (const event of this.client.events(session.id, { after: seq, signal })) this.take(event)
    for (const question of this.questions.values()) question.abort()
    if (this.failure) throw this.failure
    if (this.code !== undefined) return this.code
    this.tellLink()
    return timeout.aborted ? 124 : 130
  }

  finish(code) {
    this.code ??= code
    this.end.abort()
  }

  /** Also what a server asks while it works on one of the Run's Calls. */
  takeCall({ id, parentCallId }, { runId }) {
    if (runId === this.runId || this.callIds.has(parentCallId)) this.callIds.add(id)
  }

  take(event) {
    const { type, data } = event
    if (this.json) this.stdout.write(lineOf(event))
    if (type === 'call.proposed') this.takeCall(data.call, data.set)
    if (type === 'call.waiting') this.needs(data.call)
    if (type === 'call.decided' || type === 'call.ended') this.questions.get(data.call.id)?.abort()
    if ((data.runId ?? data.run?.id ?? data.entry?.runId) !== this.runId) return
    if (type === 'run.ended') this.finish(codeOf(data.run))
    if (this.json) return
    if (type === 'text.delta') this.delta(data)
    if (type === 'message.added') this.entry(data.entry)
  }

  write = text => this.stdout.write(withVisibleEscapes(text))

  /** A model's own words may need some of what cannot be seen, for emoji and letters that are joined. */
  say = text =>
    this.stdout.write(
      prosePieces(text)
        .map(piece => piece.text)
        .join(''),
    )

  delta({ offset, text }) {
    // The model was asked again, and begins anew.
    if (offset === 0 && this.printed !== '') this.write('\n')
    this.printed = offset === 0 ? text : this.printed + text
    this.say(text)
  }

  entry({ kind, text, call }) {
    if (kind === 'notice') this.write(`${text}\n`)
    if (kind === 'result') this.write(resultText(text, call))
    if (kind !== 'assistant') return
    const isSame = text.startsWith(this.printed)
    if (text !== '') this.say(isSame ? `${text.slice(this.printed.length)}\n` : `\n${text}\n`)
    this.printed = ''
  }

  needs(call) {
    if (!this.callIds.has(call.id)) return
    this.questions.get(call.id)?.abort()
    const question = new AbortController()
    this.questions.set(call.id, question)
    if (this.terminal) this.asking = this.asking.then(() => this.ask(call, question.signal))
    else this.leave(this.wait !== undefined)
  }

  async ask(call, signal) {
    try {
      if (!signal.aborted && !(await decide({ ...this, call, signal }))) this.leave(false)
    } catch (error) {
      this.failure = error
      this.end.abort()
    }
  }

  /** Somebody else decides: says where. */
  leave(isWaited) {
    this.tellLink()
    if (!isWaited) this.finish(3)
  }

  tellLink() {
    if (!this.isLinked) this.stderr.write(`${this.link}\n`)
    this.isLinked = true
  }
}

const codeOf = ({ stopReason }) => (ANSWERED.includes(stopReason) ? 0 : stopReason === 'timeout' ? 124 : 1)

function resultText(text, call) {
  const lines = text.split('\n')
  const more = lines.length - RESULT_LINES
  const shown = more > 0 ? [...lines.slice(0, RESULT_LINES), `… ${more} more lines`] : lines
  return `${call?.summary || call?.tool}: ${call?.result}\n${shown.map(line => `  ${line}\n`).join('')}`
}
