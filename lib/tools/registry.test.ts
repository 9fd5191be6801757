import { describe, expect, test } from 'vitest'
import { Tool } from '@/lib/domain/call/tool'
import { BUILTIN_TOOLS } from './builtin-tools'
import type { ToolDefinition } from './define-tool'
import { createRegistry } from './registry'

const hash = (text: Uint8Array | string) => `hash of ${text}`

function readFile(): ToolDefinition {
  const found = BUILTIN_TOOLS.find(definition => definition.name === 'read_file')
  if (!found) throw new Error('read_file')
  return found
}

const hashOf = (definition: ToolDefinition) =>
  createRegistry([definition], hash).tool('read_file')?.definitionHash

describe('a registry', () => {
  test('lists its tools as everybody sees them', () => {
    const tools = createRegistry(BUILTIN_TOOLS, hash).list()
    expect(tools.map(tool => Tool.parse(tool))).toEqual(tools)
    expect(tools.map(({ id, risk, readOnly, idempotent }) => [id, risk, readOnly, idempotent])).toEqual([
      ['list_files', 'low', true, true],
      ['read_file', 'low', true, true],
      ['write_file', 'medium', false, false],
      ['edit_file', 'medium', false, false],
      ['apply_patch', 'medium', false, false],
      ['delete_file', 'medium', false, false],
      ['move_file', 'medium', false, false],
      ['copy_file', 'medium', false, false],
      ['make_folder', 'medium', false, false],
      ['search_files', 'low', true, true],
      ['file_info', 'low', true, true],
      ['restore_file', 'medium', false, false],
      ['fetch_url', 'medium', false, false],
      ['send_message', 'high', false, false],
      ['remember', 'medium', false, true],
      ['recall', 'low', true, true],
      ['read_skill', 'low', true, true],
      ['update_plan', 'low', false, true],
      ['set_state', 'low', false, true],
      ['task_complete', 'low', true, true],
    ])
  })

  test('finds a tool by its name, and nothing by a name that objects have', () => {
    const registry = createRegistry(BUILTIN_TOOLS, hash)
    expect(registry.find('read_file')).toBe(readFile())
    for (const name of ['constructor', '__proto__', 'READ_FILE', '']) {
      expect([registry.find(name), registry.tool(name), registry.definitionText(name)]).toEqual([
        undefined,
        undefined,
        undefined,
      ])
    }
  })

  test.each([[[readFile(), readFile()]], [[{ ...readFile(), name: 'no spaces' }]]])(
    'refuses bad names',
    definitions => {
      expect(() => createRegistry(definitions, hash)).toThrow()
    },
  )
})

describe('the definition hash', () => {
  test('is over the definition text', () => {
    const registry = createRegistry([readFile()], hash)
    expect(registry.tool('read_file')?.definitionHash).toBe(`hash of ${registry.definitionText('read_file')}`)
    expect(JSON.parse(registry.definitionText('read_file') ?? '')).toMatchObject({
      id: 'read_file',
      name: 'read_file',
    })
  })

  test.each([
    { title: 'Other' },
    { description: 'Other' },
    { source: 'mcp:other' },
    { risk: 'high' as const },
    { readOnly: false },
    { idempotent: false },
    { schema: { ...readFile().schema, description: 'Other' } },
  ])('changes with %j', change => {
    expect(hashOf({ ...readFile(), ...change })).not.toBe(hashOf(readFile()))
  })

  test('does not change with the order of keys, nor with the code behind', () => {
    const schema = Object.fromEntries(Object.entries(readFile().schema).toReversed())
    const other = { ...readFile(), schema, perform: async () => ({ kind: 'drifted' as const }) }
    expect(hashOf(other)).toBe(hashOf(readFile()))
  })
})
