import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import * as z from 'zod'
import type { TestPostgres } from '@/lib/testing/database/scratch-database'
import { ROOT } from '@/scripts/launch/settings.mjs'
import { wholeSession } from '../loop/drive'
import type { BenchModel } from '../loop/model'
import { UseMeter } from '../loop/processor-time'
import { startProduct } from '../loop/product'
import { mean } from '../loop/ratios'
import { scratch } from '../loop/scratch'
import type { Side } from '../loop/side'

export type Tools = { name: string; count: number; chars: number }
type Parts = { model: BenchModel; postgres: TestPostgres; tools: Tools }

const Servers = z.object({ items: z.array(z.object({ status: z.string(), tools: z.array(z.string()) })) })

/** The production server with one server of tools. */
export class ToolSide {
  private folders = 0

  private constructor(
    private readonly side: Side & { workspace: string },
    private readonly meter: UseMeter,
    private readonly idle: string,
  ) {}

  static async open(opened: AsyncDisposableStack, { model, postgres, tools }: Parts): Promise<ToolSide> {
    const { count, chars } = tools
    const { databaseUrl, adminUrl, folder } = await scratch(opened, postgres, `tools${count}x${chars}`)
    const file = join(folder, 'servers.json')
    const args = [join(ROOT, 'bench/tools/many-tools.mjs'), `${count}`, `${chars}`]
    const many = { command: process.execPath, args, sandbox: false }
    writeFileSync(file, JSON.stringify({ mcpServers: { many } }))
    const env = { COUNTERSIGN_MCP_CONFIG: file }
    const side = await startProduct(model, { databaseUrl, dataDir: folder, env })
    opened.defer(() => side.stop().then(() => undefined))
    await connected(side, count)
    const client = new Client({ connectionString: adminUrl })
    await client.connect()
    opened.defer(() => client.end())
    return new ToolSide(side, await UseMeter.open(client), await side.create('idle'))
  }

  /** Five approved calls of a file tool, all tools offered: milliseconds of an iteration. */
  async session(): Promise<{ ms: number; serverMs: number }> {
    this.folders += 1
    const place = { workspace: this.side.workspace, folder: `folder-${this.folders}` }
    const work = { tool: 'write_file', times: 5 } as const
    const { value, use } = await this.meter.over(this.side.pid, () => wholeSession(this.side, work, place))
    return { ms: mean(value.map(({ ms }) => ms)), serverMs: use.serverMs / work.times }
  }

  /** Milliseconds until all of it has come. */
  page = (): Promise<number> => this.timeOf(`/sessions/${this.idle}`)
  list = (): Promise<number> => this.timeOf('/api/tools')

  private async timeOf(path: string): Promise<number> {
    const from = performance.now()
    const answer = await fetch(this.side.url + path, { headers: this.side.headers })
    await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`)
    return performance.now() - from
  }
}

async function connected({ url, headers }: Side, count: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/api/mcp-servers`, { headers })
    const [server] = Servers.parse(await answer.json()).items
    if (server?.status === 'connected' && server.tools.length === count) return
    await wait(100)
  }
}
