import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '@/scripts/launch/settings.mjs'
import { joinTestPostgres, scratchName } from '@/scripts/postgres/test-postgres.mjs'
import { openScratchDatabase, type TestPostgres } from '@/test/database/scratch-database'
import { startModel } from './model'

const LAUNCHER = pathToFileURL(join(ROOT, 'scripts/launch/with-launcher.mjs')).href

/** The command of a production server that can be looked into at this port. */
export const inspected = (port: number, ...nodeArgs: string[]): string[] => [
  process.execPath,
  `--inspect=127.0.0.1:${port}`,
  ...nodeArgs,
  ...['--import', LAUNCHER],
  ...[join(ROOT, 'node_modules/next/dist/bin/next'), 'start', '-H', '127.0.0.1', '-p'],
]

/** The model and the Postgres of a benchmark, which end with it. */
export async function openBench(opened: AsyncDisposableStack) {
  const model = await startModel()
  opened.defer(model.close)
  const postgres = await joinTestPostgres({ root: ROOT, durable: true })
  opened.defer(postgres.leave)
  return { model, postgres }
}

/** A database and a folder that go away again. */
export async function scratch(opened: AsyncDisposableStack, postgres: TestPostgres, mark: string) {
  const folder = mkdtempSync(join(tmpdir(), 'loop-bench-'))
  opened.defer(() => rmSync(folder, { recursive: true, force: true }))
  const workspace = join(folder, 'workspace')
  mkdirSync(workspace)
  const database = await openScratchDatabase(opened, postgres, scratchName('test', mark))
  return { ...database, folder, workspace }
}
