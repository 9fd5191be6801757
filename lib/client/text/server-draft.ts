import type { ServerInput } from '@/lib/domain/servers/server-input'

/** A server of tools as a form holds it: lists are lines of text. */
export const EMPTY_SERVER = {
  name: '',
  kind: 'command' as 'command' | 'url',
  command: '',
  args: '',
  env: '',
  url: '',
  headers: '',
  isSandboxed: true,
  hasNetwork: false,
  read: '',
  write: '',
}

export type ServerDraft = typeof EMPTY_SERVER

/** What the form says, as the API takes it: a program with its sandbox, or an address with its headers. */
export function serverInput(draft: ServerDraft): ServerInput {
  const name = draft.name.trim()
  if (draft.kind === 'url') {
    return { name, url: draft.url.trim(), headers: valuesIn(draft.headers, /^([^:=]+)[:=](.*)$/) }
  }
  const { isSandboxed, hasNetwork: network } = draft
  const sandbox = isSandboxed && { read: linesIn(draft.read), write: linesIn(draft.write), network }
  const env = valuesIn(draft.env, /^([^=]+)=(.*)$/)
  return { name, command: draft.command.trim(), args: linesIn(draft.args), env, sandbox }
}

export const isComplete = ({ name, kind, command, url }: ServerDraft): boolean =>
  name.trim() !== '' && (kind === 'url' ? url : command).trim() !== ''

const linesIn = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')

/** `NAME` is a variable of the server's own environment, `NAME=$OTHER` another one, `NAME=text` a text. */
export function valuesIn(text: string, pair: RegExp): Record<string, string | { fromEnv: string }> {
  return Object.fromEntries(
    linesIn(text).map(line => {
      const [, name, value] = pair.exec(line) ?? []
      if (name === undefined || value === undefined) return [line, { fromEnv: line }]
      const trimmed = value.trim()
      const isName = /^\$\{?[A-Za-z_][A-Za-z0-9_]*\}?$/.test(trimmed)
      return [name.trim(), isName ? { fromEnv: trimmed.replace(/[${}]/g, '') } : trimmed]
    }),
  )
}
