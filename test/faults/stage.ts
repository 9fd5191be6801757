import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../http/free-port'
import { type ServerProcess, startServer } from '../http/server-process'
import type { Server } from './patient-client'
import { descendantsOf, type ProcessSeen, queuedMs, stillRunning } from './processes'

export type StageOptions = {
  databaseUrl: string
  /** The data directory; the workspace lies in it. */
  folder: string
  env?: Record<string, string>
  command?: string[]
}

/** How long a start took, and for how much of that others had the processors. */
export type Restart = { ms: number; queuedMs: number }

/** When a start is given up; whether it was quick enough is for a trial to judge, which knows how busy the machine was. */
export const READY_MS = 120_000

/** One server on one port that can die and come back; whoever asks `up` waits while it is dead. */
export class Stage implements Server {
  readonly url: string
  readonly token: string
  readonly workspace: string
  private standing = Promise.withResolvers<void>()
  isUp = true
  private starting: { kill: AbortController; ended: Promise<void> } | null = null
  private leftBehind: ProcessSeen[] = []

  private constructor(
    private server: ServerProcess,
    private readonly start: (signal: AbortSignal) => Promise<ServerProcess>,
    workspace: string,
  ) {
    this.url = server.url
    this.token = server.token
    this.workspace = workspace
    this.standing.resolve()
  }

  static async open({ databaseUrl, folder, env, command }: StageOptions): Promise<Stage> {
    const workspace = join(folder, 'workspace')
    mkdirSync(workspace)
    const port = await freePort()
    const own = { COUNTERSIGN_WORKSPACE: workspace, ...env }
    const place = { databaseUrl, dataDir: folder, port, env: own, readyMs: READY_MS }
    const options = { ...place, ...(command ? { command } : {}) }
    const start = (signal?: AbortSignal) => startServer({ ...options, ...(signal ? { signal } : {}) })
    return new Stage(await start(), start, workspace)
  }

  up = (): Promise<void> => this.standing.promise

  /** Kill -9, with no word to the processes below it; also in the middle of a start. Resolves when it is gone. */
  async crash(): Promise<void> {
    if (this.isUp) this.standing = Promise.withResolvers()
    this.isUp = false
    this.starting?.kill.abort()
    await this.starting?.ended
    this.leftBehind.push(...descendantsOf(this.server.pid))
    await this.server.kill9()
  }

  /** Resolves once it is healthy again; with null where it was killed before. */
  async restart(): Promise<Restart | null> {
    const began = performance.now()
    const kill = new AbortController()
    const start = this.startUnless(kill.signal)
    this.starting = { kill, ended: start.then(ignore, ignore) }
    if (!(await start)) return null
    return { ms: performance.now() - began, queuedMs: queuedMs(this.server.pid) }
  }

  private async startUnless(killed: AbortSignal): Promise<boolean> {
    try {
      this.server = await this.start(killed)
    } catch (error) {
      if (killed.aborted) return false
      throw error
    } finally {
      this.starting = null
    }
    if (killed.aborted) return false
    this.isUp = true
    this.standing.resolve()
    return true
  }

  /** From a known state, whatever has happened: kills what runs and starts anew. */
  async begin(): Promise<void> {
    await this.crash()
    await this.restart()
  }

  /** Processes of killed servers that still run; asked once for each. */
  orphans(): string[] {
    const running = stillRunning(this.leftBehind)
    this.leftBehind = []
    return running.map(({ pid, name }) => `${name} (${pid})`)
  }

  log(): string {
    return this.server.log()
  }

  async close(): Promise<void> {
    await this.server.stop()
  }
}

const ignore = () => undefined
