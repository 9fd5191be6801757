import type { TextCode } from '@/lib/messages/phrase'

/**
 * The slash commands that a message may be, in the order in which they are offered; what each does is said by
 * `slash.NAME` in the messages. `argument` may be left out where it stands in brackets.
 */
export const COMMANDS = [
  { name: 'new', argument: '' },
  { name: 'clear', argument: '' },
  { name: 'compact', argument: '[instructions]' },
  { name: 'usage', argument: '' },
  { name: 'skills', argument: '' },
  { name: 'plugins', argument: '' },
  { name: 'model', argument: '[provider:model]' },
  { name: 'mode', argument: '[plan | ask | auto | full 15m]' },
  { name: 'think', argument: '[default | none | minimal | low | medium | high | xhigh | max]' },
  { name: 'plan', argument: '' },
  { name: 'queue', argument: '[steer | followup | collect | interrupt]' },
  { name: 'stop', argument: '' },
  { name: 'status', argument: '' },
  { name: 'branch', argument: '' },
  { name: 'fork', argument: '' },
  { name: 'export', argument: '[md | json | jsonl]' },
  { name: 'rename', argument: 'TITLE' },
  { name: 'help', argument: '' },
  { name: 'exit', argument: '' },
  { name: 'q', argument: '' },
] as const satisfies { name: string; argument: string }[]

type SlashCommand = (typeof COMMANDS)[number]
export type CommandName = SlashCommand['name']

export const usageOf = ({ name, argument }: SlashCommand): string => `/${name} ${argument}`.trimEnd()

export const helpCode = (name: CommandName): TextCode => `slash.${name}`

type SentText =
  | { kind: 'command'; command: SlashCommand; argument: string }
  | { kind: 'unknown'; word: string }
  /** For the model. `isPlain`: it was sent with two slashes. */
  | { kind: 'message'; text: string; isPlain: boolean }

/** What a text is that somebody sends: a command, or something for the model. */
export function readCommand(text: string): SentText {
  if (/^\s*\/\//.test(text)) return { kind: 'message', text: text.replace('/', ''), isPlain: true }
  const [, word, argument = ''] = /^\s*\/(\S*)\s*([\s\S]*)$/.exec(text) ?? []
  if (word === undefined || word.startsWith('skill:')) return { kind: 'message', text, isPlain: false }
  const command = COMMANDS.find(({ name }) => name === word.toLowerCase())
  return command ? { kind: 'command', command, argument: argument.trimEnd() } : { kind: 'unknown', word }
}

/** As a text is sent so that it reaches the model as it is. */
export function asMessage(text: string): string {
  const sent = readCommand(text)
  return sent.kind === 'message' && !sent.isPlain ? text : text.replace('/', '//')
}
