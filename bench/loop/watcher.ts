import http from 'node:http'
import type { Heard, Side } from './side'

/** Reads the events of one session as they come, and hands out what they say one by one. */
export class Watcher {
  private readonly heard: Exclude<Heard, null>[] = []
  private ring: () => void = () => undefined
  private failure: Error | undefined

  private constructor(private readonly request: http.ClientRequest) {}

  static open(side: Side, sessionId: string): Promise<Watcher> {
    return new Promise((resolve, reject) => {
      const options = { agent: false, headers: side.headers }
      const request = http.get(side.url + side.events(sessionId), options, response => {
        if (response.statusCode !== 200) return reject(new Error(`Events: ${response.statusCode}`))
        const watcher = new Watcher(request)
        let rest = ''
        response.setEncoding('utf8').on('data', (piece: string) => {
          const frames = (rest + piece).split('\n\n')
          rest = frames.pop() ?? ''
          for (const frame of frames) watcher.take(side, frame)
        })
        response.on('error', error => watcher.fail(error))
        response.on('end', () => watcher.fail(new Error('The stream ended.')))
        resolve(watcher)
      })
      request.on('error', reject)
    })
  }

  /** What is heard next. */
  async next(): Promise<Exclude<Heard, null>> {
    while (this.heard.length === 0) {
      if (this.failure) throw this.failure
      await new Promise<void>(resolve => {
        this.ring = resolve
      })
    }
    return this.heard.shift() as Exclude<Heard, null>
  }

  close(): void {
    this.request.destroy()
  }

  private take(side: Side, frame: string): void {
    const event = /^event: (.*)$/m.exec(frame)?.[1]
    const data = /^data: (.*)$/m.exec(frame)?.[1]
    const heard = event && data ? side.hear(event, data) : null
    if (!heard) return
    this.heard.push(heard)
    this.ring()
  }

  private fail(error: Error): void {
    this.failure ??= error
    this.ring()
  }
}
