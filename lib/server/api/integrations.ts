import {
  addChannel,
  changeChannel,
  deleteChannel,
  listChannels,
  testChannel,
} from '@/lib/agent/actions/channels'
import {
  deleteProviderKey,
  listProviders,
  setProviderKey,
  testProvider,
} from '@/lib/agent/actions/models/providers'
import {
  addServers,
  changeServer,
  deleteServer,
  listServers,
  pinTool,
  readServer,
  reconnectServer,
} from '@/lib/agent/actions/servers/mcp-servers'
import { readServerPrompt, readServerResource } from '@/lib/agent/actions/servers/server-content'
import { beginServerSignIn, endServerSignIn } from '@/lib/agent/actions/servers/server-sign-in'
import { toolChange } from '@/lib/agent/queries/list-tools'
import { Refusal } from '@/lib/domain/contract/problem'
import { signInReturn } from '@/lib/domain/servers/server-sign-in'
import { browserHash } from '../auth/cookie'
import { ownOrigin } from '../http/guard'
import type { Handlers } from '../http/handlers'
import { nextPage } from '../http/reply'

export const INTEGRATION_HANDLERS = {
  listServers: async ({ deps }) => ({ items: await listServers(deps), nextCursor: null }),

  addServers: async ({ deps, body, person, once }) => {
    const servers = await addServers(deps, { input: body, person, once })
    if (servers instanceof Refusal) return servers
    const [first] = servers
    return body.mcpServers || !first ? { items: servers } : first
  },

  readServer: ({ deps, params }) => readServer(deps, params.id),

  changeServer: ({ deps, params, body, person }) =>
    changeServer(deps, { id: params.id, patch: body, person }),

  deleteServer: ({ deps, params, person }) => deleteServer(deps, { id: params.id, person }),

  reconnectServer: ({ deps, params }) => reconnectServer(deps, params.id),

  readServerResource: ({ deps, params, body, signal }) =>
    readServerResource(deps, { id: params.id, ...body, signal }),

  readServerPrompt: ({ deps, params, body, signal }) =>
    readServerPrompt(deps, { id: params.id, prompt: { name: body.name, arguments: body.arguments }, signal }),

  beginServerSignIn: ({ deps, params, current, request: { headers } }) => {
    const { origin } = current.settings
    const redirectUrl = `${ownOrigin(headers, origin)}/api/mcp-servers/sign-in`
    return beginServerSignIn(deps, { id: params.id, redirectUrl, browser: browserHash(headers, origin) })
  },

  endServerSignIn: ({ deps, params, body, current, request: { headers } }) => {
    const answer = { ...body, browser: browserHash(headers, current.settings.origin) }
    return endServerSignIn(deps, { id: params.id, answer })
  },

  /** A navigation from another site comes without our cookie, and one from this page has it. */
  returnFromServer: async ({ query }) => nextPage(signInReturn(query)),

  readToolChange: ({ deps, params }) => toolChange(deps, params.toolId),

  pinTool: ({ deps, params, body, person }) =>
    pinTool(deps, { name: params.toolId, definitionHash: body.definitionHash, person }),

  listChannels: async ({ deps }) => ({ items: await listChannels(deps), nextCursor: null }),

  addChannel: ({ deps, body, person, once }) => addChannel(deps, { channel: body, person, once }),

  changeChannel: ({ deps, params, body, person }) =>
    changeChannel(deps, { id: params.id, patch: body, person }),

  deleteChannel: ({ deps, params, person }) => deleteChannel(deps, { id: params.id, person }),

  testChannel: ({ deps, params, person, signal }) => testChannel(deps, { id: params.id, person, signal }),

  listProviders: ({ deps }) => listProviders(deps),

  setProviderKey: ({ deps, params, body, person }) =>
    setProviderKey(deps, { provider: params.provider, input: body, person }),

  deleteProviderKey: ({ deps, params, person }) =>
    deleteProviderKey(deps, { provider: params.provider, person }),

  testProvider: ({ deps, params, body, signal }) =>
    testProvider(deps, { provider: params.provider, input: body, signal }),
} satisfies Partial<Handlers>
