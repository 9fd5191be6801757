import { homedir } from 'node:os'
import type { Environment } from '@/lib/domain/environment'
import type { Hook } from '@/lib/domain/hooks/hook'
import { phrase } from '@/lib/messages/phrase'
import { CLEAN_PATH } from '@/lib/tools/sandbox/bubblewrap-arguments'
import { runProgram } from '@/lib/tools/sandbox/run-program'
import { exchange } from '@/lib/tools/web/exchange'
import { NETWORK } from '@/lib/tools/web/guarded-client'

/** What a hook gave: a text, or, by how it ended, that it `objects`; or it `failed`, and nobody knows what it would say. */
export type HookReply = { kind: 'said'; text: string } | { kind: 'objects' | 'failed'; reason: string }

/** Where a hook runs, and what it may know. `plugin`: the folder that it came with; `mostMs`: however long it may take. */
export type HookScope = {
  cwd: string
  environment: Environment
  signal: AbortSignal
  mostMs?: number | undefined
  plugin?: string | undefined
}

const MOST_BYTES = 256 * 1024

/**
 * Tells one hook, and waits for what it says no longer than it may take, whatever it does. It is the owner's program: it
 * runs as this server does, without a sandbox, with nothing of its environment but what is named.
 */
export async function callHook(
  hook: Hook,
  payload: Record<string, unknown>,
  scope: HookScope,
): Promise<HookReply> {
  const ms = Math.min(hook.timeoutMs, scope.mostMs ?? hook.timeoutMs)
  const over = AbortSignal.timeout(ms)
  const signal = AbortSignal.any([over, scope.signal])
  const late = Promise.withResolvers<HookReply>()
  const stop = (): void =>
    late.resolve(failure(over.aborted ? `It gave no answer within ${ms / 1000} s.` : 'It was stopped.'))
  signal.addEventListener('abort', stop, { once: true })
  const { run } = hook
  const calling = 'command' in run ? runCommand : post
  try {
    signal.throwIfAborted()
    return await Promise.race([calling({ hook, payload, scope, signal, ms }), late.promise])
  } catch (error) {
    return failure(error instanceof Error ? error.message : String(error))
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

const failure = (reason: string): HookReply => ({ kind: 'failed', reason })

type Calling = {
  hook: Hook
  payload: Record<string, unknown>
  scope: HookScope
  signal: AbortSignal
  ms: number
}

async function runCommand({ hook, payload, scope, signal, ms }: Calling): Promise<HookReply> {
  if (!('command' in hook.run)) return failure('It has no command.')
  const began = performance.now()
  const flood = new AbortController()
  const chunks: Buffer[] = []
  let bytes = 0
  const end = await runProgram({
    argv: ['/bin/sh', '-c', hook.run.command],
    cwd: scope.cwd,
    env: variables(hook, payload, scope),
    input: JSON.stringify(payload),
    permit: () => ms - (performance.now() - began),
    signal: AbortSignal.any([signal, flood.signal]),
    onOutput: chunk => {
      bytes += chunk.length
      if (bytes > MOST_BYTES) flood.abort()
      else chunks.push(chunk)
    },
  })
  if (flood.signal.aborted) return failure(`It wrote more than ${MOST_BYTES / 1024} KB.`)
  if (end.code === null) return failure(`It was ended by ${end.signal}.`)
  if (end.code !== 0)
    return { kind: 'objects', reason: end.complaint.trim() || `It ended with exit code ${end.code}.` }
  return { kind: 'said', text: Buffer.concat(chunks).toString('utf8') }
}

/** Names of ours say in short what the payload says in full. */
function variables(hook: Hook, payload: Record<string, unknown>, scope: HookScope): NodeJS.ProcessEnv {
  const extra = Object.entries(hook.env ?? {}).map(([name, value]) => {
    const text = typeof value === 'string' ? value : scope.environment(value.fromEnv)
    if (text === undefined) throw new Error(`The environment variable for ${name} is not set.`)
    return [name, text]
  })
  const { point, tool, sessionId, runId, model } = payload
  const context = {
    EVENT: point,
    TOOL: tool,
    SESSION: sessionId,
    RUN: runId,
    MODEL: model,
    PLUGIN: scope.plugin,
  }
  const own = Object.entries(context).flatMap(([name, value]) =>
    value === undefined ? [] : [[`COUNTERSIGN_${name}`, String(value)]],
  )
  const plain = { PATH: process.env.PATH ?? CLEAN_PATH, HOME: homedir(), LANG: 'C.UTF-8' }
  return { ...plain, ...Object.fromEntries([...extra, ...own]) }
}

/** The owner named the address: also one of this machine is asked. */
async function post({ hook, payload, signal, ms }: Calling): Promise<HookReply> {
  if (!('url' in hook.run)) return failure('It has no address.')
  const url = new URL(hook.run.url)
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const response = await exchange(
    { method: 'POST', url, headers, body: JSON.stringify(payload) },
    {
      stays: true,
      mostBytes: MOST_BYTES,
      network: NETWORK,
      limits: { connectMs: ms, headersMs: ms, idleMs: ms, totalMs: ms },
      internalHosts: [`${url.hostname.replace(/\.$/, '')}:${port}`],
      signal,
      beforeEffect: () => signal.throwIfAborted(),
    },
  )
  if (response.kind === 'failed') return failure(phrase(response.codedText))
  const { status, bytes } = response
  if (status < 200 || status > 299) return failure(`It answered with HTTP ${status}.`)
  return { kind: 'said', text: bytes.toString('utf8') }
}
