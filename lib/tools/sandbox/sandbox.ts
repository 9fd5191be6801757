import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { CodedText } from '@/lib/messages/phrase'
import { bubblewrapArguments, CLEAN_PATH } from './bubblewrap-arguments'

/**
 * What commands run in. `bubblewrap`: they see the system read-only and their workspace, and nothing else; `read` are
 * further folders that they may read. `none`: the owner chose that they run as the server does. `unavailable`: they
 * do not run, and `reason` says why and what to do.
 */
export type Sandbox =
  | { kind: 'bubblewrap'; read: string[] }
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
    return { kind, read }
  } catch (error) {
    return { kind: 'unavailable', reason: reasonOf(error) }
  }
}

const OTHERWISE: CodedText = { code: 'health.withoutSandbox' }

function reasonOf(error: unknown): CodedText {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return { code: 'health.noBubblewrap', parts: [OTHERWISE] }
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error)
  return { code: 'health.bubblewrapFails', params: { reason: text.slice(0, 300) }, parts: [OTHERWISE] }
}
