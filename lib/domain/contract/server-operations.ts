import * as z from 'zod'
import { ToolChange } from '../call/preview'
import { Tool } from '../call/tool'
import { McpServer } from '../servers/mcp-server'
import { MessageParts, PromptInput, ResourceInput } from '../servers/server-content'
import { ServerInput, ServerPatch, SIGN_IN_WORD, SignInInput } from '../servers/server-input'
import { listOf, type Operation } from './operation'

/** Servers of tools, and what is accepted of them. */
export const SERVER_OPERATIONS = {
  listServers: {
    endpoint: 'GET /api/mcp-servers',
    summary: 'Servers of tools, and how each is',
    answers: { 200: listOf(McpServer) },
  },
  addServers: {
    endpoint: 'POST /api/mcp-servers',
    role: 'owner',
    summary: 'Add a server, or several in the shape of a configuration file',
    description:
      'Either one server, or `{"mcpServers": {name: …}}`, of which all are added or none; the answer is then `{items}`. A variable as `$` and its name in braces stands for `{"fromEnv": "NAME"}`. What looks like a secret is refused. The definitions that a server has first are accepted; what changes later waits for a person.',
    body: ServerInput,
    answers: { 201: z.union([McpServer, z.object({ items: z.array(McpServer) })]) },
  },
  readServer: {
    endpoint: 'GET /api/mcp-servers/{id}',
    summary: 'A server of tools',
    answers: { 200: McpServer },
  },
  changeServer: {
    endpoint: 'PATCH /api/mcp-servers/{id}',
    role: 'owner',
    summary: 'Change how a server is reached, or switch it on or off',
    description:
      'A `url` takes the place of a `command`, and the other way round. Of a server that comes from the owner’s file only `enabled` can be changed here.',
    body: ServerPatch,
    answers: { 200: McpServer },
  },
  deleteServer: {
    endpoint: 'DELETE /api/mcp-servers/{id}',
    role: 'owner',
    summary: 'Forget a server, and what was accepted of it; its waiting calls can still be denied',
    answers: { 204: null },
  },
  reconnectServer: {
    endpoint: 'POST /api/mcp-servers/{id}/reconnect',
    role: 'owner',
    summary: 'Connect anew at once',
    answers: { 202: McpServer },
  },
  readServerResource: {
    endpoint: 'POST /api/mcp-servers/{id}/resources',
    summary: 'A resource of a server, for a message that is being written',
    description:
      'Only an address that the server lists. Texts, pictures and PDFs become attachments; what a message cannot hold is named in `omissions`. Nothing is stored.',
    body: ResourceInput,
    answers: { 200: MessageParts },
  },
  readServerPrompt: {
    endpoint: 'POST /api/mcp-servers/{id}/prompts',
    summary: 'A prompt of a server, for a message that is being written',
    description:
      'Only a prompt that the server lists, with the arguments that it names. Where a prompt has words of an assistant, a line before each says whose they are. Nothing is stored.',
    body: PromptInput,
    answers: { 200: MessageParts },
  },
  beginServerSignIn: {
    endpoint: 'POST /api/mcp-servers/{id}/sign-in',
    role: 'owner',
    summary: 'Where to go to sign in to a server',
    description:
      'The server sends whoever goes there back to `/api/mcp-servers/sign-in` of the host that was asked. It is ended by the browser that began it, once, within ten minutes.',
    answers: { 200: z.object({ url: z.string() }) },
  },
  endServerSignIn: {
    endpoint: 'PUT /api/mcp-servers/{id}/sign-in',
    role: 'owner',
    summary: 'What a server sent its owner back with; it is then connected anew',
    body: SignInInput,
    answers: { 202: McpServer },
  },
  returnFromServer: {
    endpoint: 'GET /api/mcp-servers/sign-in',
    summary: 'Where servers send their owners back to',
    description:
      'A page that does nothing but go on to the page of tools, with what it was sent behind a `#`: our cookie does not come along from another site.',
    open: true,
    query: z.object({
      state: SIGN_IN_WORD.default(''),
      code: SIGN_IN_WORD.optional(),
      iss: SIGN_IN_WORD.optional(),
      error: SIGN_IN_WORD.optional(),
      error_description: SIGN_IN_WORD.optional(),
    }),
    answers: { 200: ['text/html'] },
  },
  readToolChange: {
    endpoint: 'GET /api/tools/{toolId}/change',
    summary: 'What has changed in the definition of a tool since it was accepted',
    description:
      '`definitionHash` is that of `definition.after`. A tool that has not changed is `not_found`.',
    answers: { 200: ToolChange },
  },
  pinTool: {
    endpoint: 'POST /api/tools/{toolId}/pin',
    role: 'owner',
    summary: 'Accept the definition of a tool that has changed',
    description: '`definitionHash` is that of the tool as it was shown; another one is `stale_digest`.',
    body: z.strictObject({ definitionHash: z.string().max(100) }),
    answers: { 200: Tool },
  },
} as const satisfies Record<string, Operation>
