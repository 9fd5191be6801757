import { homedir } from 'node:os'
import type { Environment } from '@/lib/domain/environment'
import type { Hook } from '@/lib/domain/hooks/hook'
import { phrase } from '@/lib/messages/phrase'
import { CLEAN_PATH } from '@/lib/tools/sandbox/bubblewrap-arguments'
import { runProgram } from '@/lib/tools/sandbox/run-program'
import { exchange } from '@/lib/tools/web/exchange'
import { NETWORK } from '@/lib/tools/web/guarded-client'

/** What a hook gave: a text, or, by how it ended, that it `blocks`; or it `failed`, and nobody knows its answer. */
export type HookReply = { kind: 'text'; text: string } | { kind: 'blocks' | 'failed'; reason: string }

/** Where a hook runs, and what it may know. `plugin`: the folder that it came with; `mostMs`: however long it may take. */
type HookScope = {
  cwd: string
  environment: Environment
  mostMs?: number | undefined
  plugin?: string | undefined
  signal?: AbortSignal | undefined
}

type Payload = Record<string, unknown>
type Limits = { ms: number; signal: AbortSignal }

const MOST_BYTES = 256 * 1024

/**
 * Tells one hook, and waits for its answer no longer than it may take, whatever it does. It is the owner's program: it
 * runs as this server does, without a sandbox, with nothing of its environment but what is named.
 */
export async function callHook(hook: Hook, payload: Payload, scope: HookScope): Promise<HookReply> {
  const ms = Math.min(hook.timeoutMs, scope.mostMs ?? hook.timeoutMs)
  const timeout = AbortSignal.timeout(ms)
  const signal = scope.signal ? AbortSignal.any([timeout, scope.signal]) : timeout
  const deadline = Promise.withResolvers<HookReply>()
  const overdue = { kind: 'failed', reason: `It gave no answer within ${ms / 1000} s.` } as const
  signal.addEventListener('abort', () => deadline.resolve(overdue))
  if (signal.aborted) return overdue
  const input = JSON.stringify(payload)
  const { run } = hook
  try {
    const reply =
      'command' in run
        ? runCommand(run.command, input, { ms, signal, cwd: scope.cwd, env: variables(hook, payload, scope) })
        : post(new URL(run.url), input, { ms, signal })
    return await Promise.race([reply, deadline.promise])
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) }
  }
}

async function runCommand(
  command: string,
  input: string,
  { cwd, env, ms, signal }: Limits & { cwd: string; env: NodeJS.ProcessEnv },
): Promise<HookReply> {
  const last = performance.now() + ms
  const flood = new AbortController()
  const chunks: Buffer[] = []
  let bytes = 0
  const { code, complaint, ...end } = await runProgram({
    argv: ['/bin/sh', '-c', command],
    cwd,
    env,
    input,
    permit: () => last - performance.now(),
    signal: AbortSignal.any([signal, flood.signal]),
    onOutput: chunk => {
      bytes += chunk.length
      if (bytes > MOST_BYTES) flood.abort()
      else chunks.push(chunk)
    },
  })
  if (flood.signal.aborted) throw new Error(`It wrote more than ${MOST_BYTES / 1024} KB.`)
  if (code === null) throw new Error(`It was ended by ${end.signal}.`)
  return code === 0
    ? { kind: 'text', text: Buffer.concat(chunks).toString('utf8') }
    : { kind: 'blocks', reason: complaint.trim() || `It ended with exit code ${code}.` }
}

/** Names of ours say in short what the payload says in full. */
function variables({ env }: Hook, payload: Payload, { environment, plugin }: HookScope): NodeJS.ProcessEnv {
  const plain = { PATH: process.env.PATH ?? CLEAN_PATH, HOME: homedir(), LANG: 'C.UTF-8' }
  const all: Record<string, string | undefined> = plain
  for (const [name, value] of Object.entries(env ?? {})) {
    all[name] = typeof value === 'string' ? value : environment(value.fromEnv)
    if (all[name] === undefined) throw new Error(`The environment variable for ${name} is not set.`)
  }
  const { point, tool, sessionId, runId, model } = payload
  const names = { EVENT: point, TOOL: tool, SESSION: sessionId, RUN: runId, MODEL: model, PLUGIN: plugin }
  for (const [name, value] of Object.entries(names))
    if (value !== undefined) all[`COUNTERSIGN_${name}`] = String(value)
  return all as NodeJS.ProcessEnv
}

/** The owner named the address: also one of this machine is asked. */
async function post(url: URL, body: string, { ms, signal }: Limits): Promise<HookReply> {
  const host = `${url.hostname.replace(/\.$/, '')}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const answer = await exchange(
    { method: 'POST', url, headers, body },
    {
      stays: true,
      mostBytes: MOST_BYTES,
      network: NETWORK,
      internalHosts: [host],
      signal,
      limits: { connectMs: ms, headersMs: ms, idleMs: ms, totalMs: ms },
      beforeEffect: () => signal.throwIfAborted(),
    },
  )
  if (answer.kind === 'failed') throw new Error(phrase(answer.codedText))
  if (answer.status < 200 || answer.status > 299) throw new Error(`It answered with HTTP ${answer.status}.`)
  return { kind: 'text', text: answer.bytes.toString('utf8') }
}
