import { ProtocolError } from '@modelcontextprotocol/client'
import * as z from 'zod'
import { McpCatalog } from '@/lib/domain/servers/mcp-server'
import { CodedError, type CodedText, firstOf, plain } from '@/lib/messages/phrase'
import { isObject, storable, withoutNulls } from '@/lib/text/json/json-value'
import { oneLine } from '@/lib/text/truncate'
import type { ServerTool } from './server-config'

/** A catalog, and what was left out of it. */
type CatalogReading = { catalog: McpCatalog; notes: CodedText[] }

export type ListMethod = 'tools/list' | 'resources/list' | 'prompts/list'

/** How a server is asked for a page of what it has. */
export type CatalogSource = {
  instructions: string | undefined
  /** Whether the server says that it has such a list at all. */
  has: (kind: 'tools' | 'resources' | 'prompts') => boolean
  page: (method: ListMethod, params: { cursor?: unknown }) => Promise<Record<string, unknown>>
}

const MOST_ENTRIES = 2_000
const MOST_PAGES = 200
const MOST_BYTES = 4 * 1024 * 1024
const MOST_NOTES = 10

/** The server's lists cannot be used. */
export class CatalogRefused extends CodedError {}

const Prompt = z
  .object({
    name: z.string().min(1),
    description: z.string().optional(),
    arguments: z
      .array(
        z.object({
          name: z.string(),
          description: z.string().optional().catch(undefined),
          required: z.boolean().catch(false),
        }),
      )
      .default([]),
  })
  .pipe(McpCatalog.shape.prompts.element)

const Resource = z
  .object({ uri: z.string().min(1), name: z.string(), mimeType: z.string().optional() })
  .transform(({ uri, name, mimeType }) => ({
    uri,
    name,
    ...(mimeType === undefined ? {} : { mediaType: mimeType }),
  }))

const Tool = McpCatalog.shape.tools.element.extend({ name: z.string().min(1) })

/**
 * What the server has, as it can be stored: so what is stored and what is read again are compared as they are.
 *
 * @throws CatalogRefused if there is too much of it, or no end
 */
export async function readCatalog(source: CatalogSource): Promise<CatalogReading> {
  const notes: CodedText[] = []
  const lists = { bytes: source.instructions?.length ?? 0, notes, source }
  const tools = source.has('tools') ? await readList(lists, TOOLS) : []
  const resources = source.has('resources') ? await readIfAny(lists, RESOURCES) : []
  const prompts = source.has('prompts') ? await readIfAny(lists, PROMPTS) : []
  const { instructions } = source
  return {
    catalog: { ...(instructions === undefined ? {} : { instructions }), tools, resources, prompts },
    notes: firstOf(notes, MOST_NOTES, 'toolServer.more'),
  }
}

/** The tool of this name as the server describes it at this moment; undefined where it has none, or none that is whole. */
export async function readTool(source: CatalogSource, name: string): Promise<ServerTool | undefined> {
  const lists = { bytes: 0, notes: [], source }
  return (await readList(lists, TOOLS, tool => tool.name === name)).find(tool => tool.name === name)
}

type List<T> = { method: ListMethod; key: string; one: string; entry: z.ZodType<T> }

const TOOLS: List<ServerTool> = { method: 'tools/list', key: 'tools', one: 'tool', entry: Tool }
const RESOURCES = { method: 'resources/list', key: 'resources', one: 'resource', entry: Resource } as const
const PROMPTS = { method: 'prompts/list', key: 'prompts', one: 'prompt', entry: Prompt } as const

type Lists = { bytes: number; notes: CodedText[]; source: CatalogSource }

async function readList<T>(lists: Lists, list: List<T>, isLast?: (entry: T) => boolean): Promise<T[]> {
  const entries: T[] = []
  const pages = new Set<string>()
  let cursor: unknown
  do {
    const page = await lists.source.page(list.method, cursor === undefined ? {} : { cursor })
    const text = JSON.stringify(page)
    lists.bytes += text.length
    if (lists.bytes > MOST_BYTES)
      throw new CatalogRefused({ code: 'toolServer.largeLists', params: { size: MOST_BYTES / 1024 / 1024 } })
    // Some servers give the same page whatever cursor they are asked with.
    if (pages.has(text)) return entries
    pages.add(text)
    entries.push(...entriesOf(page, list, lists.notes))
    if (entries.length > MOST_ENTRIES)
      throw new CatalogRefused({
        code: 'toolServer.manyEntries',
        params: { kind: list.one, limit: MOST_ENTRIES },
      })
    if (isLast && entries.some(isLast)) return entries
    cursor = page.nextCursor || undefined
    if (pages.size > MOST_PAGES)
      throw new CatalogRefused({ code: 'toolServer.endlessList', params: { kind: list.one } })
  } while (cursor !== undefined)
  return entries
}

/** A server may say that it has such a list, and know nothing of it when it is asked. */
async function readIfAny<T>(lists: Lists, list: List<T>): Promise<T[]> {
  try {
    return await readList(lists, list)
  } catch (error) {
    if (!(error instanceof ProtocolError || error instanceof CatalogRefused)) throw error
    const parts = [error instanceof CodedError ? error.codedText : plain(error.message)]
    lists.notes.push({ code: 'toolServer.listRefused', params: { kind: list.one }, parts })
    return []
  }
}

function entriesOf<T>(page: Record<string, unknown>, { key, one, entry }: List<T>, notes: CodedText[]): T[] {
  const values = page[key] ?? []
  if (!Array.isArray(values)) throw new CatalogRefused({ code: 'toolServer.noList', params: { kind: one } })
  return values.flatMap(value => {
    const parsed = entry.safeParse(isObject(value) ? withoutNulls(value) : value)
    if (parsed.success) return [storable(parsed.data)]
    const issue = parsed.error.issues[0]
    notes.push({
      code: 'toolServer.leftOut',
      params: { kind: one, name: oneLine(nameIn(value)) },
      parts: [plain(`${issue?.path.join('/') ?? ''} ${issue?.message ?? ''}`)],
    })
    return []
  })
}

function nameIn(value: unknown): string {
  const named = z.object({ name: z.string() }).safeParse(value)
  return named.success ? named.data.name : '(without a name)'
}
