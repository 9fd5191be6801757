import { describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { type Compute, isJobOverdue } from '@/lib/domain/job'
import { Threads } from '@/lib/server/threads/thread-pool'
import { defineTool, type ToolOutcome } from './define-tool'
import { createRegistry } from './registry'
import { perform } from './run-tool'
import { hash, performContext, previewCall } from './testing/temporary-workspace'

function toolThat(does: (signal: AbortSignal) => Promise<ToolOutcome>) {
  const definition = defineTool({
    name: 'act',
    title: 'Act',
    description: 'Acts.',
    source: 'builtin',
    arguments: z.strictObject({ n: z.int() }),
    risk: 'low',
    readOnly: false,
    idempotent: false,
    paths: () => [],
    preview: async (_, { signal }) => {
      await does(signal)
      return { kind: 'preview', preview: { kind: 'text', summary: 'Act', preconditions: [] }, risks: [] }
    },
    perform: (_, { signal }) => does(signal),
  })
  return createRegistry([definition], hash)
}

const call = (argumentsText: string, tool = 'act') => ({ tool, argumentsText })

test('of a server whose schema takes for ever is not looked at, and does nothing', async () => {
  const threads = new Threads()
  onTestFinished(threads.close)
  const compute: Compute = (job, input) => threads.compute(job, input, { withinMs: 200 })
  const definition = toolThat(async () => ({ kind: 'ok', text: 'done' })).find('act')
  if (!definition) throw new Error('There is no such tool.')
  const schema = { type: 'object', properties: { n: { type: 'string', pattern: '^(a+)+$' } } }
  const tools = createRegistry([{ ...definition, source: 'mcp:x', schema }], hash)
  const slow = call(`{"n":"${'a'.repeat(100)}!"}`)
  await expect(previewCall(tools, slow, performContext({ compute }))).rejects.toSatisfy(isJobOverdue)
  expect(await perform(tools, slow, performContext({ compute }))).toMatchObject({
    kind: 'error',
    text: expect.stringMatching(/^act was ended, and did nothing\./),
  })
})

describe('an invocation', () => {
  test('is performed', async () => {
    const tools = toolThat(async () => ({ kind: 'ok', text: 'done' }))
    expect(await perform(tools, call('{"n": 1}'), performContext({}))).toEqual({ kind: 'ok', text: 'done' })
    expect(await previewCall(tools, call('{"n": 1}'), performContext({}))).toMatchObject({
      preview: { summary: 'Act' },
    })
  })

  test.each([
    ['{"n": 1, "m": 2}', '/m'],
    ['{"n": 1, "n": 2}', '/n'],
    ['{"n": 9007199254740993}', '/n'],
    ['{"n"', ''],
    ['', ''],
    ['"\\u0000"', ''],
  ])('with the arguments %j never reaches the tool', async (text, path) => {
    const tools = toolThat(() => Promise.reject(new Error('reached')))
    const shown = await previewCall(tools, call(text), performContext({}))
    expect(shown).toMatchObject({ kind: 'error', errors: [{ path }] })
    const done = await perform(tools, call(text), performContext({}))
    expect(done).toEqual({ kind: 'error', text: shown.kind === 'error' ? shown.message : '' })
    expect(done.kind === 'error' && done.text.startsWith('Invalid arguments for act:\n- ')).toBe(true)
  })

  test('of a server gets numbers as they were written, and no null that need not be there', async () => {
    const given: unknown[] = []
    const definition = toolThat(async () => ({ kind: 'ok', text: 'done' })).find('act')
    if (!definition) throw new Error('There is no such tool.')
    const keep = async (args: unknown): Promise<ToolOutcome> => {
      given.push(JSON.stringify(args))
      return { kind: 'ok', text: 'done' }
    }
    const schema = { properties: { n: { type: 'integer' }, o: { type: 'string' } }, required: ['n'] }
    const tools = createRegistry([{ ...definition, source: 'mcp:x', schema, perform: keep }], hash)
    for (const text of [
      '{"n":12345678901234567890,"o":null,"in":[1.00000000000000000001,1e400,"x"]}',
      '{"n": null}',
    ])
      await perform(tools, call(text), performContext({}))
    expect(given).toEqual(['{"n":12345678901234567890,"in":[1.00000000000000000001,1e400,"x"]}'])
  })

  test('of a tool that there is not is an error', async () => {
    const tools = toolThat(async () => ({ kind: 'ok', text: 'done' }))
    const text = 'There is no tool named a⟦U+0000⟧b.'
    expect(await perform(tools, call('{}', 'a\0b'), performContext({}))).toEqual({ kind: 'error', text })
  })

  test('that meets a bug is an error that carries it', async () => {
    const bug = new TypeError('undefined is not a function')
    const tools = toolThat(() => Promise.reject(bug))
    const words = 'act failed unexpectedly.'
    expect(await perform(tools, call('{"n": 1}'), performContext({}))).toEqual({
      kind: 'error',
      text: words,
      bug,
    })
    expect(await previewCall(tools, call('{"n": 1}'), performContext({}))).toEqual({
      kind: 'error',
      message: words,
      bug,
    })
  })

  test.each([
    ['before it begins', true],
    ['in the middle', false],
  ])('that is aborted %s says that nothing took effect', async (_, before) => {
    const abort = new AbortController()
    let reached = false
    const tools = toolThat(async signal => {
      reached = true
      abort.abort()
      signal.throwIfAborted()
      return { kind: 'ok', text: 'done' }
    })
    if (before) abort.abort()
    expect(await perform(tools, call('{"n": 1}'), performContext({ signal: abort.signal }))).toEqual({
      kind: 'error',
      text: 'Stopped before it took effect.',
      details: { stopped: true },
    })
    expect(reached).toBe(!before)
    expect(await previewCall(tools, call('{"n": 1}'), performContext({ signal: abort.signal }))).toEqual({
      kind: 'error',
      message: 'Stopped before the preview was made.',
    })
  })

  test('that fails by itself after an abort is a bug all the same', async () => {
    const abort = new AbortController()
    const tools = toolThat(async () => {
      abort.abort()
      throw new Error('something else')
    })
    expect(await perform(tools, call('{"n": 1}'), performContext({ signal: abort.signal }))).toMatchObject({
      bug: new Error('something else'),
    })
  })
})
