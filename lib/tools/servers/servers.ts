import { CodedError } from '@/lib/messages/phrase'
import { canonicalJson } from '@/lib/text/json/json-text'
import { isObject } from '@/lib/text/json/json-value'
import { asList, Block, oddBlock, Resource } from './read-result'
import type { ServerConfig, ServerConnections, ServerContent } from './server-config'
import type { ServerTimes } from './server-connection'
import { errorWords } from './server-fault'
import { ServerLink } from './server-link'
import type { ServerLog, TellNews } from './server-listing'
import type { ServerHost } from './server-program'
import { orAborted } from './session-connections'
import { ServerSignIn } from './sign-in'
import { SignInStore } from './sign-in-store'

export type ServersOptions = ServerHost & {
  /** The files of a server have changed since its Tools were made. Resolves when those are made anew. */
  onRewrite: () => Promise<void>
  /** The hosts that the owner opened, beside those of the servers. */
  internalHosts: () => Promise<readonly string[]>
  log: ServerLog
  onNews: TellNews
  times?: Partial<ServerTimes>
}

const TIMES: ServerTimes = {
  request: 60_000,
  read: 30_000,
  close: 2_000,
  idle: 5 * 60_000,
  retry: 1_000,
  longestRetry: 60_000,
  health: 60_000,
  checkMs: 60_000,
  pause: 250,
}

/** Reaches servers of tools from this process. They end with it. */
export function openServers(options: ServersOptions): ServerConnections {
  const { sandbox, dataDir, workspace, hash, internalHosts, ...common } = options
  const times = { ...TIMES, ...options.times }
  const links = new Map<string, ServerLink>()
  const parts = { ...common, host: { sandbox, dataDir, workspace, hash }, times }
  const inTime = inTimeOf(times)
  const signing = { store: new SignInStore(dataDir), internalHosts, waitMs: times.request }
  const linkOf = (id: string): ServerLink => {
    const link = links.get(id)
    if (!link) throw new CodedError({ code: 'toolServer.notConnected' })
    return link
  }
  const signInOf = (id: string): ServerSignIn => {
    const { signIn, config } = linkOf(id)
    if (signIn) return signIn
    throw new Error(
      `${config.name} is not signed in to: it is a program, or has a header that says who comes.`,
    )
  }
  const closeAll = async (removed: ServerLink[]): Promise<void> => {
    for (const { config } of removed) links.delete(config.id)
    await Promise.all(removed.map(link => link.close()))
  }
  return {
    configure: async servers => {
      const isKept = (link: ServerLink): boolean => servers.some(server => isSameServer(server, link.config))
      await closeAll([...links.values()].filter(link => !isKept(link)))
      for (const config of servers)
        if (!links.has(config.id))
          links.set(config.id, new ServerLink({ ...parts, config, signIn: signInFor(config, signing) }))
    },
    reconnect: async id => links.get(id)?.listing.reconnect(),
    count: id => links.get(id)?.count ?? 0,
    call: async (call, context) => {
      const { server } = call
      const link = links.get(server.id)
      if (!link)
        return { kind: 'error', text: `Nothing was sent: the server ${server.name} is not connected.` }
      return isSameServer(link.config, server) ? link.call(call, context) : { kind: 'drifted' }
    },
    readResource: (id, uri, signal) =>
      inTime(signal, async until => {
        const { contents } = await linkOf(id).listing.connection.request('resources/read', { uri }, until)
        return asList(contents).map(contentOf)
      }),
    getPrompt: (id, prompt, signal) =>
      inTime(signal, async until => {
        const { messages } = await linkOf(id).listing.connection.request('prompts/get', prompt, until)
        return asList(messages).map(messageOf)
      }),
    beginSignIn: async (id, start) => signInOf(id).begin(start),
    endSignIn: async (id, answer) => signInOf(id).end(answer),
    close: () => closeAll([...links.values()]),
  }
}

type Signing = Pick<ConstructorParameters<typeof ServerSignIn>[0], 'store' | 'internalHosts' | 'waitMs'>

/** Who has a header for that need not sign in. */
function signInFor({ id, reach }: ServerConfig, signing: Signing): ServerSignIn | undefined {
  if (reach.kind !== 'http') return undefined
  const names = Object.keys(reach.headers).map(name => name.toLowerCase())
  return names.includes('authorization') ? undefined : new ServerSignIn({ id, url: reach.url, ...signing })
}

const isSameServer = (a: ServerConfig, b: ServerConfig): boolean =>
  canonicalJson({ ...a, isHeld: null }) === canonicalJson({ ...b, isHeld: null })

/** Somebody looks at the page and waits. */
const inTimeOf =
  ({ read: ms }: ServerTimes) =>
  async <T>(signal: AbortSignal, read: (until: AbortSignal) => Promise<T>): Promise<T> => {
    const late = AbortSignal.timeout(ms)
    const until = AbortSignal.any([signal, late])
    try {
      return await orAborted(read(until), until)
    } catch (error) {
      if (late.aborted) throw new CodedError({ code: 'toolServer.slow', params: { seconds: ms / 1000 } })
      throw new CodedError(errorWords(error), { cause: error })
    }
  }

function messageOf(message: unknown): ServerContent {
  const { role, content } = isObject(message) ? message : { role: 'user', content: message }
  return { ...promptContent(content), role: role === 'assistant' ? role : 'user' }
}

function promptContent(content: unknown): ServerContent {
  const { data: block } = Block.safeParse(content)
  switch (block?.type) {
    case undefined:
      return { kind: 'odd', what: oddBlock(content) }
    case 'text':
      return { kind: 'text', text: block.text }
    case 'image':
    case 'audio':
      return bytesOf(block.data, block.mimeType)
    case 'resource':
      return contentOf(block.resource)
    case 'resource_link':
      return { kind: 'text', text: block.uri }
  }
}

function contentOf(content: unknown): ServerContent {
  const { data: resource } = Resource.safeParse(content)
  if (!resource) return { kind: 'odd', what: oddBlock(content) }
  const { uri, mimeType } = resource
  if ('text' in resource) return { kind: 'text', text: resource.text, uri, mediaType: mimeType }
  return { ...bytesOf(resource.blob, mimeType), uri }
}

const bytesOf = (data: string, mediaType = 'application/octet-stream'): ServerContent => ({
  kind: 'bytes',
  bytes: Buffer.from(data, 'base64'),
  mediaType,
})
