import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { type JSONRPCMessage, serializeMessage, type Transport } from '@modelcontextprotocol/client'
import { CodedError } from '@/lib/messages/phrase'
import { clearBehind, killGroup } from '../sandbox/run-program'
import { Turns } from '../turns'
import { MessageBytes, MessageRefused, MOST_MESSAGE_BYTES, readMessages } from './read-messages'
import type { ServerProgram } from './server-program'

const MOST_COMPLAINT_CHARS = 8 * 1024

const NEWLINE = 10

/**
 * Becomes the server, after starting a watchdog beside it that kills all that is in its group when nobody holds the
 * other end of descriptor 3 any more: so the server ends also where this process is dead.
 */
const LAUNCHER = `
(
  exec 0<&- 1>&- 2>&- 4>&-
  while read -r _ <&3; do :; done
  read -r _ _ _ parent _ < "/proc/$BASHPID/stat"
  [ "$parent" = "$$" ] && kill -KILL -- "-$$"
) &
exec 3<&-
echo 1000 > "/proc/$$/oom_score_adj" 2>/dev/null
exec "$@"
`

type ProcessOptions = {
  /** To end by itself, once its input has ended. */
  closeMs: number
  /** Called before a message is written, in the same breath; what it throws keeps the message from being sent. */
  beforeSending: (message: JSONRPCMessage) => void
}

/** Messages to and from a server that is a process: one a line. It ends with all that it started. */
export class ProcessTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: Transport['onmessage']
  /** What the server last wrote to its standard error; by its name the client knows what kind of transport this is. */
  stderr = ''
  /** Why the server was ended. */
  failure: Error | undefined

  readonly #program: ServerProgram
  readonly #options: ProcessOptions
  readonly #closed = Promise.withResolvers<void>()
  readonly #mark = crypto.randomUUID()
  #child: ChildProcess | undefined
  readonly #line = new MessageBytes()
  /** Whether a message has come: what a program prints before its first one may stand in the same line. */
  #hasBegun = false
  /** A server may send any number of messages at once. */
  readonly #turns = new Turns()

  constructor(program: ServerProgram, options: ProcessOptions) {
    this.#program = program
    this.#options = options
  }

  async start(): Promise<void> {
    const { argv, env, hidden } = this.#program
    // Bash takes a socket as its input for a login over the network, and would read the files for that.
    const child = spawn('/bin/bash', ['--norc', '-c', LAUNCHER, 'countersign', ...argv], {
      cwd: '/',
      env: { ...env, [MARK]: this.#mark },
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe', 'pipe', hidden.length > 0 ? 'pipe' : 'ignore'],
    })
    this.#child = child
    for (const pipe of child.stdio) pipe?.on('error', error => this.onerror?.(error))
    const reading = this.#readAll(child)
    child.stderr?.on('data', bytes => {
      this.stderr = `${this.stderr}${bytes}`.slice(-MOST_COMPLAINT_CHARS)
    })
    child.on('exit', () => clearBehind(child))
    child.on('close', () => void Promise.all([reading, endMarked(this.#mark)]).then(() => this.#end()))
    await new Promise<void>((resolve, reject) => {
      child.on('spawn', resolve)
      child.on('error', error => {
        reject(error)
        this.#end()
      })
    })
    if (hidden.length > 0) (child.stdio[4] as Writable).end(hidden.map(argument => `${argument}\0`).join(''))
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const input = this.#child?.stdin
    if (!input?.writable || !this.#isRunning()) throw new CodedError({ code: 'toolServer.ended' })
    if (input.writableLength > MOST_MESSAGE_BYTES)
      this.#fail(new CodedError({ code: 'toolServer.notReading' }))
    const text = serializeMessage(message)
    this.#options.beforeSending(message)
    input.write(text)
  }

  /** Its input ends, and a moment later the server with all that it started. */
  async close(): Promise<void> {
    const child = this.#child
    if (!child) return this.#end()
    child.stdin?.end()
    const patience = setTimeout(() => killGroup(child.pid), this.#options.closeMs)
    await this.#closed.promise
    clearTimeout(patience)
  }

  #isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null
  }

  /** While others have their turn the server waits, since what it sends is not taken. */
  async #readAll({ stdout }: ChildProcess): Promise<void> {
    try {
      for await (const bytes of stdout ?? []) await this.#receive(bytes)
    } catch (error) {
      // It is torn down with a server that has ended.
      if (error instanceof MessageRefused) this.#fail(error)
      else this.#report(error)
    }
  }

  async #receive(bytes: Buffer): Promise<void> {
    let rest = bytes
    for (let end = rest.indexOf(NEWLINE); end !== -1; end = rest.indexOf(NEWLINE)) {
      this.#line.add(rest.subarray(0, end))
      rest = rest.subarray(end + 1)
      const line = this.#line.take()
      if (this.#turns.isDue) await this.#turns.take()
      if (this.failure) return
      this.#read(this.#hasBegun ? line : line.slice(Math.max(0, line.search(/\{\s*"/))))
    }
    this.#line.add(rest)
  }

  /** Programs print all sorts of things; what is no message is left alone. */
  #read(line: string): void {
    if (line.trim() === '') return
    try {
      for (const message of readMessages(line)) {
        this.#hasBegun = true
        this.onmessage?.(message)
      }
    } catch (error) {
      if (error instanceof MessageRefused) throw error
      this.#report(error)
    }
  }

  #report(error: unknown): void {
    this.onerror?.(error instanceof Error ? error : new Error(String(error)))
  }

  #fail(failure: Error): void {
    this.failure = failure
    killGroup(this.#child?.pid)
    this.onerror?.(failure)
  }

  #end(): void {
    this.#child?.stdio[3]?.destroy()
    this.#closed.resolve()
    const { onclose } = this
    delete this.onclose
    onclose?.()
  }
}

/** What a server starts inherits this variable, also where it leaves its group. */
const MARK = 'COUNTERSIGN_SERVER'

/** Ends the processes that have the mark, and those that they start meanwhile. */
async function endMarked(mark: string): Promise<void> {
  const pids = (await readdir('/proc').catch(() => [])).filter(name => /^\d+$/.test(name))
  const isMarked = async (pid: string): Promise<boolean> =>
    (await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')).includes(`${MARK}=${mark}`)
  const marks = await Promise.all(pids.map(isMarked))
  const strays = pids.filter((_, at) => marks[at])
  for (const pid of strays)
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  if (strays.length > 0) await endMarked(mark)
}
