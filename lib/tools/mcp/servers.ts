import type { ReadResourceResult } from '@modelcontextprotocol/client'
import { canonicalJson } from '@/lib/json/json-text'
import type { ServerConfig, ServerConnections, ServerContent, ServerNews } from './server-config'
import type { ServerTimes } from './server-connection'
import { ServerLink } from './server-link'
import type { ServerLog } from './server-listing'
import type { ServerHost } from './server-program'

export type ServersOptions = ServerHost & {
  log: ServerLog
  onNews: (news: ServerNews) => void
  times?: Partial<ServerTimes>
}

const TIMES: ServerTimes = {
  request: 60_000,
  close: 2_000,
  idle: 5 * 60_000,
  retry: 1_000,
  longestRetry: 60_000,
  health: 60_000,
  look: 60_000,
  pause: 250,
}

/** Reaches servers of tools from this process. They end with it. */
export function openServers({ sandbox, dataDir, log, onNews, times }: ServersOptions): ServerConnections {
  const links = new Map<string, ServerLink>()
  const parts = {
    host: { sandbox, dataDir },
    log,
    onNews,
    times: { ...TIMES, ...times },
    authProvider: undefined,
  }
  const linkOf = (id: string): ServerLink => {
    const link = links.get(id)
    if (!link) throw new Error('This server is not connected.')
    return link
  }
  const closeAll = async (gone: ServerLink[]): Promise<void> => {
    for (const { config } of gone) links.delete(config.id)
    await Promise.all(gone.map(link => link.close()))
  }
  return {
    configure: async servers => {
      const isKept = (link: ServerLink): boolean => servers.some(server => isSameServer(server, link.config))
      await closeAll([...links.values()].filter(link => !isKept(link)))
      for (const config of servers)
        if (!links.has(config.id)) links.set(config.id, new ServerLink({ ...parts, config }))
    },
    reconnect: async id => links.get(id)?.listing.reconnect(),
    count: id => links.get(id)?.count ?? 0,
    call: async (call, context) => {
      const link = links.get(call.server.id)
      if (!link)
        return { kind: 'error', text: `Nothing was sent: the server ${call.server.name} is not connected.` }
      return isSameServer(link.config, call.server) ? link.call(call, context) : { kind: 'drifted' }
    },
    readResource: async (id, uri, signal) =>
      (await linkOf(id).listing.connection.readResource(uri, signal)).contents.map(contentOf),
    getPrompt: async (id, prompt, signal) => {
      const { messages } = await linkOf(id).listing.connection.getPrompt(prompt, signal)
      return messages.map(({ role, content }) => ({ ...promptContent(content), role }))
    },
    beginSignIn: async id => {
      throw new Error(`${linkOf(id).config.name} cannot be signed in to.`)
    },
    endSignIn: async id => {
      throw new Error(`${linkOf(id).config.name} cannot be signed in to.`)
    },
    close: () => closeAll([...links.values()]),
  }
}

const isSameServer = (a: ServerConfig, b: ServerConfig): boolean => canonicalJson(a) === canonicalJson(b)

type Message = Awaited<ReturnType<ServerLink['listing']['connection']['getPrompt']>>['messages'][number]

function promptContent(content: Message['content']): ServerContent {
  switch (content.type) {
    case 'text':
      return { kind: 'text', text: content.text }
    case 'image':
    case 'audio':
      return { kind: 'bytes', bytes: Buffer.from(content.data, 'base64'), mediaType: content.mimeType }
    case 'resource':
      return contentOf(content.resource)
    case 'resource_link':
      return { kind: 'text', text: content.uri }
  }
}

function contentOf(resource: ReadResourceResult['contents'][number]): ServerContent {
  if ('text' in resource) return { kind: 'text', text: resource.text }
  const mediaType = resource.mimeType ?? 'application/octet-stream'
  return { kind: 'bytes', bytes: Buffer.from(resource.blob, 'base64'), mediaType }
}
