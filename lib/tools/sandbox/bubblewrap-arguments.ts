import { existsSync, lstatSync, readlinkSync } from 'node:fs'
import { dirname } from 'node:path'

/** Where the workspace lies inside of the sandbox, whatever its path is outside. */
export const INSIDE = '/workspace'

/**
 * What is to be seen from inside: the folder, read and write, at INSIDE. `hidden` are paths below it that must not be
 * seen, relative to it; `cwd` is where the command begins, relative too. With `network` everything that the machine
 * reaches is reached, its own services included.
 */
export type SandboxView = {
  folder: string
  hidden: { path: string; isFolder: boolean }[]
  read: string[]
  cwd: string
  network: boolean
}

/** Bytes that the temporary folders hold at most: they lie in memory. */
const TEMPORARY_BYTES = String(256 * 1024 * 1024)

export const CLEAN_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

const ENVIRONMENT = {
  PATH: CLEAN_PATH,
  HOME: '/home/agent',
  TMPDIR: '/tmp',
  LANG: 'C.UTF-8',
  TERM: 'dumb',
  NO_COLOR: '1',
}

/** The system as programs need it; of its settings only what holds nothing of this machine or its people. */
const SYSTEM = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32']
const SETTINGS = ['alternatives', 'ca-certificates', 'ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'localtime']
/** What is secret lies beside them. */
const CERTIFICATES = ['ssl/certs', 'ssl/cert.pem', 'ssl/openssl.cnf', 'pki/tls/certs', 'pki/ca-trust']
const FOR_NETWORK = ['resolv.conf', 'hosts', 'nsswitch.conf', 'services', 'protocols', 'gai.conf']

/** Arguments of `bwrap` for a view, up to the `--` before the program that it runs. */
export const bubblewrapArguments = (view: SandboxView): string[] => [
  ...systemArguments(view),
  ...view.read.flatMap(readable),
  '--bind',
  view.folder,
  INSIDE,
  ...ancestorsOf(view).flatMap(each => ['--bind', `${view.folder}/${each}`, `${INSIDE}/${each}`]),
  ...view.hidden.flatMap(hide),
  '--chdir',
  view.cwd === '' ? INSIDE : `${INSIDE}/${view.cwd}`,
]

/** The system and nothing else, with an empty home in memory. */
export const systemArguments = ({ network }: Pick<SandboxView, 'network'>): string[] => [
  '--unshare-all',
  ...(network ? ['--share-net'] : []),
  '--unshare-user',
  '--disable-userns',
  '--uid',
  '1000',
  '--gid',
  '1000',
  '--cap-drop',
  'ALL',
  '--new-session',
  '--die-with-parent',
  '--hostname',
  'sandbox',
  '--clearenv',
  ...Object.entries(ENVIRONMENT).flatMap(([name, value]) => ['--setenv', name, value]),
  '--ro-bind',
  '/usr',
  '/usr',
  ...SYSTEM.flatMap(systemFolder),
  ...[...SETTINGS, ...CERTIFICATES, ...(network ? FOR_NETWORK : [])].flatMap(name =>
    readable(`/etc/${name}`),
  ),
  // What the kernel is told there it is told for the whole machine, if the server is root.
  '--proc',
  '/proc',
  '--remount-ro',
  '/proc',
  '--dev',
  '/dev',
  ...['/tmp', '/run', '/dev/shm', ENVIRONMENT.HOME].flatMap(path => [
    '--size',
    TEMPORARY_BYTES,
    '--tmpfs',
    path,
  ]),
  // It lies in memory as well, and has no size.
  '--remount-ro',
  '/dev',
]

/** On most systems these are links into `/usr`. */
function systemFolder(path: string): string[] {
  if (!existsSync(path)) return []
  return lstatSync(path).isSymbolicLink()
    ? ['--symlink', readlinkSync(path), path]
    : ['--ro-bind', path, path]
}

/** A name server's file may be a link to where it cannot be seen: what it leads to is shown in its place. */
const readable = (path: string): string[] => ['--ro-bind-try', path, path]

const ancestorsOf = ({ hidden }: SandboxView): string[] =>
  [...new Set(hidden.flatMap(({ path }) => foldersAbove(path)))].sort()

/** What is mounted cannot be renamed; what it lies in could be, and it would be seen under the other name. */
export function foldersAbove(path: string): string[] {
  const above = dirname(path)
  return above === '.' ? [] : [...foldersAbove(above), above]
}

const hide = ({ path, isFolder }: SandboxView['hidden'][number]): string[] =>
  isFolder ? ['--tmpfs', `${INSIDE}/${path}`] : ['--ro-bind', '/dev/null', `${INSIDE}/${path}`]
