import { describe, expect, test } from 'vitest'
import { ALL_TOOLS, ToolChoice } from './session'
import { toolFilter, withLaterTools, withTools } from './tool-choice'

const NAMES = ['read', 'write', 'run']

const offered = (choice: ToolChoice, names = NAMES) => names.filter(toolFilter(choice))

describe('a choice of tools', () => {
  test('leaves in all but those excluded, or those included that are not excluded', () => {
    expect(offered(ALL_TOOLS)).toEqual(NAMES)
    expect(offered({ include: null, exclude: ['run'] })).toEqual(['read', 'write'])
    expect(offered({ include: ['read', 'run'], exclude: ['run'] })).toEqual(['read'])
  })

  test('can leave out all that a server may have', () => {
    const exclude = Array.from({ length: 2_000 }, (_, at) => `many__tool_${at}`)
    expect(ToolChoice.parse({ include: null, exclude }).exclude).toHaveLength(2_000)
  })

  test('is changed tool by tool, whichever way it was written', () => {
    for (const choice of [ALL_TOOLS, { include: NAMES, exclude: [] }]) {
      const without = withTools(choice, ['run', 'write'], false)
      expect(offered(without)).toEqual(['read'])
      expect(offered(withTools(without, ['run'], true))).toEqual(['read', 'run'])
      expect(withTools(without, ['run'], false).exclude.filter(name => name === 'run').length).toBeLessThan(2)
    }
    expect(offered(withTools({ include: [], exclude: ['run'] }, ['run'], true))).toEqual(['run'])
  })

  test('may leave in what comes later, or not, and leaves the others as they are', () => {
    const some = withTools(ALL_TOOLS, ['run'], false)
    const closed = withLaterTools(some, NAMES, false)
    expect(offered(closed, [...NAMES, 'later'])).toEqual(['read', 'write'])
    const open = withLaterTools(closed, NAMES, true)
    expect(offered(open, [...NAMES, 'later'])).toEqual(['read', 'write', 'later'])
    expect(withLaterTools(open, NAMES, true)).toBe(open)
    // A tool that is gone for now stays left out when it is back.
    const without = withLaterTools({ include: null, exclude: ['gone'] }, NAMES, false)
    expect(offered(withLaterTools(without, NAMES, true), ['gone'])).toEqual([])
  })
})
