import { spawn } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Fault } from '../process/fault.mjs'
import { entryOf, newEntry } from '../process/process-entry.mjs'
import { endGroup } from '../process/run-command.mjs'
import { compileCache } from './data-dir.mjs'
import { serverEnvironment } from './server-environment.mjs'
import { noteServer } from './server-record.mjs'

/**
 * Starts the server and returns once it answers as the one we started: an older server on the port cannot pass
 * for it. `ended` resolves when it has ended, `stop` ends it and all that it started.
 *
 * @param {{ settings: ReturnType<import('./settings.mjs').readSettings>, databaseUrl: string, dev: boolean,
 *   signal: AbortSignal }} options
 */
export async function startServer({ settings, databaseUrl, dev, signal }) {
  const env = {
    ...serverEnvironment({ settings, databaseUrl }),
    ...NEXT,
    NODE_ENV: dev ? 'development' : 'production',
    NODE_COMPILE_CACHE: compileCache(settings.dataDir),
  }
  const child = spawn(process.execPath, command(settings, dev), {
    cwd: settings.root,
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32', // Ctrl-C and signals to the group reach it by us only, once
  })
  const ended = once(child, 'exit').then(([code, killed]) => killed ?? `code ${code}`)
  const forget = noteServer(settings, { launcher: newEntry(), server: entryOf(child.pid) ?? '' })
  const stop = async ({ insisted }) => {
    await end(child, { ended, insisted })
    forget()
  }
  try {
    await ready({ settings, instance: env.COUNTERSIGN_INSTANCE, ended, dev, signal })
  } catch (error) {
    await stop({ insisted: AbortSignal.timeout(5000) })
    throw error
  }
  const origin = settings.origin ? new URL(settings.origin).origin : listening(settings)
  return { origin, token: env.COUNTERSIGN_TOKEN, ended, stop }
}

/** Next leaves signals to our own code, which ends streams first; in development its parent process waits for that. */
const NEXT = { NEXT_TELEMETRY_DISABLED: '1', NEXT_MANUAL_SIG_HANDLE: 'true', NEXT_EXIT_TIMEOUT_MS: '6000' }

function command({ root, host, port }, dev) {
  const preload = pathToFileURL(path.join(root, 'scripts/launch/with-launcher.mjs')).href
  const next = path.join(root, 'node_modules/next/dist/bin/next')
  return ['--import', preload, next, dev ? 'dev' : 'start', '-H', host, '-p', String(port)]
}

/** Where a browser on this machine finds it. */
function listening({ host, port }) {
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

async function ready({ settings, instance, ended, dev, signal }) {
  let gone
  ended.then(how => {
    gone = how
  })
  const deadline = Date.now() + (dev ? 180_000 : 60_000)
  let last = 'does not answer'
  for (let pause = 30; Date.now() < deadline; pause = Math.min(pause * 1.1, 500)) {
    signal.throwIfAborted()
    if (gone !== undefined)
      throw new Fault(`The server ended before it was ready (${gone}): its reason is above.`)
    const answer = await health(`${listening(settings)}/api/health`)
    if (answer?.instance === instance) return
    if (answer) last = `answers with ${answer.status}`
    await wait(pause, undefined, { signal })
  }
  throw new Fault(`The server ${last} when it is asked for /api/health: look at what it printed above.`)
}

/** What a server says of itself; undefined where none answers. */
function health(url) {
  return new Promise(resolve => {
    const request = http.get(url, { agent: false, timeout: 60_000 }, response => {
      let text = ''
      response.setEncoding('utf8').on('data', chunk => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode, instance: instanceIn(text) }))
      response.on('error', () => resolve(undefined))
    })
    request.on('timeout', () => request.destroy()).on('error', () => resolve(undefined))
  })
}

function instanceIn(text) {
  try {
    return JSON.parse(text).instance
  } catch {
    return undefined
  }
}

/** Ten seconds to end by itself, none where somebody insists; what it left behind in its group goes with it. */
async function end(child, { ended, insisted }) {
  const kill = () => endGroup(child.pid, 'SIGKILL')
  const late = setTimeout(kill, 10_000)
  insisted.addEventListener('abort', kill, { once: true })
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
  await ended
  clearTimeout(late)
  insisted.removeEventListener('abort', kill)
  kill()
}

/**
 * The one line that says that all is up. A terminal gets the link that signs its reader in; a log, which is kept and
 * read by others, gets to know where the token lies.
 *
 * @param {{ origin: string, token: string, isTerminal: boolean,
 *   settings: { dataDir: string, token: string | undefined } }} about `settings.token`: the one that was given
 */
export function readyLine({ origin, token, isTerminal, settings }) {
  const begin = `Countersign is ready: ${origin}/`
  if (isTerminal) return `${begin}?token=${encodeURIComponent(token)}`
  const where =
    settings.token === undefined ? `in ${path.join(settings.dataDir, 'token')}` : 'as COUNTERSIGN_TOKEN'
  return `${begin} (token ${where})`
}
