import { ProtocolError } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { table } from '@/test/table'
import { type CatalogSource, readCatalog } from './read-catalog'

const tool = (name: string) => ({ name, inputSchema: { type: 'object' } })

/** Gives these pages of tools by the cursor that it is asked with, and refuses what is not of tools. */
const source = (pages: Record<string, Record<string, unknown>>): CatalogSource => ({
  instructions: undefined,
  has: kind => kind !== 'prompts',
  page: async (method, { cursor = '' }) => {
    if (method !== 'tools/list') throw new ProtocolError(-32601, 'Method not found')
    return pages[String(cursor)] ?? pages.any ?? {}
  },
})

table<[Record<string, Record<string, unknown>>]>([
  [{ '': { tools: [tool('a')] } }],
  [{ '': { tools: [tool('a')], nextCursor: '' } }],
  [{ '': { tools: [tool('a')], nextCursor: null } }],
  [{ any: { tools: [tool('a')], nextCursor: 'again' } }],
  [{ '': { tools: [], nextCursor: 2 }, 2: { tools: [tool('a')] } }],
  [{ '': { tools: null, nextCursor: 'b' }, b: { tools: [tool('a')] } }],
])('a list ends where its server means it to, and one that is not known is named', async pages => {
  const { catalog, notes } = await readCatalog(source(pages))
  expect(catalog.tools.map(({ name }) => name)).toEqual(['a'])
  expect(notes).toMatchObject([{ code: 'toolServer.listRefused' }])
})

test('what is null in a tool is not there, and its schema is kept as it is', async () => {
  const inputSchema = { type: 'object', properties: null }
  const given = { title: null, description: null, annotations: null, outputSchema: null, inputSchema }
  const { catalog } = await readCatalog(source({ '': { tools: [{ name: 'a', ...given }] } }))
  expect(catalog.tools).toEqual([{ name: 'a', inputSchema }])
})
