import { promises as fs } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { counted, oneLine } from '@/lib/text/truncate'
import type { PerformContext, ToolOutcome } from '../define-tool'
import type { SandboxView } from '../sandbox/bubblewrap-arguments'
import { BEGAN, type CommandSetup, commandProgram, MOVED } from '../sandbox/command-program'
import { OutputRecord } from '../sandbox/output-record'
import { type ProgramEnd, runProgram } from '../sandbox/run-program'
import type { Sandbox } from '../sandbox/sandbox'
import { openFolder } from '../workspace/open-folder'
import type { ClosedPath } from '../workspace/platform-folders'
import {
  entryKey,
  nullIfRefused,
  type PathRefusal,
  refusalOf,
  workspacePath,
} from '../workspace/workspace-path'
import { changesSince, changesText, diffsOfChanges } from './command-changes'
import { copyTree, type TreeCopy } from './tree-copy'

/** The arguments of `run_command`. */
export const CommandArguments = z.strictObject({
  command: z.string().min(1).max(100_000).describe('Command to run with bash. No stdin.'),
  cwd: z
    .string()
    .max(4096)
    .optional()
    .describe('Folder to run it in, relative to the workspace. Without it the workspace itself.'),
  timeoutMs: z
    .int()
    .min(1)
    .max(172_800_000)
    .optional()
    .describe('Timeout in ms (the session limit still applies)'),
  network: z
    .boolean()
    .optional()
    .describe('Whether it needs the network. Without it nothing outside of the sandbox can be reached.'),
})

export type CommandArguments = z.output<typeof CommandArguments>

/** A command that writes more is ended: nobody reads that, and keeping count of it costs the others. */
const MOST_BYTES = 256 * 1024 * 1024

/**
 * Runs a command as it was shown: in a folder that is still there, in the same sandbox. What came of it is told by its
 * output and its exit code, also where it was ended before its time. `copies`: where its workspace is copied before.
 */
export async function performCommand(
  { sandbox, copies }: { sandbox: Sandbox; copies: string },
  args: CommandArguments,
  context: PerformContext,
): Promise<ToolOutcome> {
  const command = context.preview?.command
  if (sandbox.kind === 'unavailable' || command?.sandboxed !== (sandbox.kind === 'bubblewrap'))
    return { kind: 'drifted' }
  const setup = await setupOf(sandbox, args, context)
  if (setup === null) return { kind: 'drifted' }
  if (setup.kind === 'refused') return { kind: 'error', text: setup.message }
  const copy = await copyBefore(context, copies)
  if ('kind' in copy) return { kind: 'error', text: `It did not run. ${copy.message}` }
  try {
    // It was approved as one that can be reverted.
    if (command.revertible && copy.whyNot !== null) return { kind: 'drifted' }
    return await runIn(setup, { sandbox, args, copy, context })
  } finally {
    await copy.remove()
  }
}

async function copyBefore(context: PerformContext, copies: string): Promise<TreeCopy | PathRefusal> {
  try {
    return await copyTree(context, copies)
  } catch (error) {
    return refusalOf(error, 'The copy by which its changes could be reverted')
  }
}

type Running = {
  sandbox: Exclude<Sandbox, { kind: 'unavailable' }>
  args: CommandArguments
  copy: TreeCopy
  context: PerformContext
}

async function runIn(setup: CommandSetup, running: Running): Promise<ToolOutcome> {
  const { sandbox, args, copy, context } = running
  const never = new AbortController().signal
  const late = args.timeoutMs === undefined ? never : AbortSignal.timeout(args.timeoutMs)
  const limits: CommandLimits = { stop: context.signal, late, flood: new AbortController() }
  const output = new OutputRecord(context.onOutput)
  const end = await runProgram({
    argv: commandProgram(sandbox, setup),
    permit: () => {
      context.beforeEffect()
      return context.leaseMs()
    },
    signal: AbortSignal.any([limits.stop, late, limits.flood.signal]),
    onOutput: bytes => {
      output.add(bytes)
      if (output.bytes > MOST_BYTES) limits.flood.abort()
    },
  })
  const [first, ...left] = end.report.split('\n')
  if (first === MOVED) return { kind: 'drifted' }
  if (first !== BEGAN && !end.ended)
    return {
      kind: 'error',
      text: `It did not begin: the sandbox could not be made. ${oneLine(end.complaint.trim())}`,
    }
  const facts = { output, limits, timeoutMs: args.timeoutMs, network: setup.view.network }
  const outcome = outcomeOf(end, { ...facts, left: left.filter(name => name !== '') })
  return withChanges(outcome, copy, context)
}

