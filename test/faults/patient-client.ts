import * as z from 'zod'

export type Answer = { status: number; body: unknown }

/** Where the server is, and a promise that resolves once it is up: a dead one is waited for. */
export type Server = { url: string; token: string; up: () => Promise<void> }

/**
 * A client as patient as a person: a request that got no answer is sent again, unchanged and with the same
 * Idempotency-Key, once the server is back. `repeats` counts those.
 */
export class PatientClient {
  repeats = 0

  constructor(
    private readonly server: Server,
    private readonly signal: AbortSignal,
  ) {}

  /** Reads, and parses what was answered with 200; anything else is an error. */
  async get<T>(path: string, schema: z.ZodType<T>): Promise<T> {
    const { status, body } = await this.request('GET', path)
    if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${JSON.stringify(body)}`)
    const parsed = schema.safeParse(body)
    if (!parsed.success)
      throw new Error(`GET ${path} answered otherwise than agreed: ${z.prettifyError(parsed.error)}`)
    return parsed.data
  }

  post(path: string, body: unknown, key: string): Promise<Answer> {
    return this.request('POST', path, { text: JSON.stringify(body), key })
  }

  delete(path: string): Promise<Answer> {
    return this.request('DELETE', path)
  }

  private async request(method: string, path: string, sent?: { text: string; key: string }): Promise<Answer> {
    for (let attempt = 0; ; attempt += 1) {
      await this.server.up()
      try {
        return await this.once(method, path, sent)
      } catch (error) {
        if (this.signal.aborted || attempt >= 5) throw error
        this.repeats += 1
      }
    }
  }

  private async once(method: string, path: string, sent?: { text: string; key: string }): Promise<Answer> {
    const response = await fetch(this.server.url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.server.token}`,
        ...(sent ? { 'content-type': 'application/json', 'idempotency-key': sent.key } : {}),
      },
      signal: this.signal,
      ...(sent ? { body: sent.text } : {}),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }
}
