import { tmpdir } from 'node:os'
import type { Preview } from '@/lib/domain/call/preview'
import { RUN_COMMAND } from '@/lib/domain/call/tool'
import { commandRisks } from '@/lib/domain/policy/command-risks'
import { type RiskReason, riskReason } from '@/lib/domain/policy/risk-reason'
import { type CodedText, phrase } from '@/lib/messages/phrase'
import { readShell, type ShellReading } from '@/lib/text/shell/read-shell'
import { oneLine } from '@/lib/text/truncate'
import {
  defineTool,
  failure,
  invalidArgument,
  type PreviewContext,
  type PreviewOutcome,
  previewSummary,
  type ToolDefinition,
  WRITE,
} from '../define-tool'
import type { Sandbox } from '../sandbox/sandbox'
import { openFolder } from '../workspace/open-folder'
import { policyPath, type WorkspacePath, workspacePath } from '../workspace/workspace-path'
import { CommandArguments, performCommand } from './perform-command'
import { whyNotCopied } from './tree-copy'

/**
 * Runs commands, in the sandbox that there is. Where there is none the tool is off and says how to turn it on. `copies`:
 * the folder below which the workspace is copied before each.
 */
export const runCommandIn = (sandbox: Sandbox, copies = tmpdir()): ToolDefinition =>
  defineTool({
    name: RUN_COMMAND,
    title: 'Run command',
    description:
      'Runs a command with bash in the workspace and gives what it prints, errors included. It sees the system ' +
      'read-only and the workspace, has no input, and reaches no network unless asked for. What it leaves running ' +
      'is ended with it.',
    ...WRITE,
    ...(sandbox.kind === 'unavailable' ? { unavailable: sandbox.reason } : {}),
    arguments: CommandArguments,
    paths: ({ cwd = '' }) => [policyPath(cwd)],
    reach: ({ cwd = '', network = false }) => [
      '/command',
      ...(network ? ['/network'] : []),
      ...(policyPath(cwd) === '' ? [] : ['/cwd']),
    ],
    preview: (args, context) => previewCommand(sandbox, args, context),
    perform: (args, context) => performCommand({ sandbox, copies }, args, context),
  })

async function previewCommand(
  sandbox: Sandbox,
  { command, cwd = '', network = false, timeoutMs }: CommandArguments,
  context: PreviewContext,
): Promise<PreviewOutcome> {
  if (sandbox.kind === 'unavailable') return failure({ code: 'fault.commandsOff', parts: [sandbox.reason] })
  if (command.includes('\0')) return invalidArgument('/command', { code: 'fault.commandNul' })
  const path = workspacePath(cwd)
  if (path.kind === 'refused') return invalidArgument('/cwd', path.codedText)
  const opened = await openFolder({ scope: context, segments: path.segments })
  if (opened.kind === 'refused') return invalidArgument('/cwd', opened.codedText)
  if (opened.kind === 'absent')
    return invalidArgument('/cwd', { code: 'path.absent', params: { path: path.label } })
  await opened.folder.close()
  const sandboxed = sandbox.kind === 'bubblewrap'
  const reading = readShell(command)
  const whyNotReverted = await whyNotCopied(context)
  return {
    kind: 'preview',
    preview: {
      kind: 'command',
      ...previewSummary(runText(command, path, timeoutMs)),
      command: {
        argv: reading.kind === 'simple' ? reading.argv : ['bash', '-c', command],
        text: command,
        cwd: path.text,
        sandboxed,
        network: network || !sandboxed,
        revertible: whyNotReverted === null,
        ...(whyNotReverted && { whyNotReverted: phrase(whyNotReverted), whyNotMessage: whyNotReverted }),
        ...wordsOf(reading, command),
      },
      preconditions: [{ path: path.text, hash: 'folder' }],
    },
    risks: [
      ...reachOf({ sandboxed, network }),
      ...commandRisks(reading, path.text).filter(({ level }) => level !== 'low'),
    ],
  }
}

/** Commands whose words, and files, are told one by one. */
const MOST_COMMANDS = 50

/** What the shell takes as one word each, where that is not plainly to be seen in the text, and what it writes itself. */
function wordsOf(
  reading: ShellReading,
  text: string,
): Pick<NonNullable<Preview['command']>, 'words' | 'writes' | 'unread' | 'unreadMessage'> {
  if (reading.kind === 'unreadable') return unreadFor(reading.reason)
  const { commands: words, writes } = reading
  if (words.length > MOST_COMMANDS)
    return unreadFor({ code: 'shell.commands', params: { limit: MOST_COMMANDS } })
  if (writes.length > MOST_COMMANDS)
    return unreadFor({ code: 'shell.files', params: { limit: MOST_COMMANDS } })
  const isPlain = reading.kind === 'simple' && words.length === 1 && isSplitAtSpaces(reading.argv, text)
  return {
    ...(isPlain || words.length === 0 ? {} : { words }),
    ...(writes.length === 0 ? {} : { writes }),
  }
}

const unreadFor = (why: CodedText) => ({ unread: phrase(why), unreadMessage: why })

const isSplitAtSpaces = (argv: string[], text: string): boolean => {
  const parts = text.trim().split(/[ \t]+/)
  return parts.length === argv.length && parts.every((part, index) => part === argv[index])
}

/** The first line of a command; the card shows all of them. */
function runText(command: string, { text, label }: WorkspacePath, timeoutMs = 0): CodedText {
  const [first = '', ...more] = command.trim().split('\n')
  const folderParams = { isInFolder: text === '' ? 'no' : 'yes', path: label }
  return {
    code: 'command.run',
    params: { command: oneLine(first), lines: more.length + 1, ...folderParams, seconds: timeoutMs / 1_000 },
  }
}

function reachOf({ sandboxed, network }: { sandboxed: boolean; network: boolean }): RiskReason[] {
  if (!sandboxed) return [riskReason('high', 'noSandbox')]
  return network ? [riskReason('high', 'reachesAll')] : []
}
