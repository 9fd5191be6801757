#!/usr/bin/env node
/**
 * `npm run agent -- "MESSAGE" [--session KEY] [--model ID] [--wait [SECONDS]] [--json]`: says something to an agent of the
 * server that runs, prints what comes of it, and asks about the Calls that wait, where there is a terminal. Exit code 0: it
 * was answered; 1: it went wrong; 2: it was asked wrongly; 3: a Call waits for a person; 124: the time was over.
 */
import './typescript-hooks.mjs'
import { onRecentNode } from './launch/node.mjs'
import { readSettings } from './launch/settings.mjs'

const leaving = new AbortController()
process.on('SIGINT', () => leaving.abort())
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.exit(1))

try {
  const settings = readSettings(process.env)
  await onRecentNode({ dataDir: settings.dataDir, say: console.error, signal: leaving.signal })
  const { runAgent } = await import('./agent/run-agent.mjs')
  const { stdin, stdout, stderr } = process
  const args = process.argv.slice(2)
  process.exitCode = await runAgent({
    args,
    settings,
    env: process.env,
    stdin,
    stdout,
    stderr,
    signal: leaving.signal,
  })
} catch (error) {
  const { withVisibleEscapes } = await import('../lib/text/hidden-characters.ts')
  if (!leaving.signal.aborted) console.error(withVisibleEscapes(error.message))
  process.exitCode = leaving.signal.aborted ? 130 : 1
}
process.exit()
