import type { McpServer } from '@/lib/domain/servers/mcp-server'
import type { Skill } from '@/lib/domain/skills/skill'

/** A text that does something at the start of a message, and what it does; `usage`: with what may follow it. */
export type Command = { text: string; description: string; usage?: string; prompt?: ServerPrompt }

/** A prompt that a connected server offers, and the command that takes it. */
export type ServerPrompt = McpServer['prompts'][number] & { serverId: string; command: string }

/** Skills as commands, which expect more text after them. */
export const skillCommands = (skills: readonly Skill[]): Command[] =>
  skills.flatMap(({ name, description, isUsable }) =>
    isUsable ? [{ text: `/skill:${name} `, description }] : [],
  )

/** The prompts of servers as commands. One is taken from the list, and its words stand in place of the command. */
export const promptCommands = (servers: readonly McpServer[]): Command[] =>
  servers
    .filter(({ status }) => status === 'connected')
    .flatMap(({ id: serverId, name, prompts }) =>
      prompts.map(prompt => {
        const command = `/${name}:${prompt.name}`
        return {
          text: command,
          description: prompt.description ?? '',
          prompt: { ...prompt, serverId, command },
        }
      }),
    )

export const startsCommand = (text: string): boolean => /^\/\S*$/.test(text)

/**
 * The commands that a text may become, those of skills and servers also by the start of what follows their colon. None
 * once a command is complete, except for prompts: there is nothing to send before their words are there.
 */
export function matchingCommands(text: string, commands: readonly Command[]): Command[] {
  if (!startsCommand(text)) return []
  const start = text.toLowerCase()
  const matching = commands.filter(command => {
    const whole = command.text.toLowerCase()
    return whole.startsWith(start) || whole.slice(whole.indexOf(':') + 1).startsWith(start.slice(1))
  })
  const isComplete = matching.some(command => !command.prompt && command.text.trimEnd() === start)
  return isComplete ? matching.filter(({ prompt }) => prompt) : matching
}

/** A word of a text that begins to name a file: `@` and what follows it up to the caret. `to`: behind it and a space. */
export type FileMention = { from: number; to: number; query: string }

export function mentionAt(text: string, caret: number): FileMention | null {
  const query = /(?:^|[\s(])@(\S*)$/.exec(text.slice(0, caret))?.[1]
  if (query === undefined) return null
  const rest = /^\S* ?/.exec(text.slice(caret))?.[0] ?? ''
  return { from: caret - query.length - 1, to: caret + rest.length, query }
}

/** What stands in the place of such a word. A path with spaces is put in quotes. */
export const mentionOf = (path: string): string => `@${/\s/.test(path) ? JSON.stringify(path) : path} `
