import type { Skill } from '@/lib/domain/memory/skill'

/** A text that does something at the start of a message, and what it does. */
export type Command = { text: string; description: string }

/** Whether a text may become a command, which is clear before the commands are loaded. */
export const startsCommand = (text: string): boolean => /^\/\S*$/.test(text)

/** Skills as commands, which expect more text after them. */
export const skillCommands = (skills: readonly Skill[]): Command[] =>
  skills.flatMap(({ name, description, isUsable }) =>
    isUsable ? [{ text: `/skill:${name} `, description }] : [],
  )

/** The commands that a text may become, skills also by the start of their names. None once a command is complete. */
export function matchingCommands(text: string, commands: readonly Command[]): Command[] {
  const start = text.toLowerCase()
  const isComplete = commands.some(command => command.text.trimEnd() === start)
  if (isComplete || !startsCommand(text)) return []
  return commands.filter(
    command => command.text.startsWith(start) || command.text.startsWith(`/skill:${start.slice(1)}`),
  )
}
