import type { Skill } from '@/lib/domain/skill'
import { isCommandBegun } from './is-command-begun'

/** What can be written at the start of a message: the text that does it, and what it does. */
export type Command = { text: string; about: string }

/** The skills that people can use, as commands. They want something said behind them. */
export const skillCommands = (skills: readonly Skill[]): Command[] =>
  skills.flatMap(({ name, description, isUsable }) =>
    isUsable ? [{ text: `/skill:${name} `, about: description }] : [],
  )

/** Those that a text may become; a skill also by the beginning of its name. None where one stands there in full. */
export function offeredCommands(text: string, commands: readonly Command[]): Command[] {
  const sought = text.toLowerCase()
  const isWhole = commands.some(command => command.text.trimEnd() === sought)
  if (isWhole || !isCommandBegun(text)) return []
  return commands.filter(
    command => command.text.startsWith(sought) || command.text.startsWith(`/skill:${sought.slice(1)}`),
  )
}
