import { existsSync, realpathSync, statSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { CodedError } from '@/lib/messages/phrase'
import type { ToolContext } from '../define-tool'
import { CLEAN_PATH, foldersAbove, systemArguments } from '../sandbox/bubblewrap-arguments'
import { LIMITS } from '../sandbox/command-program'
import { CLEAN_ENVIRONMENT, limitProcesses, type Sandbox } from '../sandbox/sandbox'
import type { ServerConfig } from './server-config'

type ProcessReach = Extract<ServerConfig['reach'], { kind: 'stdio' }>

/** What is to be started. `hidden`: arguments of `bwrap` that others on this machine must not read, such as secrets. */
export type ServerProgram = { argv: string[]; env: NodeJS.ProcessEnv; hidden: string[] }

/**
 * What servers run in, and the folder of the installation, which none is to see, but for the workspace, where that lies
 * in it.
 */
export type ServerHost = {
  sandbox: Sandbox | undefined
  dataDir: string | undefined
  workspace?: string | undefined
  hash: ToolContext['hash']
}

/**
 * The program of a server: in the sandbox, where it sees the system, itself and what its arguments name; plainly where
 * its owner chose that. Of the environment of this process it gets nothing.
 *
 * @throws CodedError where it cannot be started as it is configured
 */
export function serverProgram(reach: ProcessReach, host: ServerHost): ServerProgram {
  const searchPath = reach.env.PATH ?? process.env.PATH ?? CLEAN_PATH
  const program = findProgram(reach.command, searchPath)
  if (program === undefined)
    throw new CodedError({ code: 'toolServer.noProgram', params: { command: reach.command } })
  if (reach.sandbox === false) {
    const env = { PATH: searchPath, HOME: homedir(), LANG: 'C.UTF-8', ...reach.env }
    return {
      argv: [program, ...reach.args],
      env: env as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv,
      hidden: [],
    }
  }
  assertSandbox(host.sandbox)
  const values = Object.entries(reach.env).flat()
  if (values.some(text => text.includes('\0'))) throw new CodedError({ code: 'toolServer.nulVariable' })
  const inside = ['/bin/bash', '--norc', '-c', `${LIMITS}; exec "$@"`, 'countersign', program, ...reach.args]
  return {
    argv: limitProcesses(host.sandbox, ['bwrap', '--args', String(HIDDEN_DESCRIPTOR), '--', ...inside]),
    env: CLEAN_ENVIRONMENT,
    hidden: [
      ...systemArguments({ network: reach.sandbox.network }),
      ...mounts(reach, { ...host, program, read: host.sandbox.read }),
      ...Object.entries({ PATH: `${path.dirname(program)}:${CLEAN_PATH}`, ...reach.env }).flatMap(
        ([name, value]) => ['--setenv', name, value],
      ),
    ],
  }
}

/** The descriptor that `bwrap` reads further arguments from. */
const HIDDEN_DESCRIPTOR = 4

function assertSandbox(
  sandbox: Sandbox | undefined,
): asserts sandbox is Extract<Sandbox, { kind: 'bubblewrap' }> {
  if (sandbox?.kind === 'bubblewrap') return
  const parts = sandbox?.kind === 'unavailable' ? [sandbox.reason] : []
  throw new CodedError({ code: 'toolServer.noSandbox', params: { count: parts.length }, parts })
}

type OwnReach = Pick<ProcessReach, 'command' | 'args' | 'sandbox'>

/** What of a server lies in the workspace, where tools may change it, as paths from there. */
export function ownPaths({ command, args, sandbox }: OwnReach, workspace: string): string[] {
  const folders = sandbox === false ? [] : [...sandbox.read, ...sandbox.write]
  const named = [command, ...args.map(argument => argument.replace(/^[^/]*/, '')), ...folders]
  const paths = named
    .filter(path.isAbsolute)
    .flatMap(file => [
      path.relative(workspace, file),
      path.relative(realPlace(workspace) ?? workspace, realPlace(file) ?? file),
    ])
  return [...new Set(paths.filter(each => each !== '' && each.split('/')[0] !== '..'))].sort()
}

/** What the files among them are, but for those that hold what a server works on. */
export async function ownFiles(
  reach: OwnReach,
  { workspace, hash }: Pick<ServerHost, 'workspace' | 'hash'>,
): Promise<Record<string, string>> {
  if (workspace === undefined) return {}
  const entries = ownPaths(reach, workspace).map(async name => {
    const file = path.join(workspace, name)
    const stats = await stat(file).catch(() => null)
    if (!stats?.isFile() || DATA.test(name)) return []
    const { size, ctimeMs } = stats
    return [
      [name, size > MOST_HASHED ? `${size} bytes, ${ctimeMs}` : await readFile(file).then(hash, String)],
    ]
  })
  return Object.fromEntries((await Promise.all(entries)).flat())
}

const DATA = /\.(db|sqlite3?|duckdb|log|csv|jsonl)$/i
/** In bytes: the hash of more would hold up others. */
const MOST_HASHED = 8 * 1024 * 1024

function findProgram(command: string, searchPath: string): string | undefined {
  const candidates = command.includes('/')
    ? [command]
    : searchPath.split(':').map(folder => path.join(folder, command))
  return candidates.filter(file => path.isAbsolute(file)).find(isFile)
}

const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() === true

/** `place`: where it is to be seen; `real`: where it lies. */
type Mount = { file: string; real: string; isWritable: boolean }
type Sight = Pick<ServerHost, 'dataDir' | 'workspace'> & { program: string; read: string[] }

/**
 * What is shown beside the system, from the outermost folder to the innermost. The data of the installation stay hidden
 * in what holds them; of what lies in them only the workspace and the server's own program are shown.
 */
function mounts({ args, sandbox }: ProcessReach, { program, dataDir, workspace, read }: Sight): string[] {
  if (sandbox === false) return []
  const [closed, open] = [dataDir, workspace].map(realPlace)
  const isOpen = ({ real }: Mount): boolean => open !== undefined && isWithin(real, open)
  const isClosed = ({ real }: Mount): boolean => closed !== undefined && isWithin(real, closed)
  const own = [program, realpathSync(program)].flatMap(foldersOf)
  const isOwn = ({ file, isWritable }: Mount): boolean => own.includes(file) && !isWritable
  const readable = [...read, ...sandbox.read, ...args.filter(isPath).flatMap(foldersOf)]
  const all = [
    ...[...own, ...readable].map(file => mountOf(file, false)),
    ...sandbox.write.map(file => mountOf(file, true)),
  ]
    .filter(({ file }) => file !== '/')
    .sort((a, b) => a.file.length - b.file.length)
  const outer = all.filter(mount => !isClosed(mount))
  return [
    ...outer.flatMap(bind),
    ...outer.flatMap(mount =>
      closed !== undefined && isWithin(closed, mount.real) ? hide(mount, closed) : [],
    ),
    ...all.filter(mount => isClosed(mount) && (isOpen(mount) || isOwn(mount))).flatMap(bind),
    '--chdir',
    '/home/agent',
  ]
}

const realPlace = (file: string | undefined): string | undefined =>
  file !== undefined && existsSync(file) ? realpathSync(file) : undefined

function mountOf(file: string, isWritable: boolean): Mount {
  if (!path.isAbsolute(file)) throw new CodedError({ code: 'toolServer.relativePath', params: { file } })
  if (!existsSync(file)) throw new CodedError({ code: 'toolServer.noFile', params: { file } })
  return { file, real: realpathSync(file), isWritable }
}

const bind = ({ file, real, isWritable }: Mount): string[] => [
  isWritable ? '--bind' : '--ro-bind',
  real,
  file,
]

function hide({ file, real, isWritable }: Mount, closed: string): string[] {
  const below = path.relative(real, closed)
  const above = foldersAbove(below).map(each => ({
    file: path.join(file, each),
    real: path.join(real, each),
  }))
  return [...above.flatMap(each => bind({ ...each, isWritable })), '--tmpfs', path.join(file, below)]
}

const isPath = (argument: string): boolean => path.isAbsolute(argument) && existsSync(argument)

const isWithin = (file: string, folder: string): boolean =>
  file === folder || file.startsWith(folder.endsWith('/') ? folder : `${folder}/`)

/** A folder, or that of a file, with the modules that it lies among. A file right in a home is shown alone. */
function foldersOf(file: string): string[] {
  if (statSync(file).isDirectory()) return [file]
  const folder = path.dirname(file)
  const parts = folder.split('/')
  const modules = parts.indexOf('node_modules')
  const isHome = folder === '/' || folder === homedir()
  return [
    isHome ? file : folder,
    ...(modules === -1 ? [] : [parts.slice(0, modules + 1).join('/')]),
    ...virtual(folder),
  ]
}

/** A Python of a virtual environment finds its modules beside it. */
function virtual(folder: string): string[] {
  const parent = path.dirname(folder)
  return existsSync(path.join(parent, 'pyvenv.cfg')) ? [parent] : []
}
