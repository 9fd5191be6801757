import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { joinPostgres } from '../postgres.mjs'

/**
 * The server in which the tests make their databases: that of TEST_DATABASE_URL or DATABASE_URL, else an
 * embedded one of this run.
 *
 * @param {{ root: string, databaseUrl?: string, say: (text: string) => void, signal: AbortSignal }} settings
 */
export async function openTestPostgres({ root, databaseUrl, say, signal }) {
  const given = process.env.TEST_DATABASE_URL ?? databaseUrl
  if (given) return { url: given, close: async () => {} }
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-mutations-'))
  const postgres = await joinPostgres({ root, dataDir, durable: false, say, signal })
  const url = new URL(postgres.url)
  url.pathname = '/postgres'
  return {
    url: url.href,
    close: async () => {
      await postgres.leave()
      fs.rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
