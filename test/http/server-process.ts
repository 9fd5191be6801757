import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { freePort, isFree } from './free-port'

/** A server in a process of its own. `kill9` and `stop` resolve when it is gone. */
export type ServerProcess = {
  url: string
  token: string
  pid: number
  /** How it ended, where nobody told it to; null where all is well. */
  death: () => string | null
  kill9: () => Promise<void>
  /** Asks it to end, as Ctrl-C does; resolves with its exit code, null where a signal ended it. */
  stop: () => Promise<number | null>
  /** The last of what it printed. */
  log: () => string
}

export type ServerOptions = {
  /** A migrated database. Several servers share it, and with it token, audit key and workspace. */
  databaseUrl: string
  dataDir: string
  /** Default: one that is free. */
  port?: number
  /** On top of a bare environment: what the developer has set, keys above all, does not reach the server. */
  env?: Record<string, string>
  /** Default: the production server over the build in `.next`. The port is appended. */
  command?: string[]
  /** Another checkout of the product, with its build. */
  root?: string
  /** How long it may take to be healthy. */
  readyMs?: number
  /** Kills it while it is still starting. */
  signal?: AbortSignal
}

/** The owner's token of every test server that is not given another one. */
export const TEST_TOKEN = 'a-token-that-opens-test-servers-only'

/** By which every test server signs. */
export const TEST_AUDIT_KEY = '5e'.repeat(32)

/** Starts a server as `npm start` does, and resolves once it is healthy; rejects with its log where it is not. */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const port = options.port ?? (await freePort())
  if (!(await isFree(port))) throw new Error(`Port ${port} is taken.`)
  options.signal?.throwIfAborted()
  const env = { ...bareEnvironment(options, port), ...options.env }
  const { root = ROOT, command = production(root) } = options
  const [program = '', ...args] = [...command, String(port)]
  // The channel tells the server that we have ended, and it ends too.
  const child = spawn(program, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  })
  const log = tailOf(child)
  const url = `http://127.0.0.1:${port}`
  const kill = () => void child.kill('SIGKILL')
  options.signal?.addEventListener('abort', kill)
  try {
    const deadline = Date.now() + (options.readyMs ?? 30_000)
    await healthy(child, { url, instance: env.COUNTERSIGN_INSTANCE, deadline })
  } catch (error) {
    await end(child, 'SIGKILL')
    throw new Error(`The server did not start.\n${log()}`, { cause: error })
  }
  options.signal?.removeEventListener('abort', kill)
  let isTold = false
  const tell = (how: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    isTold = true
    return end(child, how)
  }
  return {
    url,
    token: env.COUNTERSIGN_TOKEN,
    pid: child.pid ?? 0,
    death: () =>
      isTold || !hasEnded(child)
        ? null
        : `The server died (${child.signalCode ?? child.exitCode}).\n${log()}`,
    kill9: () => tell('SIGKILL'),
    stop: async () => {
      await tell('SIGTERM')
      return child.exitCode
    },
    log,
  }
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const production = (root: string): string[] => [
  process.execPath,
  '--import',
  pathToFileURL(join(root, 'scripts/launch/with-launcher.mjs')).href,
  join(root, 'node_modules/next/dist/bin/next'),
  ...['start', '-H', '127.0.0.1', '-p'],
]

function bareEnvironment({ databaseUrl, dataDir }: ServerOptions, port: number) {
  const { PATH, HOME, TMPDIR } = process.env
  return {
    PATH,
    HOME,
    TMPDIR,
    NODE_ENV: 'production' as const,
    NEXT_TELEMETRY_DISABLED: '1',
    NEXT_MANUAL_SIG_HANDLE: 'true',
    DATABASE_URL: databaseUrl,
    COUNTERSIGN_DATA_DIR: dataDir,
    COUNTERSIGN_WORKSPACE: join(dataDir, 'workspace'),
    COUNTERSIGN_TOKEN: TEST_TOKEN,
    COUNTERSIGN_AUDIT_KEY: TEST_AUDIT_KEY,
    COUNTERSIGN_ROLE: 'all',
    COUNTERSIGN_INSTANCE: randomUUID() as string,
    HOST: '127.0.0.1',
    PORT: String(port),
  }
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const gone = hasEnded(child) ? undefined : once(child, 'exit')
  child.kill(signal)
  await gone
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

const LOG_CHARS = 20_000

function tailOf(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-LOG_CHARS)
    })
  }
  return () => text
}

type Awaited = { url: string; instance: string; deadline: number }

/** Another server on the port cannot pass for ours: it names another instance. */
async function healthy(child: ChildProcess, { url, instance, deadline }: Awaited): Promise<void> {
  while (!hasEnded(child) && Date.now() < deadline) {
    const answer = await fetch(`${url}/api/health`).catch(() => undefined)
    const text = await answer?.text().catch(() => '')
    if (answer?.status === 200 && text?.includes(instance)) return
    await wait(20)
  }
  throw new Error(hasEnded(child) ? 'It has ended.' : 'It was not healthy in time.')
}
