import { type FSWatcher, mkdirSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SOURCE, textOf, type Work } from './model'
import { post } from './post'
import type { Pause, Side } from './side'
import { Watcher } from './watcher'

/**
 * One iteration as a person sees it, in milliseconds: from the approval that is sent to the next Call that waits,
 * or the end; and to the first sign of the tool in the workspace, where it leaves one.
 */
export type Iteration = { ms: number; toToolMs: number | undefined }

const textAt = (at: number): string => `${String(at).padStart(99, 'y')}\n`.repeat(SOURCE.bytes / 100)

/** Somebody with a session: watches it, approves whatever waits, and takes the time. */
export class Driver {
  private touched: number | undefined
  private spokenAt: number | undefined
  private pause: Pause | null = null

  private constructor(
    private readonly side: Side,
    readonly sessionId: string,
    private readonly opened: { watcher: Watcher; folder: FSWatcher },
  ) {
    opened.folder.on('change', () => {
      this.touched ??= performance.now()
    })
  }

  /** Comes as far as the first Call that waits. */
  static async begin(side: Side, work: Work, place: { workspace: string; folder: string }): Promise<Driver> {
    const folder = join(place.workspace, place.folder)
    mkdirSync(folder, { recursive: true })
    if (work.tool === 'read_file')
      for (let at = 0; at < work.times; at += 1) writeFileSync(join(folder, SOURCE.path(at)), textAt(at))
    const sessionId = await side.create(place.folder)
    const watcher = await Watcher.open(side, sessionId)
    const driver = new Driver(side, sessionId, { watcher, folder: watch(folder) })
    const from = performance.now()
    await driver.post(side.say(sessionId, textOf(work)))
    await driver.hear()
    driver.firstTextMs = driver.spokenAt === undefined ? undefined : driver.spokenAt - from
    return driver
  }

  /** From the message that is sent to the first piece of text that is heard, where it came before any pause. */
  firstTextMs: number | undefined

  get isPaused(): boolean {
    return this.pause !== null
  }

  async approve(): Promise<Iteration> {
    if (!this.pause) throw new Error('Nothing waits.')
    this.touched = undefined
    const from = performance.now()
    await Promise.all([this.post(this.pause), this.hear()])
    const touched = this.touched as number | undefined
    return { ms: performance.now() - from, toToolMs: touched === undefined ? undefined : touched - from }
  }

  close(): void {
    this.opened.watcher.close()
    this.opened.folder.close()
  }

  private post({ path, body }: { path: string; body: unknown }): Promise<unknown> {
    return post({ url: this.side.url + path, headers: this.side.headers, body })
  }

  private async hear(): Promise<void> {
    let heard = await this.opened.watcher.next()
    while (heard.kind === 'text') {
      this.spokenAt ??= performance.now()
      heard = await this.opened.watcher.next()
    }
    if (heard.kind === 'ended' && heard.how !== 'final_text') throw new Error(`Ended with ${heard.how}.`)
    this.pause = heard.kind === 'paused' ? heard.pause : null
  }
}

/** A whole session, from the message to the answer: its iterations. */
export async function wholeSession(
  side: Side,
  work: Work,
  place: { workspace: string; folder: string },
): Promise<Iteration[]> {
  const driver = await Driver.begin(side, work, place)
  try {
    const iterations: Iteration[] = []
    while (driver.isPaused) iterations.push(await driver.approve())
    if (iterations.length !== work.times) throw new Error(`It made ${iterations.length} iterations.`)
    return iterations
  } finally {
    driver.close()
  }
}
