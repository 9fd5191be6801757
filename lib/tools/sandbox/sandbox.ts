import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { CodedText } from '@/lib/messages/phrase'
import { bubblewrapArguments, CLEAN_PATH } from './bubblewrap-arguments'

/**
 * What commands run in. `bubblewrap`: they see the system read-only and their workspace, and nothing else; `read` are
 * further folders that they may read, and `cgroup` is where cgroups that limit their processes are made: absent where
 * `ulimit` does that, null where nothing can. `none`: the owner chose that they run as the server does. `unavailable`:
 * they do not run, and `reason` says why and what to do.
 */
export type Sandbox =
  | { kind: 'bubblewrap'; read: string[]; cgroup?: string | null }
  | { kind: 'none' }
  | { kind: 'unavailable'; reason: CodedText }

export type SandboxChoice = { kind: 'bubblewrap' | 'none'; read: string[] }

/** The environment of the sandbox's own programs: what they are given can be read from inside (`/proc/1/environ`). */
export const CLEAN_ENVIRONMENT = { PATH: CLEAN_PATH } as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv

const PROBE_MS = 10_000

const run = promisify(execFile)

/**
 * Tries the sandbox as it will be used: a program that is there may still not be allowed to do its work. `path`: the
 * folders in which it is looked for.
 */
export async function openSandbox({ kind, read }: SandboxChoice, path = CLEAN_PATH): Promise<Sandbox> {
  if (process.platform !== 'linux' && kind === 'bubblewrap')
    return { kind: 'unavailable', reason: { code: 'health.noLinux', parts: [OTHERWISE] } }
  if (kind === 'none') return { kind }
  const probe = { folder: '/usr', hidden: [], read, cwd: '', network: false }
  try {
    await run('bwrap', [...bubblewrapArguments(probe), '--', '/bin/bash', '-c', 'exit 0'], {
      env: { ...CLEAN_ENVIRONMENT, PATH: path },
      timeout: PROBE_MS,
    })
    return process.getuid?.() === 0 ? { kind, read, cgroup: await openCgroup() } : { kind, read }
  } catch (error) {
    return { kind: 'unavailable', reason: reasonOf(error) }
  }
}

/** How many processes and threads a program in the sandbox has at most. */
export const MOST_PROCESSES = 512

/**
 * Becomes a program in a cgroup below `$1` that limits its processes, and removes the cgroups of programs that ended.
 * In version 2 it is a threaded one: only such may lie below a cgroup that has processes, which is the server's own.
 */
const JOIN_CGROUP = `
parent=$1
cgroup=$parent/countersign-$$
shift
for each in "$parent"/countersign-*; do
  [ -e "/proc/\${each##*-}" ] || rmdir "$each"
done 2>/dev/null
set -e
mkdir -p "$cgroup"
if [ -e "$parent/cgroup.subtree_control" ]; then
  echo +pids > "$parent/cgroup.subtree_control"
  echo threaded > "$cgroup/cgroup.type"
fi
echo ${MOST_PROCESSES} > "$cgroup/pids.max"
echo 0 > "$cgroup/cgroup.procs"
exec "$@"
`

/** The kernel holds root to no `ulimit -u`, also in a user namespace: its programs are limited by a cgroup. */
export const limitProcesses = ({ cgroup }: { cgroup?: string | null }, argv: string[]): string[] =>
  cgroup ? ['/bin/bash', '-c', JOIN_CGROUP, 'countersign', cgroup, ...argv] : argv

/** Null where cgroups cannot be made below the server's own, as in most containers. */
async function openCgroup(): Promise<string | null> {
  try {
    const own = await readFile('/proc/self/cgroup', 'utf8')
    const version1 = /^\d+:pids:(.*)$/m.exec(own)?.[1]
    const cgroup =
      version1 === undefined
        ? `/sys/fs/cgroup${/^0::(.*)$/m.exec(own)?.[1]}`
        : `/sys/fs/cgroup/pids${version1}`
    const [program = '', ...args] = limitProcesses({ cgroup }, ['/bin/true'])
    await run(program, args, { env: CLEAN_ENVIRONMENT, timeout: PROBE_MS })
    return cgroup
  } catch {
    return null
  }
}

const OTHERWISE: CodedText = { code: 'health.withoutSandbox' }

function reasonOf(error: unknown): CodedText {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return { code: 'health.noBubblewrap', parts: [OTHERWISE] }
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error)
  return { code: 'health.bubblewrapFails', params: { reason: text.slice(0, 300) }, parts: [OTHERWISE] }
}