/** However it ended, what it did to the files is what counts. */
async function withChanges(
  outcome: CommandOutcome,
  copy: TreeCopy,
  context: PerformContext,
): Promise<ToolOutcome> {
  const since = await changesSince(copy, context)
  const lines = changesText(since, copy.whyNot)
  if (lines.length === 0) return outcome
  const { changes } = since
  const { diffs, left } = await diffsOfChanges(changes, context)
  const details = { ...outcome.details, diffs, ...(left > 0 ? { diffsLeft: left } : {}) }
  return { ...outcome, text: [outcome.text, ...lines].join('\n'), details, changes }
}

type CommandOutcome = { kind: 'ok' | 'error'; text: string; details: Record<string, unknown> }

/** Null where the folder that the command was shown with is gone. */
async function setupOf(
  sandbox: Sandbox,
  { command, cwd = '', network = false }: CommandArguments,
  context: PerformContext,
): Promise<(CommandSetup & { kind: 'setup' }) | PathRefusal | null> {
  const below = workspacePath(cwd)
  if (below.kind === 'refused') return below
  const inner = await openFolder({ scope: context, segments: below.segments })
  if (inner.kind !== 'folder') return null
  await inner.folder.close()
  const opened = await openFolder({ scope: context, segments: [] })
  if (opened.kind !== 'folder') return null
  try {
    const key = entryKey(await fs.stat(opened.folder.self))
    const folder = await fs.realpath(opened.folder.self)
    const hidden = await hiddenIn(folder, context.closed ?? [])
    const read = sandbox.kind === 'bubblewrap' ? sandbox.read : []
    return { kind: 'setup', command, key, view: { folder, hidden, read, cwd: below.text, network } }
  } finally {
    await opened.folder.close()
  }
}

/** What the installation lives by is not to be seen, where it lies in the folder. */
async function hiddenIn(folder: string, closed: readonly ClosedPath[]): Promise<SandboxView['hidden']> {
  const hidden = closed.map(each =>
    nullIfRefused(async () => {
      const real = await fs.realpath(each.path)
      const inside = path.relative(folder, real)
      if (inside === '' || inside.startsWith('..') || path.isAbsolute(inside)) return null
      return { path: inside, isFolder: (await fs.stat(real)).isDirectory() }
    }),
  )
  return (await Promise.all(hidden)).filter(each => each !== null)
}

/** What ends a command before its time: it is stopped, takes longer than it asked for, or writes too much. */
type CommandLimits = { stop: AbortSignal; late: AbortSignal; flood: AbortController }

function endReason({ stop, late, flood }: CommandLimits, timeoutMs = 0): string {
  if (late.aborted) return `Ended after ${counted(timeoutMs, 'millisecond')}, as it asked for.`
  if (flood.signal.aborted) return `Ended, since it wrote more than ${counted(MOST_BYTES, 'byte')}.`
  return stop.aborted ? 'Ended before its time.' : LAPSED
}

/** `left`: the names of what it left running. */
type CommandFacts = {
  output: OutputRecord
  limits: CommandLimits
  timeoutMs: number | undefined
  network: boolean
  left: string[]
}

function outcomeOf(end: ProgramEnd, facts: CommandFacts): CommandOutcome {
  const { output, limits, timeoutMs, network, left } = facts
  const { text, isWhole } = output.text()
  const timedOut = limits.late.aborted || isTimeout(limits.stop)
  const exitCode = end.ended ? undefined : (end.code ?? undefined)
  const lines = [
    text === '' ? 'It printed nothing.' : text.replace(/\n$/, ''),
    ...(end.ended ? [`${end.byWatchdog ? SILENT : endReason(limits, timeoutMs)} ${STAYS}`] : []),
    ...(exitCode ? [exitWords(exitCode)] : []),
    ...(exitCode === undefined && !end.ended ? [`It was killed by ${end.signal}.`] : []),
    ...(left.length > 0 ? [leftWords(left)] : []),
  ]
  const details = {
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(end.signal ? { signal: end.signal } : {}),
    ...(end.byWatchdog ? { watchdog: true } : {}),
    bytes: output.bytes,
    truncated: !isWhole,
    timedOut,
    network,
    ...(left.length > 0 ? { left } : {}),
  }
  return { kind: exitCode === 0 ? 'ok' : 'error', text: lines.join('\n'), details }
}

const STAYS = 'What it had done by then stays done.'
const SILENT =
  'Ended by its watchdog, since the server was held up and did not say in time that it may go on.'
const LAPSED = 'Ended, since the server lost its hold on this session.'

const isTimeout = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && reason instanceof Error && reason.name === 'TimeoutError'

/** A shell tells a signal by a code above 128. */
const exitWords = (code: number): string =>
  code > 128 && code < 160 ? `Exit code ${code}: killed by signal ${code - 128}.` : `Exit code ${code}.`

const leftWords = (names: string[]): string =>
  `${names.length === 1 ? '1 process that it left running was' : `${names.length} processes that it left running were`} ended with it: ${oneLine([...new Set(names)].join(', '))}.`
