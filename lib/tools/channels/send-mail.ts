import { isIP } from 'node:net'
import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { CodedError, type CodedText, phrase, plain } from '@/lib/messages/phrase'
import { oneLine } from '@/lib/text/truncate'
import type { Network } from '../web/guarded-client'
import type { Mail } from './compose-message'

/** `sent`: 1 where the message may have arrived all the same. */
export type Delivery =
  | { kind: 'sent'; text: string }
  | { kind: 'failed'; text: string; codedText: CodedText; sent: number }

export type DeliveryOptions = {
  signal: AbortSignal
  /** Throws where nothing may be done any more. */
  beforeEffect: () => void
  internalHosts: readonly string[]
  totalMs: number
  network?: Network | undefined
}

const MOST_ANSWER_BYTES = 64_000

/** Hands a mail to its server. It throws only where nothing was handed over and nothing may be. */
export async function sendMail(
  { mail, password }: { mail: Mail; password: string | undefined },
  { signal, beforeEffect, totalMs }: DeliveryOptions,
): Promise<Delivery> {
  const { host, port, secure, user } = mail.server
  const message = await composed(mail)
  const over = AbortSignal.timeout(totalMs)
  const until = AbortSignal.any([signal, over])
  until.throwIfAborted()
  beforeEffect()
  const connection = new Connection(
    {
      host,
      port,
      secure,
      requireTLS: user !== undefined && !isLoopback(host),
      connectionTimeout: totalMs,
      greetingTimeout: totalMs,
      socketTimeout: totalMs,
      dnsTimeout: totalMs,
      maxResponseSize: MOST_ANSWER_BYTES,
    },
    until,
  )
  let isSent = false
  try {
    await connection.connect()
    if (user !== undefined) await connection.login(user, password ?? '')
    until.throwIfAborted()
    beforeEffect()
    isSent = true
    const refused = await connection.send({ from: mail.from, to: mail.to }, message)
    const lacks = refused.length === 0 ? '' : ` It was refused for ${oneLine(refused.join(', '))}.`
    return { kind: 'sent', text: `${host} took it.${lacks}` }
  } catch (error) {
    if (!isSent && (signal.aborted || !isNodemailerError(error)) && !over.aborted) throw error
    const refusal = isNodemailerError(error) ? error.responseCode : undefined
    const mayBeSent = isSent && refusal === undefined
    const reason: CodedText = over.aborted
      ? { code: 'delivery.slow', params: { seconds: totalMs / 1000 } }
      : reasonOf(error)
    const code = mayBeSent ? 'delivery.handedOver' : 'delivery.notSentTo'
    const codedText: CodedText = { code, params: { place: host }, parts: [reason] }
    return { kind: 'failed', text: phrase(codedText), codedText, sent: mayBeSent ? 1 : 0 }
  } finally {
    connection.close()
  }
}

/** The steps of a connection as promises, each ended by whatever ends the connection. */
class Connection {
  readonly #connection: SMTPConnection
  readonly #end = Promise.withResolvers<never>()
  readonly #until: AbortSignal
  readonly #abort = (): void => this.#end.reject(this.#until.reason)

  constructor(options: ConstructorParameters<typeof SMTPConnection>[0], until: AbortSignal) {
    this.#connection = new SMTPConnection(options)
    this.#until = until
    this.#end.promise.catch(() => undefined)
    this.#connection.on('error', this.#end.reject)
    this.#connection.on('end', () => this.#end.reject(new ConnectionEnded()))
    until.addEventListener('abort', this.#abort, { once: true })
  }

  connect = (): Promise<void> => this.#step<void>(done => this.#connection.connect(error => done(error)))

  login = (user: string, pass: string): Promise<void> =>
    this.#step<void>(done => this.#connection.login({ credentials: { user, pass } }, error => done(error)))

  /** Gives those for whom it was refused, where others get it. */
  send = (envelope: { from: string; to: string[] }, message: Buffer): Promise<string[]> =>
    this.#step<string[]>(done =>
      this.#connection.send(envelope, message, (error, info) =>
        done(error, info?.rejected.map(String) ?? []),
      ),
    )

  close(): void {
    this.#until.removeEventListener('abort', this.#abort)
    this.#connection.close()
  }

  #step<T>(begin: (done: (error: Error | null | undefined, value?: T) => void) => void): Promise<T> {
    const step = new Promise<T>((resolve, reject) => {
      begin((error, value) => (error ? reject(error) : resolve(value as T)))
    })
    return Promise.race([step, this.#end.promise])
  }
}

class ConnectionEnded extends CodedError {
  readonly code = 'ECONNECTION'

  constructor() {
    super({ code: 'delivery.closed' })
  }
}

const isNodemailerError = (error: unknown): error is Error & { responseCode?: number } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'

function reasonOf(error: unknown): CodedText {
  if (error instanceof CodedError) return error.codedText
  return error instanceof Error
    ? plain(`${oneLine(error.message).replace(/\.$/, '')}.`)
    : { code: 'delivery.failed' }
}

/** There a password passes nobody. Elsewhere it is sent by an encrypted connection, or not at all. */
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))

/** Plain text, with nothing attached. */
const composed = ({ from, to, subject, text }: Mail): Promise<Buffer> =>
  new MailComposer({ from, to, subject, text, disableFileAccess: true, disableUrlAccess: true })
    .compile()
    .build()
