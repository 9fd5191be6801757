import type { McpCatalog, McpSandbox, McpStatus } from '@/lib/domain/servers/mcp-server'
import type { SignInInput } from '@/lib/domain/servers/server-input'
import type { CodedText } from '@/lib/messages/phrase'
import type { PerformContext, ToolOutcome } from '../define-tool'

/** A server as it is to be reached: names of environment variables have been replaced by their values. */
export type ServerConfig = {
  id: string
  name: string
  reach:
    | {
        kind: 'stdio'
        command: string
        args: string[]
        env: Record<string, string>
        sandbox: McpSandbox
        /** The hashes of its files that lie in the workspace: what is started is what they say. */
        files?: Record<string, string>
      }
    | { kind: 'http'; url: string; headers: Record<string, string> }
  /** Its files have changed since it last said what it has: only an approved Call or a person starts it. */
  isHeld?: boolean
}

/** What changed of a server; `catalog` is there when it said anew what it has. */
export type ServerNews = { id: string; status: McpStatus; error?: CodedText; catalog?: McpCatalog }

/** The servers of tools as this process reaches them: one connection that lists, and one for each session. */
export type ServerConnections = {
  /** Connects the servers that should be; those that are gone or changed are closed first. */
  configure: (servers: ServerConfig[]) => Promise<void>
  /** Connects anew at once. */
  reconnect: (id: string) => Promise<void>
  /** How many sessions are connected to a server. */
  count: (id: string) => number
  /** @throws Error that says in words why nothing came of it, after a deadline too */
  readResource: (id: string, uri: string, signal: AbortSignal) => Promise<ServerContent[]>
  /** @throws the same */
  getPrompt: (id: string, prompt: PromptRequest, signal: AbortSignal) => Promise<ServerContent[]>
  /** Calls a tool on the connection of the Call's session, if the server still has it as it was shown. */
  call: (call: ServerCall, context: PerformContext) => Promise<ToolOutcome>
  /** Where the owner is to go to sign in; the server then sends them to `redirectUrl` with a code and the state. */
  beginSignIn: (id: string, start: SignInStart) => Promise<{ url: string }>
  /**
   * Keeps what comes of it; whoever waits for that connects anew.
   *
   * @throws SignInRefused, or why the server gave nothing for the code
   */
  endSignIn: (id: string, answer: SignInAnswer) => Promise<void>
  close: () => Promise<void>
}

/** `browser`: by what the browser is known that begins, and that alone may end it. */
export type SignInStart = { redirectUrl: string; browser: string }

/** What a server sends its owner back with: a code, or why there is none. */
export type SignInAnswer = SignInInput & { browser: string }

/** A call of a tool as the server described it when the Call was shown. */
export type ServerCall = { server: ServerConfig; tool: ServerTool; args: unknown }

export type ServerTool = McpCatalog['tools'][number]

export type PromptRequest = { name: string; arguments: Record<string, string> }

/** What a server gave: text, or bytes of a media type. What has a `uri` is a file. `odd`: none of what servers give. */
export type ServerContent = { role?: 'user' | 'assistant' } & (
  | { kind: 'text'; text: string; uri?: string; mediaType?: string | undefined }
  | { kind: 'bytes'; bytes: Uint8Array; mediaType: string; uri?: string }
  | { kind: 'odd'; what: string; uri?: string }
)
